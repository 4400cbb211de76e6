package rung.completion;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import rung.LowRankMatrix;
import rung.completion.Completion.Completed;
import rung.completion.kind.ColumnKind;
import rung.completion.order.Order;
import rung.completion.order.Outages;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Matrix;
import rung.linalg.Side;

/**
 * Fills rows of a completed table that were not observed, or hardly, from the rows around them, if rows that are left out say so, see
 * {@link Outages}. All columns take part but categories.
 */
final class EmptyRows {
    private final Completed completed;
    private final CompletionTask task;
    private final Observations data; // without gross errors
    private final NumericPart numbers;
    private final int[] columns; // those that are no categories

    private EmptyRows(Completed completed, CompletionTask task) {
        List<ColumnKind> kinds = task.kinds();
        this.completed = completed;
        this.task = task;
        this.data = completed.grossErrors().isEmpty()
                ? task.data()
                : GrossError.without(completed.grossErrors(), task.data());
        this.numbers = new NumericPart(kinds);
        this.columns =
                IntStream.range(0, kinds.size()).filter(j -> numbers.at(j) >= 0).toArray();
    }

    /** Returns the table with these rows filled anew, or as it is. */
    static Completed fill(Completed completed, CompletionTask task) {
        Optional<Order> order = task.smoothness().of(task.data()).filter(each -> each.side() == Side.LEFT);
        EmptyRows rows = new EmptyRows(completed, task);
        boolean isPossible = !completed.stopped()
                && rows.columns.length > 0
                && completed.uncertainty().isPresent();
        return order.filter(each -> isPossible)
                .flatMap(rows::outages)
                .map(rows::with)
                .orElse(completed);
    }

    private Optional<Outages> outages(Order order) {
        boolean areNumbers = columns.length == task.kinds().size();
        boolean isUsual =
                areNumbers && completed.order().isEmpty(); // else another fit knows more of a row with few values
        LowRankMatrix matrix = completed.matrix();
        Matrix all = matrix.right();
        Matrix right = new Matrix(columns.length, matrix.rank());
        for (int j = 0; j < columns.length; j++) {
            for (int k = 0; k < matrix.rank(); k++) {
                right.set(j, k, all.get(columns[j], k));
            }
        }
        Outages.Table table = new Outages.Table(
                numbers.of(data),
                (i, j) -> completed.fill(i, columns[j]),
                LowRankMatrix.of(matrix.left(), right),
                this::withoutOrder);
        return Outages.of(
                table,
                new Outages.Request(
                        order,
                        isUsual ? Integer.MAX_VALUE : 0,
                        task.smoothness().isSure(),
                        completed.order().isPresent(),
                        task.execution().seed()),
                task.execution().workers());
    }

    /* What would be filled into other rows. */
    private CellValues withoutOrder(Observations rows) {
        Observations.Builder whole =
                Observations.builder(rows.rows(), task.kinds().size());
        rows.forEach((i, j, value, weight) -> whole.add(i, columns[j], value));
        TableModel.Rows filled =
                completed.model().complete(whole.build(), task.execution().threads());
        return (i, j) -> filled.fill(i, columns[j]);
    }

    /*
     * Whether a fit with neighbors took the factors of a row without values from them. Then it knows the row about as well as the
     * processes do, at times better, at times worse, and the mean of both is filled in. Where factors of neighbors are taken to be independent, those of such a row are 0, and nothing but the mean is left.
     */
    private boolean isInterpolated(int row) {
        Matrix left = completed.matrix().left();
        return completed.order().isPresent()
                && IntStream.range(0, left.columns())
                                .filter(k -> left.get(row, k) != 0)
                                .count()
                        > 1;
    }

    /* Standard errors are those of the processes, and what is filled in may differ from what they say. */
    private Completed with(Outages outages) {
        Filling before = completed.filling();
        double[] part = new double[data.rows()]; // that the processes have in what is filled into each row
        for (int i = 0; i < part.length; i++) {
            part[i] = isInterpolated(i) ? 0.5 : 1;
        }
        CellValues expected = (i, j) -> {
            if (!outages.has(i) || numbers.at(j) < 0) {
                return before.unbounded(i, j);
            }
            double ofOutages = outages.isByOrder(i, numbers.at(j)) ? part[i] : 1;
            return ofOutages * outages.mean(i, numbers.at(j)) + (1 - ofOutages) * before.at(i, j);
        };
        Uncertainty uncertainty = completed
                .uncertainty()
                .orElseThrow()
                .with(new Uncertainty.Between(
                        outages::has,
                        j -> numbers.at(j) >= 0,
                        (i, j) -> Math.hypot(
                                outages.standardError(i, numbers.at(j)),
                                expected.at(i, j) - outages.mean(i, numbers.at(j))),
                        Calibration.of(outages.sizes())));
        Draws draws = new Draws(
                task.data(),
                task.kinds(),
                expected,
                uncertainty,
                task.execution().seed());
        Filling filling = new Filling(
                expected,
                number -> {
                    CellValues usual = before.drawn(number);
                    CellValues between = draws.independent(number);
                    return (i, j) -> (outages.has(i) && numbers.at(j) >= 0 ? between : usual).at(i, j);
                },
                task.bounds(data));
        return completed.with(Optional.of(outages).filter(found -> found.count() > 0), uncertainty, filling);
    }
}
