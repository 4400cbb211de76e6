package rung.cli.pipe;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import rung.data.Tiles;
import rung.linalg.Matrix;
import rung.separation.Method;
import rung.separation.Separation;

/** Answers the calls about separation. */
final class SeparationCalls {
    void register(Map<String, Call> calls) {
        calls.put("separate", SeparationCalls::separate);
    }

    private static Fields separate(Fields arguments, Conversation conversation) {
        Matrix matrix = arguments.matrix("matrix");
        if (matrix.rows() < 1 || matrix.columns() < 1) {
            throw new IllegalArgumentException("the matrix has no entries");
        }
        Separation separation = Separation.byDefault()
                .withMethod(Method.valueOf(
                        arguments.text("method").toUpperCase(Locale.ROOT).replace('-', '_')))
                .withSeed(arguments.number("seed"))
                .withThreads(RatingsCalls.threads(arguments))
                .withListener(conversation.listener(arguments));
        OptionalInt rank = arguments.countIfAny("rank");
        int least = Math.min(matrix.rows(), matrix.columns());
        if (rank.isPresent() && rank.getAsInt() > least) {
            throw new IllegalArgumentException("rank must be between 1 and " + least
                    + " (the smaller side of the matrix), got " + rank.getAsInt());
        }
        separation = rank.isPresent() ? separation.withRank(rank.getAsInt()) : separation;
        OptionalDouble delta = arguments.realIfAny("delta");
        separation = delta.isPresent() ? separation.withDelta(delta.getAsDouble()) : separation;
        separation = arguments.isSet("paper") ? separation.asInPaper() : separation;
        Separation.Separated separated = separation.separate(Tiles.of(matrix));
        return new Fields()
                .put("low", separated.low().toDense())
                .put("left", separated.low().left())
                .put("right", separated.low().right())
                .put("delta", separated.delta())
                .put("scale", separated.scale())
                .put("stopped", separated.stopped());
    }
}
