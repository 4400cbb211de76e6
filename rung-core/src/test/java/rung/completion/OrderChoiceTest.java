package rung.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rung.Listener;
import rung.Stage;
import rung.baseline.table.Interpolation;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Pattern;
import rung.linalg.Side;
import rung.linalg.Workers;

class OrderChoiceTest {
    /* Rows in time tell about each other; the same rows in any other order do not. */
    @Test
    void neighborsTellAboutEachOtherOnlyInOrder() {
        SplittableRandom random = new SplittableRandom(15);
        int rows = 400;
        double[][] waves = new double[rows][12];
        double[] local = new double[12];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < 12; j++) {
                local[j] = 0.95 * local[j] + 0.3 * random.nextGaussian();
                waves[i][j] = 20 + 2 * Math.sin(0.05 * i) * (j - 6) / 6 + local[j] + 0.05 * random.nextGaussian();
            }
        }
        Matrix table = Matrix.of(waves);
        Observations.Split split = Observations.dense(table).split(0.3, 1);
        Completion.Completed ordered = Completion.byDefault().complete(split.train());
        Completion.Completed without =
                Completion.byDefault().withSmoothness(Smoothness.none()).complete(split.train());
        assertThat(ordered.order()).isPresent();
        assertThat(without.order()).isEmpty();
        assertThat(error(ordered, split.heldOut())).isLessThan(0.7 * error(without, split.heldOut()));
        int[] places = IntStream.range(0, rows).toArray();
        for (int i = rows - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int place = places[i];
            places[i] = places[other];
            places[other] = place;
        }
        Observations.Builder shuffled = Observations.builder(rows, 12);
        split.train().forEach((i, j, value, weight) -> shuffled.add(places[i], j, value));
        assertThat(Completion.byDefault().complete(shuffled.build()).order()).isEmpty();
    }

    private static double error(Completion.Completed completed, Observations heldOut) {
        double[] sum = {0};
        heldOut.forEach((i, j, value, weight) -> sum[0] += Math.pow(value - completed.fill(i, j), 2));
        return Math.sqrt(sum[0] / heldOut.count());
    }

    /*
     * Speeds on roads, where jams are partly shared, and long outages: some ten held-out stretches choose, and what they choose is no worse
     * than a line from the last value before an outage to the first one after it.
     */
    @Test
    void longOutagesOfAFewColumnsAreFilledNoWorseThanByLines() {
        double squares = 0;
        double ofLines = 0;
        for (int seed : new int[] {4, 7}) {
            Matrix table = jams(150, 20, new Random(seed));
            Matrix holes = table.copy();
            Random random = new Random(seed * 977L + 1);
            for (int hidden = 0; hidden < 0.3 * 150 * 20; ) {
                int j = random.nextInt(20);
                int first = random.nextInt(150 - 24 + 1);
                for (int i = first; i < first + 24; i++) {
                    hidden += Double.isNaN(holes.get(i, j)) ? 0 : 1;
                    holes.set(i, j, Double.NaN);
                }
            }
            Observations known = Observations.withHoles(holes);
            Completion.Completed completed = Completion.byDefault().complete(known);
            double[] lines = new Interpolation().fill(known, Pattern.full(150, 20), Workers.all());
            for (int i = 0; i < 150; i++) {
                for (int j = 0; j < 20; j++) {
                    squares += Double.isNaN(holes.get(i, j)) ? Math.pow(completed.fill(i, j) - table.get(i, j), 2) : 0;
                    ofLines += Double.isNaN(holes.get(i, j)) ? Math.pow(lines[i * 20 + j] - table.get(i, j), 2) : 0;
                }
            }
        }
        assertThat(Math.sqrt(squares)).isLessThan(Math.sqrt(ofLines));
    }

    /*
     * Sensors in units of their own: four show one temperature, a fifth walks alone, a sixth has a scale of hundreds. One is out for a long
     * time, single values are missing everywhere. What others show fills the outage, what neighbors show the rest.
     */
    @Test
    void anOutageIsFilledByOtherColumnsAndSingleHolesByNeighbors() {
        int rows = 1_200;
        SplittableRandom random = new SplittableRandom(7);
        double[] alone = new double[2];
        Observations.Builder known = Observations.builder(rows, 6);
        Observations.Builder out = Observations.builder(rows, 6);
        double walk = 0;
        for (int i = 0; i < rows; i++) {
            walk += 0.08 * random.nextGaussian();
            alone[0] += 0.05 * random.nextGaussian();
            alone[1] = 600 * Math.max(0, Math.sin(2 * Math.PI * i / 144)) * (0.6 + 0.4 * random.nextDouble());
            double base = 12 + 6 * Math.sin(2 * Math.PI * (i / 144.0 - 0.3)) + walk;
            double[] row = {
                base + 0.3 * random.nextGaussian(),
                0.9 * base + 1 + 0.3 * random.nextGaussian(),
                1.1 * base - 2 + 0.3 * random.nextGaussian(),
                60 - 2 * (base - 12) + 1.5 * random.nextGaussian(),
                1013 + alone[0],
                alone[1]
            };
            for (int j = 0; j < 6; j++) {
                boolean isOut = j == 0 && i >= 500 && i < 700;
                (isOut || random.nextDouble() < 0.05 ? out : known).add(i, j, row[j]);
            }
        }
        Completion.Completed completed = Completion.byDefault().complete(known.build());
        Uncertainty uncertainty = completed.uncertainty().orElseThrow();
        double[] sums = new double
                [5]; // squared errors in the outage, cells there, those within two errors, of the walk, cells there
        out.build().forEach((i, j, value, weight) -> {
            double error = value - completed.fill(i, j);
            if (j == 0 && i >= 500 && i < 700) {
                sums[0] += error * error;
                sums[1]++;
                sums[2] += Math.abs(error) < 2 * uncertainty.standardError(i, j) ? 1 : 0;
            } else if (j == 4) {
                sums[3] += error * error;
                sums[4]++;
            }
        });
        assertThat(Math.sqrt(sums[0] / sums[1])).isLessThan(0.6); // 0.3 is noise, 4.5 the deviation
        assertThat(sums[2] / sums[1]).isGreaterThan(0.9);
        assertThat(Math.sqrt(sums[3] / sums[4])).isLessThan(0.1);
    }

    /* Speeds that fall where a sum of two shared processes and one of the column alone is high. */
    private static Matrix jams(int rows, int columns, Random random) {
        double[][] loadings = new double[columns][2];
        for (double[] each : loadings) {
            each[0] = 0.6 * random.nextGaussian();
            each[1] = 0.6 * random.nextGaussian();
        }
        double[] processes = new double[2 + columns];
        for (int k = 0; k < processes.length; k++) {
            processes[k] = random.nextGaussian();
        }
        Matrix table = new Matrix(rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < processes.length; k++) {
                processes[k] = 0.97 * processes[k] + Math.sqrt(1 - 0.97 * 0.97) * random.nextGaussian();
            }
            for (int j = 0; j < columns; j++) {
                double traffic = loadings[j][0] * processes[0] + loadings[j][1] * processes[1] + 0.8 * processes[2 + j];
                table.set(i, j, 65 - 20 * Math.max(0, traffic - 0.5) + random.nextGaussian());
            }
        }
        return table;
    }

    /* A rank that is told is taken, with neighbors too. */
    @Test
    void aToldRankIsTaken() {
        SplittableRandom random = new SplittableRandom(16);
        double[][] walks = new double[200][40];
        double[] local = new double[40];
        for (double[] row : walks) {
            for (int j = 0; j < 40; j++) {
                local[j] = 0.9 * local[j] + random.nextGaussian();
                row[j] = local[j] + 0.1 * random.nextGaussian();
            }
        }
        Observations data = Observations.dense(Matrix.of(walks)).split(0.3, 1).train();
        Completion.Completed completed = Completion.byDefault().withRank(35).complete(data);
        assertThat(completed.order()).isPresent();
        assertThat(completed.rank()).isEqualTo(35);
    }

    /* The fit by kinds knows no neighbors, so it is not even tried where neighbors inform each other. */
    @Test
    void whereNeighborsInformEachOtherKindsAreNotTried() {
        SplittableRandom random = new SplittableRandom(41);
        Observations.Builder data = Observations.builder(300, 6);
        for (int j = 0; j < 6; j++) {
            double level = 0;
            for (int i = 0; i < 300; i++) {
                level = 0.97 * level + 0.25 * random.nextGaussian();
                if (random.nextDouble() < 0.8) {
                    data.add(i, j, j == 0 ? Math.exp(1.5 * level) : level + 0.02 * random.nextGaussian());
                }
            }
        }
        List<String> tasks = new ArrayList<>();
        Completion.Completed completed = Completion.byDefault()
                .withSmoothness(Smoothness.along(Side.LEFT))
                .withKind(0, ColumnKind.POSITIVE)
                .withListener(new Listener() {
                    @Override
                    public void onStage(Stage stage, String task) {
                        tasks.add(task);
                    }

                    @Override
                    public void onStep(Progress progress) {}
                })
                .complete(data.build());
        assertThat(completed.order()).isPresent();
        assertThat(completed.columns().get(0).kind()).isEqualTo(ColumnKind.POSITIVE);
        assertThat(tasks).isNotEmpty().noneMatch(task -> task.startsWith("kinds of columns"));
    }
}
