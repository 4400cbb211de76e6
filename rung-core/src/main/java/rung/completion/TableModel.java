package rung.completion;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import rung.LowRankMatrix;
import rung.completion.kind.Bounds;
import rung.completion.kind.ColumnKind;
import rung.completion.kind.Encoding;
import rung.completion.kind.Sharpness;
import rung.data.Observations;
import rung.engine.bayes.BayesianIterate;
import rung.engine.bayes.ColumnFactors;
import rung.linalg.CellValues;
import rung.linalg.Workers;

/**
 * What a completion has learned about the columns of a table. Other rows of the same columns are completed by it, each on its own and at
 * once: nothing is learned from them. Immutable.
 */
public final class TableModel {
    private static final Calibration NOTHING = Calibration.of(new double[0]);

    private final List<ColumnKind> kinds;
    private final NumericPart numbers;
    private final Preparation.Fitted prepared;
    private final ColumnFactors factors;
    private final Calibration calibration;
    private final Optional<Mixed> mixed;
    private final double[] labels;
    private final Bounds bounds;

    /**
     * The fit with a likelihood for each column.
     *
     * @param kinds the kinds of columns that it fills
     */
    record Mixed(
            Encoding encoding,
            Preparation.Fitted prepared,
            ColumnFactors factors,
            Set<ColumnKind> kinds,
            Map<ColumnKind, Calibration> calibrations,
            Sharpness sharpness) {}

    /**
     * Creates a model.
     *
     * @param kinds the kinds of all columns
     * @param prepared what was subtracted from the columns that are no categories
     * @param factors the fit of these columns as numbers
     * @param calibration what held-out cells say of its standard errors
     * @param mixed the fit with likelihoods, if it fills any column
     * @param labels the most frequent label of each category
     * @param bounds what columns can hold
     */
    TableModel(
            List<ColumnKind> kinds,
            Preparation.Fitted prepared,
            ColumnFactors factors,
            Calibration calibration,
            Optional<Mixed> mixed,
            double[] labels,
            Bounds bounds) {
        this.kinds = kinds;
        this.numbers = new NumericPart(kinds);
        this.prepared = prepared;
        this.factors = factors;
        this.calibration = calibration;
        this.mixed = mixed;
        this.labels = labels;
        this.bounds = bounds;
    }

    /** The same model for a table with categories, some of whose columns another fit fills. */
    TableModel with(List<ColumnKind> allKinds, Optional<Mixed> newMixed, double[] newLabels, Bounds newBounds) {
        return new TableModel(allKinds, prepared, factors, calibration, newMixed, newLabels, newBounds);
    }

    /**
     * The kind of each column.
     *
     * @return the kinds
     */
    public List<ColumnKind> kinds() {
        return kinds;
    }

    /**
     * The rank of the matrix behind the columns that are numbers.
     *
     * @return the rank
     */
    public int rank() {
        return factors.rank();
    }

    /**
     * Rows that were completed by a model.
     *
     * @param filling what is filled in
     * @param uncertainty how sure each cell is
     */
    public record Rows(Filling filling, Uncertainty uncertainty) {
        /**
         * Returns what is filled in for a cell.
         *
         * @param row the row, from 0
         * @param column the column, from 0
         * @return the value
         */
        public double fill(int row, int column) {
            return filling.at(row, column);
        }
    }

    /**
     * Completes rows.
     *
     * @param rows the observed entries of these rows; a row may have none
     * @param threads the number of threads, at least 1; the result does not depend on it
     * @return the completed rows
     * @throws IllegalArgumentException if the columns are not those of the model
     */
    public Rows complete(Observations rows, int threads) {
        require(rows);
        Workers workers = new Workers(threads);
        Observations numeric = numbers.of(rows);
        Preparation.Fitted ofRows = prepared.forRows(numeric);
        BayesianIterate found = factors.fit(ofRows.apply(numeric), workers);
        LowRankMatrix table = ofRows.restore(found.matrix());
        Uncertainty plain = Uncertainty.of(found, ofRows, calibration, numbers.kinds(kinds)::get);
        Draws draws = new Draws(numeric, numbers.kinds(kinds), table::get, plain, 0);
        Optional<MixedFit> fit =
                mixed.map(each -> MixedFit.of(rows, each.encoding(), each.prepared(), each.factors(), workers)
                        .with(each.sharpness()));
        CellValues expected = (i, j) -> isMixed(j)
                ? fit.orElseThrow().expected(i, j)
                : numbers.at(j) < 0 ? labels[j] : table.get(i, numbers.at(j));
        Uncertainty ofNumbers = plain.of(numbers, kinds, (i, j) -> Double.NaN);
        Uncertainty uncertainty = fit.map(each -> each.uncertainty(
                        mixed.orElseThrow().kinds(), mixed.orElseThrow().calibrations(), Optional.of(ofNumbers)))
                .orElse(ofNumbers);
        Filling filling = new Filling(
                expected,
                number -> {
                    CellValues plainly = draws.of(number, found);
                    Optional<CellValues> drawn = fit.map(
                            each -> each.drawn(number, mixed.orElseThrow().calibrations(), 0));
                    return (i, j) -> isMixed(j)
                            ? drawn.orElseThrow().at(i, j)
                            : numbers.at(j) < 0 ? labels[j] : plainly.at(i, numbers.at(j));
                },
                bounds);
        return new Rows(filling, uncertainty.with(filling));
    }

    /**
     * A cell that holds what no cell of its column can.
     *
     * @param row its row, from 0
     * @param column its column, from 0
     * @param value what it holds
     * @param kind what cells of the column hold
     */
    public record Misfit(int row, int column, double value, ColumnKind kind) {}

    /**
     * Finds a cell that does not suit this model, so that {@link #complete} refuses the rows.
     *
     * @param rows the observed entries of these rows, which have the columns of the model
     * @return the first such cell; empty if there is none
     */
    public Optional<Misfit> misfit(Observations rows) {
        List<Misfit> found = new ArrayList<>();
        mixed.ifPresent(each -> rows.forEach((i, j, value, weight) -> {
            if (found.isEmpty() && !each.encoding().suits(j, value)) {
                found.add(new Misfit(i, j, value, kinds.get(j)));
            }
        }));
        return found.stream().findFirst();
    }

    private boolean isMixed(int column) {
        return mixed.isPresent() && mixed.get().kinds().contains(kinds.get(column));
    }

    private void require(Observations rows) {
        if (rows.columns() != kinds.size()) {
            throw new IllegalArgumentException(
                    "rows must have the " + kinds.size() + " columns of the model, got " + rows.columns());
        }
        misfit(rows).ifPresent(cell -> {
            throw new IllegalArgumentException("column " + (cell.column() + 1) + " of the model holds "
                    + cell.kind().words() + ", got " + cell.value() + " in row "
                    + (cell.row() + 1));
        });
    }

    /**
     * All of this as named lists of numbers, to be kept in a file.
     *
     * @return the lists, in arrays of the caller's own
     */
    public Map<String, double[]> toNumbers() {
        Map<String, double[]> parts = new LinkedHashMap<>();
        parts.put("kinds", kinds.stream().mapToDouble(Enum::ordinal).toArray());
        parts.put("labels", labels.clone());
        parts.put("bounds", bounds.toNumbers());
        parts.put("prepared", prepared.toNumbers());
        parts.put("factors", factors.toNumbers());
        parts.put("calibration", calibration.toNumbers());
        parts.put("spread", calibration.ofColumns());
        parts.put("reach", new double[] {calibration.reach()});
        mixed.ifPresent(each -> {
            parts.put("mixed", each.kinds().stream().mapToDouble(Enum::ordinal).toArray());
            parts.put("m-levels", each.encoding().toNumbers());
            parts.put("m-prepared", each.prepared().toNumbers());
            parts.put("m-factors", each.factors().toNumbers());
            parts.put("m-sharpness", each.sharpness().exponents());
            each.calibrations().forEach((kind, sizes) -> parts.put("m-cal-" + kind.ordinal(), sizes.toNumbers()));
        });
        return parts;
    }

    /**
     * Reads what {@link #toNumbers} gave.
     *
     * @param parts the named lists
     * @return the model
     * @throws IllegalArgumentException if they are not what it gives
     */
    public static TableModel of(Map<String, double[]> parts) {
        try {
            List<ColumnKind> kinds = kinds(parts, "kinds");
            Optional<Mixed> mixed = Optional.empty();
            if (parts.containsKey("mixed")) {
                Map<ColumnKind, Calibration> calibrations = new EnumMap<>(ColumnKind.class);
                for (ColumnKind kind : kinds) {
                    double[] sizes = parts.get("m-cal-" + kind.ordinal());
                    calibrations.put(kind, sizes == null ? NOTHING : Calibration.of(sizes));
                }
                Set<ColumnKind> filled = EnumSet.noneOf(ColumnKind.class);
                filled.addAll(kinds(parts, "mixed"));
                mixed = Optional.of(new Mixed(
                        Encoding.of(kinds, part(parts, "m-levels")),
                        Preparation.Fitted.of(part(parts, "m-prepared"), Workers.all()),
                        ColumnFactors.of(part(parts, "m-factors")),
                        filled,
                        calibrations,
                        Sharpness.of(parts.getOrDefault("m-sharpness", new double[0])))); // none before 0.4
            }
            TableModel model = new TableModel(
                    kinds,
                    Preparation.Fitted.of(part(parts, "prepared"), Workers.all()),
                    ColumnFactors.of(part(parts, "factors")),
                    Calibration.of(
                            part(parts, "calibration"),
                            parts.getOrDefault("spread", new double[0]), // none before 0.3
                            parts.getOrDefault("reach", new double[] {Double.POSITIVE_INFINITY})[
                                    0]), // none in older files
                    mixed,
                    part(parts, "labels"),
                    Bounds.of(part(parts, "bounds")));
            model.check(parts);
            return model;
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("these must be the numbers of a model of a table", e);
        }
    }

    private void check(Map<String, double[]> parts) {
        int n = kinds.size();
        int numeric = Math.max(1, numbers.count());
        boolean isWhole = labels.length == n
                && part(parts, "bounds").length == 2 * n
                && part(parts, "prepared").length == 2 * numeric + 1
                && factors.columns() == numeric
                && (calibration.ofColumns().length == 0 || calibration.ofColumns().length == numeric);
        if (isWhole && mixed.isPresent()) {
            int encoded = mixed.get().encoding().columns();
            double[] sharpness = mixed.get().sharpness().exponents();
            isWhole = part(parts, "m-prepared").length == 2 * encoded + 1
                    && mixed.get().factors().columns() == encoded
                    && (sharpness.length == 0 || sharpness.length == n);
        }
        if (!isWhole) {
            throw new IllegalArgumentException("the parts of a model of a table must fit together");
        }
    }

    private static double[] part(Map<String, double[]> parts, String name) {
        double[] part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException("a model of a table must have '" + name + "'");
        }
        return part.clone();
    }

    private static List<ColumnKind> kinds(Map<String, double[]> parts, String name) {
        List<ColumnKind> kinds = new ArrayList<>();
        for (double ordinal : part(parts, name)) {
            kinds.add(ColumnKind.values()[(int) ordinal]);
        }
        return List.copyOf(kinds);
    }
}
