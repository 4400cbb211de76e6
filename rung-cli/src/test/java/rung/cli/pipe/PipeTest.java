package rung.cli.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import rung.completion.Completion;
import rung.data.Observations;
import rung.linalg.Matrix;

/** The other side of the pipes, spoken to as the Python package does. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PipeTest {
    private WritableByteChannel toChild;
    private Wire wire;
    private CompletableFuture<Throwable> ended;

    @BeforeEach
    void start() throws IOException {
        java.nio.channels.Pipe in = java.nio.channels.Pipe.open();
        java.nio.channels.Pipe out = java.nio.channels.Pipe.open();
        toChild = in.sink();
        wire = new Wire(out.source(), toChild);
        ended = new CompletableFuture<>();
        Thread child = new Thread(() -> {
            try {
                new Pipe(new Wire(in.source(), out.sink())).run();
            } catch (IOException | RuntimeException e) {
                ended.complete(e);
            }
        });
        child.setDaemon(true);
        child.start();
        Message hello = wire.read();
        assertThat(hello.kind()).isEqualTo(Kind.HELLO);
        assertThat(hello.fields().number("protocol")).isEqualTo(Wire.VERSION);
    }

    @AfterEach
    void end() throws Exception {
        toChild.close();
        assertThat(ended.get()).isInstanceOf(EOFException.class);
    }

    private Message next() throws IOException {
        Message message = wire.read();
        return message.kind() == Kind.BEAT ? next() : message;
    }

    private Fields call(int number, String name, Fields arguments) throws IOException {
        wire.write(new Message(Kind.CALL, number, arguments.put("call", name)));
        Message answer = next();
        assertThat(answer.call()).isEqualTo(number);
        return answer.fields();
    }

    @Test
    void everyTypeComesBackAsItWasSent() throws IOException {
        Fields fields = new Fields()
                .put("yes", true)
                .put("whole", Long.MIN_VALUE)
                .put("real", -0.0)
                .put("text", "ÿ ∑ 𝄞")
                .put("bytes", new byte[] {-1, 0, 1})
                .put("ints", new int[] {Integer.MIN_VALUE, 7})
                .put("longs", new long[] {Long.MAX_VALUE})
                .put("floats", new float[] {Float.NaN, 1.5f})
                .put("doubles", new double[0])
                .put("matrix", Matrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}}))
                .put("names", Names.of(List.of("", "a", "ÿ")));
        Fields back = call(3, "echo", fields);
        assertThat(back.isSet("yes")).isTrue();
        assertThat(back.number("whole")).isEqualTo(Long.MIN_VALUE);
        assertThat(back.realIfAny("real").getAsDouble()).isEqualTo(-0.0);
        assertThat(back.text("text")).isEqualTo("ÿ ∑ 𝄞");
        assertThat(back.bytes("bytes")).containsExactly(-1, 0, 1);
        assertThat(back.ints("ints")).containsExactly(Integer.MIN_VALUE, 7);
        assertThat((long[]) back.array("longs")).containsExactly(Long.MAX_VALUE);
        assertThat(back.floats("floats")).containsExactly(Float.NaN, 1.5f);
        assertThat(back.doubles("doubles")).isEmpty();
        assertThat(back.matrix("matrix").get(1, 0)).isEqualTo(4);
        assertThat(back.names("names")).containsExactly("", "a", "ÿ");
    }

    @Test
    void anArrayLargerThanEveryBufferComesBack() throws Exception {
        double[] large = new SplittableRandom(1).doubles(400_000).toArray();
        CompletableFuture<Fields> back = CompletableFuture.supplyAsync(() -> {
            try {
                return next().fields();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        wire.write(new Message(Kind.CALL, 1, new Fields().put("call", "echo").put("large", large)));
        assertThat(back.get().doubles("large")).isEqualTo(large);
    }

    @Test
    void failuresSayWhatKindTheyAre() throws IOException {
        assertThat(call(1, "no such call", new Fields()).text("kind")).isEqualTo("value");
        assertThat(call(2, "complete", new Fields()).text("sentence")).contains("'table'");
        assertThat(call(3, "ids", new Fields().put("model", 9)).text("sentence"))
                .contains("no model 9");
        Fields empty = new Fields().put("table", Matrix.of(new double[][] {{Double.NaN}}));
        assertThat(call(4, "complete", empty.put("seed", 0L)).text("sentence")).contains("every cell is a hole");
    }

    @Test
    void aTableIsCompletedAsTheCoreCompletesIt() throws IOException {
        Matrix table = Matrix.gaussian(20, 6, new SplittableRandom(5));
        table.set(3, 4, Double.NaN);
        Fields result = call(1, "complete", new Fields().put("table", table).put("seed", 3L));
        double filled = Completion.byDefault()
                .withSeed(3)
                .complete(Observations.withHoles(table))
                .fill(3, 4);
        assertThat(result.matrix("filled").get(3, 4)).isEqualTo(filled);
        assertThat(result.matrix("filled").get(0, 0)).isEqualTo(table.get(0, 0));
    }

    /* What is said of a column without a value is passed over, and the answer is that to the table without it. */
    @Test
    void aColumnWithoutAnyValueStays() throws IOException {
        Matrix table = holes();
        table.set(2, 1, 1e4);
        Matrix wide = new Matrix(table.rows(), table.columns() + 1);
        for (int i = 0; i < wide.rows(); i++) {
            for (int j = 0; j < wide.columns(); j++) {
                wide.set(i, j, j == 1 ? Double.NaN : table.get(i, j < 1 ? j : j - 1));
            }
        }
        Fields arguments = new Fields().put("seed", 0L).put("uncertainty", true).put("draws", 1L);
        Fields alone = call(1, "complete", arguments.put("table", table));
        String[] kinds = new String[wide.columns()];
        Arrays.fill(kinds, "");
        kinds[1] = "count";
        Fields with = call(2, "complete", arguments.put("table", wide).put("kinds", Names.of(List.of(kinds))));
        assertThat(alone.ints("model.empty")).isEmpty();
        assertThat(with.ints("model.empty")).containsExactly(1);
        for (String name : List.of("filled", "low", "high", "standard_error", "draw.1")) {
            assertStays(with.matrix(name), alone.matrix(name));
        }
        assertThat(with.names("kinds").get(1)).isEmpty();
        assertThat(with.names("kinds").get(2)).isEqualTo(alone.names("kinds").get(1));
        assertThat(alone.ints("errors.column")).contains(1);
        assertThat(with.ints("errors.column"))
                .containsExactly(Arrays.stream(alone.ints("errors.column"))
                        .map(j -> j < 1 ? j : j + 1)
                        .toArray());

        Fields model = new Fields().put("table", wide);
        with.values().forEach((name, value) -> {
            if (name.startsWith("model.")) {
                model.put(name, value);
            }
        });
        wide.set(0, 1, 7);
        Matrix filled = call(3, "complete-rows", model).matrix("filled");
        assertThat(filled.get(0, 1)).isEqualTo(7);
        filled.set(0, 1, Double.NaN);
        Fields narrow = new Fields().put("table", table);
        alone.values().forEach((name, value) -> {
            if (name.startsWith("model.")) {
                narrow.put(name, value);
            }
        });
        assertStays(filled, call(4, "complete-rows", narrow).matrix("filled"));
    }

    /** Checks that column 1 holds nothing, and the others what they hold without it. */
    private static void assertStays(Matrix wide, Matrix narrow) {
        for (int i = 0; i < wide.rows(); i++) {
            assertThat(wide.get(i, 1)).isNaN();
            for (int j = 0; j < narrow.columns(); j++) {
                assertThat(wide.get(i, j < 1 ? j : j + 1)).isEqualTo(Double.valueOf(narrow.get(i, j)));
            }
        }
    }

    @Test
    void aStopEndsARunWithTheBestSoFar() throws IOException {
        Fields arguments = new Fields()
                .put("table", holes())
                .put("seed", 0L)
                .put("progress", true)
                .put("call", "complete");
        wire.write(new Message(Kind.CALL, 1, arguments));
        assertThat(next().kind()).isEqualTo(Kind.STEP);
        wire.write(new Message(Kind.STOP, 1, new Fields()));
        Message message;
        do {
            message = next();
        } while (message.kind() == Kind.STEP);
        assertThat(message.fields().isSet("stopped")).isTrue();
        assertThat(Arrays.stream(message.fields().matrix("filled").array()).noneMatch(Double::isNaN))
                .isTrue();
    }

    private static Matrix holes() {
        Matrix table = Matrix.gaussian(300, 90, new SplittableRandom(2));
        for (int i = 0; i < 300; i++) {
            table.set(i, i % 90, Double.NaN);
        }
        return table;
    }

    @Test
    void theCallersFunctionIsAsked() throws IOException {
        Fields arguments = new Fields()
                .put("rows", 3)
                .put("columns", 2)
                .put("rank", 1)
                .put("algorithm", "greedy")
                .put("seed", 0L)
                .put("call", "minimize");
        wire.write(new Message(Kind.CALL, 5, arguments));
        Message question = next();
        assertThat(question.kind()).isEqualTo(Kind.QUESTION);
        long number = question.fields().number("number");
        wire.write(new Message(
                Kind.REPLY, 5, new Fields().put("number", number - 1).put("value", 3.0))); // of another question
        wire.write(new Message(Kind.REPLY, 5, new Fields().put("number", number).put("failed", true)));
        assertThat(next().fields().text("kind")).isEqualTo("caller");
    }

    @Test
    void callsAreAnsweredSideBySide() throws IOException {
        wire.write(new Message(
                Kind.CALL, 1, new Fields().put("table", holes()).put("seed", 0L).put("call", "complete")));
        assertThat(call(2, "echo", new Fields().put("text", "now")).text("text"))
                .isEqualTo("now");
        assertThat(next().call()).isEqualTo(1);
    }

    @Test
    void namesMustFitTheirBytes() {
        assertThatThrownBy(() -> new Names(new byte[3], new int[] {0, 2, 1})).hasMessageContaining("ascend");
        assertThatThrownBy(() -> new Names(new byte[3], new int[] {0, 4})).hasMessageContaining("ascend");
    }
}
