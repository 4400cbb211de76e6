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
import rung.completion.kind.Kinds;
import rung.completion.order.Order;
import rung.data.Observations;
import rung.linalg.CellValues;
import rung.linalg.Matrix;
import rung.linalg.Side;

/** Answers the calls about tables with holes. */
final class CompletionCalls {
    private static final String MODEL = "model.";

    /** The columns that were empty where a model was learned. */
    private static final String EMPTY = MODEL + "empty";

    /** The probability of the intervals that are given. */
    private static final double PROBABILITY = 0.9;

    void register(Map<String, Call> calls) {
        calls.put("complete", CompletionCalls::complete);
        calls.put("complete-rows", CompletionCalls::completeRows);
    }

    private static Fields complete(Fields arguments, Conversation conversation) {
        DataColumns data = DataColumns.of(arguments.matrix("table"));
        if (data.count() == 0) {
            throw new IllegalArgumentException("every cell is a hole, there is nothing to go by");
        }
        requireScale(data, arguments);
        Matrix values = data.values();
        Completion.Completed completed = completion(arguments, values, data)
                .withListener(conversation.listener(arguments))
                .complete(Observations.withHoles(values));
        Fields result = new Fields()
                .put("filled", data.filled(completed.filling()::at))
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
                .put("kinds", kinds(completed, arguments.matrix("table").columns(), data));
        putErrors(result, completed.grossErrors(), data);
        completed.model().toNumbers().forEach((name, numbers) -> result.put(MODEL + name, numbers));
        result.put(EMPTY, data.empty());
        if (arguments.isSet("uncertainty")) {
            putUncertainty(result, data, completed.filling(), completed.uncertainty());
        }
        putDraws(
                result, data, completed.filling(), arguments.countIfAny("draws").orElse(0));
        return result;
    }

    /** What the caller calls a column: its name, or its number from 0. */
    private static String name(Fields arguments, int column) {
        return arguments.has("names") ? arguments.names("names").get(column) : String.valueOf(column);
    }

    private static void requireScale(DataColumns data, Fields arguments) {
        for (int k = 0; k < data.count(); k++) {
            int place = data.place(k);
            Kinds.complaintOfScale(data.observed(place)).ifPresent(complaint -> {
                throw new IllegalArgumentException("column " + name(arguments, place) + ": " + complaint);
            });
        }
    }

    private static Completion completion(Fields arguments, Matrix table, DataColumns data) {
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
                .or(() -> times.map(Smoothness::automatic));
        completion = smoothness.isPresent() ? completion.withSmoothness(smoothness.get()) : completion;
        List<Optional<ColumnKind>> kinds = (arguments.has("kinds") ? arguments.names("kinds") : List.<String>of())
                .stream().map(CompletionCalls::kind).toList();
        for (int k = 0; k < data.count(); k++) {
            int place = data.place(k);
            Optional<ColumnKind> kind = place < kinds.size() ? kinds.get(place) : Optional.empty();
            Optional<String> complaint = kind.flatMap(each -> each.complaint(data.observed(place)));
            if (complaint.isPresent()) {
                throw new IllegalArgumentException("column " + name(arguments, place) + " must " + complaint.get()
                        + " to be of kind " + kind.get().key());
            }
            completion = kind.isPresent() ? completion.withKind(k, kind.get()) : completion;
        }
        return completion;
    }

    /** What each column of a table is taken for, with an empty text for one that stays. */
    private static Names kinds(Completion.Completed completed, int columns, DataColumns data) {
        String[] kinds = new String[columns];
        Arrays.fill(kinds, "");
        for (int k = 0; k < data.count(); k++) {
            kinds[data.place(k)] = completed.columns().get(k).kind().key();
        }
        return Names.of(List.of(kinds));
    }

    private static Optional<ColumnKind> kind(String key) {
        Optional<ColumnKind> kind = Arrays.stream(ColumnKind.values())
                .filter(each -> each.key().equals(key))
                .findFirst();
        if (kind.isEmpty() && !key.isEmpty()) {
            throw new IllegalArgumentException(
                    "a kind must be one of number, two-valued, count, positive, category, got '" + key + "'");
        }
        return kind;
    }

    private static void putUncertainty(
            Fields result, DataColumns data, Filling filling, Optional<Uncertainty> uncertainty) {
        if (uncertainty.isPresent()) {
            Uncertainty sure = uncertainty.get();
            CellValues low = (i, j) -> sure.interval(filling, i, j, PROBABILITY)
                    .map(Uncertainty.Interval::low)
                    .orElse(Double.NaN);
            CellValues high = (i, j) -> sure.interval(filling, i, j, PROBABILITY)
                    .map(Uncertainty.Interval::high)
                    .orElse(Double.NaN);
            result.put("standard_error", data.ofHoles(sure::standardError))
                    .put("low", data.ofHoles(low))
                    .put("high", data.ofHoles(high));
        }
    }

    private static void putDraws(Fields result, DataColumns data, Filling filling, int draws) {
        for (int number = 1; number <= draws; number++) {
            result.put("draw." + number, data.filled(filling.draw(number)::at));
        }
    }

    private static void putErrors(Fields result, List<GrossError> errors, DataColumns data) {
        result.put("errors.row", errors.stream().mapToInt(GrossError::row).toArray())
                .put(
                        "errors.column",
                        errors.stream()
                                .mapToInt(error -> data.place(error.column()))
                                .toArray())
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
                .filter(name -> name.startsWith(MODEL) && !name.equals(EMPTY))
                .forEach(name -> parts.put(name.substring(MODEL.length()), arguments.doubles(name)));
        int[] empty = arguments.has(EMPTY) ? arguments.ints(EMPTY) : new int[0];
        DataColumns data = DataColumns.without(arguments.matrix("table"), empty);
        requireScale(data, arguments);
        TableModel.Rows rows =
                TableModel.of(parts).complete(Observations.withHoles(data.values()), RatingsCalls.threads(arguments));
        return new Fields().put("filled", data.filled(rows.filling()::at));
    }
}
