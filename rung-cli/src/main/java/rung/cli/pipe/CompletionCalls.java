package rung.cli.pipe;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import rung.completion.Completion;
import rung.completion.Filling;
import rung.completion.GrossError;
import rung.completion.Smoothness;
import rung.completion.TableModel;
import rung.completion.Uncertainty;
import rung.completion.kind.ColumnKind;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;

/** Answers the calls about tables with holes. */
final class CompletionCalls {
    private static final String MODEL = "model.";

    /** The probability of the intervals that are given. */
    private static final double PROBABILITY = 0.9;

    void register(Map<String, Call> calls) {
        calls.put("complete", CompletionCalls::complete);
        calls.put("complete-rows", CompletionCalls::completeRows);
    }

    private static Fields complete(Fields arguments, Conversation conversation) {
        Matrix table = arguments.matrix("table");
        Observations data = Observations.withHoles(table);
        if (data.count() == 0) {
            throw new IllegalArgumentException("every cell is a hole, there is nothing to go by");
        }
        requireEveryColumn(data, arguments);
        Completion.Completed completed = completion(arguments, table)
                .withListener(conversation.listener(arguments))
                .complete(data);
        Fields result = new Fields()
                .put("filled", filled(table, completed.filling()))
                .put("rank", completed.rank())
                .put("preparation", completed.preparation().name().toLowerCase(Locale.ROOT))
                .put("held_out_error", completed.heldOutError())
                .put("baseline_error", completed.baselineError())
                .put("stopped", completed.stopped())
                .put("is_limited", completed.isLimited())
                .put(
                        "smooth",
                        completed
                                .order()
                                .map(order -> order.side() == Side.LEFT ? "rows" : "columns")
                                .orElse("none"))
                .put(
                        "kinds",
                        Names.of(completed.columns().stream()
                                .map(column -> column.kind().key())
                                .toList()));
        putErrors(result, completed.grossErrors());
        completed.model().toNumbers().forEach((name, numbers) -> result.put(MODEL + name, numbers));
        if (arguments.isSet("uncertainty")) {
            putUncertainty(result, table, completed.filling(), completed.uncertainty());
        }
        putDraws(
                result,
                table,
                completed.filling(),
                arguments.countIfAny("draws").orElse(0));
        return result;
    }

    private static Completion completion(Fields arguments, Matrix table) {
        Completion completion = Completion.byDefault()
                .withSeed(arguments.number("seed"))
                .withBounds(!arguments.isSet("unbounded"))
                .withThreads(RatingsCalls.threads(arguments));
        if (arguments.has("rank")) {
            int least = Math.min(table.rows(), table.columns());
            if (arguments.count("rank") > least) {
                throw new IllegalArgumentException("rank must be between 1 and " + least + " (the smaller side of the "
                        + table.rows() + "×" + table.columns() + " table), got " + arguments.count("rank"));
            }
            completion = completion.withRank(arguments.count("rank"));
        }
        completion = arguments.has("max_rank") ? completion.withMaxRank(arguments.count("max_rank")) : completion;
        Optional<Order> times = arguments.has("times")
                ? Optional.of(Order.of(Side.LEFT, arguments.doubles("times")))
                : Optional.empty();
        Optional<Smoothness> smoothness = arguments
                .textIfAny("smooth")
                .map(side -> switch (side) {
                    case "rows" -> times.map(Smoothness::along).orElseGet(() -> Smoothness.along(Side.LEFT));
                    case "columns" -> Smoothness.along(Side.RIGHT);
                    case "none" -> Smoothness.none();
                    default ->
                        throw new IllegalArgumentException("smooth must be rows, columns or none, got '" + side + "'");
                })
                .or(() -> times.map(Smoothness::along));
        completion = smoothness.isPresent() ? completion.withSmoothness(smoothness.get()) : completion;
        List<String> kinds = arguments.has("kinds") ? arguments.names("kinds") : List.of();
        for (int j = 0; j < kinds.size(); j++) {
            completion = kinds.get(j).isEmpty() ? completion : completion.withKind(j, kind(kinds.get(j)));
        }
        return completion;
    }

    private static ColumnKind kind(String key) {
        return Arrays.stream(ColumnKind.values())
                .filter(kind -> kind.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a kind must be one of number, two-valued, count," + " positive, category, got '" + key + "'"));
    }

    private static void requireEveryColumn(Observations data, Fields arguments) {
        Pattern.Lines columns = data.pattern().lines(Side.RIGHT);
        for (int j = 0; j < data.columns(); j++) {
            if (columns.size(j) == 0) {
                throw new IllegalArgumentException("column "
                        + (arguments.has("names")
                                ? "'" + arguments.names("names").get(j) + "'"
                                : "number " + j)
                        + " has no value at all to go by; leave it out");
            }
        }
    }

    private static Matrix filled(Matrix table, Filling filling) {
        return each(table, (i, j) -> filling.at(i, j), true);
    }

    /** What is said of a cell. */
    @FunctionalInterface
    private interface OfCell {
        double at(int row, int column);
    }

    /** A value for each hole; elsewhere the known value, or NaN. */
    private static Matrix each(Matrix table, OfCell ofHole, boolean keepsKnown) {
        Matrix all = new Matrix(table.rows(), table.columns());
        for (int i = 0; i < all.rows(); i++) {
            for (int j = 0; j < all.columns(); j++) {
                double known = table.get(i, j);
                all.set(i, j, Double.isNaN(known) ? ofHole.at(i, j) : keepsKnown ? known : Double.NaN);
            }
        }
        return all;
    }

    private static void putUncertainty(
            Fields result, Matrix table, Filling filling, Optional<Uncertainty> uncertainty) {
        if (uncertainty.isPresent()) {
            Uncertainty sure = uncertainty.get();
            OfCell low = (i, j) -> sure.interval(filling, i, j, PROBABILITY)
                    .map(Uncertainty.Interval::low)
                    .orElse(Double.NaN);
            OfCell high = (i, j) -> sure.interval(filling, i, j, PROBABILITY)
                    .map(Uncertainty.Interval::high)
                    .orElse(Double.NaN);
            result.put("standard_error", each(table, sure::standardError, false))
                    .put("low", each(table, low, false))
                    .put("high", each(table, high, false));
        }
    }

    private static void putDraws(Fields result, Matrix table, Filling filling, int draws) {
        for (int number = 1; number <= draws; number++) {
            result.put("draw." + number, filled(table, filling.draw(number)));
        }
    }

    private static void putErrors(Fields result, List<GrossError> errors) {
        result.put("errors.row", errors.stream().mapToInt(GrossError::row).toArray())
                .put(
                        "errors.column",
                        errors.stream().mapToInt(GrossError::column).toArray())
                .put("errors.value", numbers(errors, GrossError::value))
                .put("errors.expected", numbers(errors, GrossError::expected))
                .put("errors.deviations", numbers(errors, GrossError::deviations));
    }

    private static double[] numbers(List<GrossError> errors, ToDoubleFunction<GrossError> number) {
        return errors.stream().mapToDouble(number).toArray();
    }

    private static Fields completeRows(Fields arguments, Conversation conversation) {
        Map<String, double[]> parts = new LinkedHashMap<>();
        arguments.values().keySet().stream()
                .filter(name -> name.startsWith(MODEL))
                .forEach(name -> parts.put(name.substring(MODEL.length()), arguments.doubles(name)));
        Matrix table = arguments.matrix("table");
        TableModel.Rows rows =
                TableModel.of(parts).complete(Observations.withHoles(table), RatingsCalls.threads(arguments));
        return new Fields().put("filled", filled(table, rows.filling()));
    }
}
