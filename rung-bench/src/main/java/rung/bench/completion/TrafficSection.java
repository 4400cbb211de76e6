package rung.bench.completion;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import rung.data.Observations;
import rung.file.table.TableFile;
import rung.linalg.Matrix;

/**
 * A week of traffic, speeds of detectors every five minutes, with 30 % hidden: single cells, four hours or a day of a detector at a
 * time; or with a tenth of the rows hidden, hours in which no detector reports. Errors are in miles per hour. {@code traffic/los_speed.csv} is looked for under {@code -Ddata=FOLDER}, by default ../shared/data;
 * {@code -Dholes=scattered,hours,day,rows} leaves out all kinds of holes but these. Seed 0 unless others are asked for.
 */
final class TrafficSection implements CompletionBench.Section {
    private static final double HIDDEN = 0.3;

    /** The cells of an outage of four hours, and of a day. */
    private static final int HOURS = 48;

    private static final int DAY = 288;

    /** The word for rows without any value, the part of them, and how many follow each other. */
    private static final String ROWS = "rows";

    private static final double HIDDEN_ROWS = 0.1;
    private static final int HOUR = 12;

    private static final List<String> HOLES = List.of("scattered", "hours", "day", ROWS);

    @Override
    public void run(PrintStream out, BenchOptions options) throws IOException {
        List<String> holes = options.words("holes", HOLES, HOLES);
        List<String> words = options.words("methods", Methods.USUAL, Methods.USUAL);
        Path file = Path.of(options.given().apply("data").orElse("../shared/data"), "traffic", "los_speed.csv");
        if (!Files.exists(file)) {
            out.println(file + " is not there: traffic is skipped (-Ddata=FOLDER says where to look)");
            return;
        }
        Matrix speeds = TableFile.read(file).values();
        Results results = new Results(out, "traffic, miles per hour", Methods.of(words, options.trials(), 1));
        for (String kind : holes) {
            int length = kind.equals("scattered") ? 1 : kind.equals("hours") ? HOURS : DAY;
            List<HiddenCells> tables = new ArrayList<>();
            for (long seed : options.seeds(1)) {
                tables.add(kind.equals(ROWS) ? outages(speeds, seed) : table(speeds, length, seed));
            }
            results.measure(kind.equals(ROWS) ? "hours of all hidden" : "30 % hidden, " + kind, tables);
        }
    }

    /** Hides all cells of an hour at random places, which may overlap, until a tenth of the rows is hidden. */
    static HiddenCells outages(Matrix speeds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean[][] isHidden = new boolean[speeds.rows()][speeds.columns()];
        for (long done = 0, wanted = Math.round(HIDDEN_ROWS * speeds.rows()); done < wanted; ) {
            int first = random.nextInt(speeds.rows() - HOUR + 1);
            for (int i = first; i < first + HOUR && done < wanted; i++) {
                done += isHidden[i][0] ? 0 : 1;
                Arrays.fill(isHidden[i], true);
            }
        }
        return hidden(speeds, isHidden);
    }

    /**
     * Hides stretches of a column at random places, which may overlap, until three tenths of the cells are hidden.
     *
     * @param length the number of cells of a stretch
     */
    static HiddenCells table(Matrix speeds, int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean[][] isHidden = new boolean[speeds.rows()][speeds.columns()];
        long wanted = Math.round(HIDDEN * speeds.rows() * speeds.columns());
        long done = 0;
        while (done < wanted) {
            int first = random.nextInt(speeds.rows() - length + 1);
            int j = random.nextInt(speeds.columns());
            for (int i = first; i < first + length && done < wanted; i++) {
                done += isHidden[i][j] ? 0 : 1;
                isHidden[i][j] = true;
            }
        }
        return hidden(speeds, isHidden);
    }

    private static HiddenCells hidden(Matrix speeds, boolean[][] isHidden) {
        Observations.Builder observed = Observations.builder(speeds.rows(), speeds.columns());
        Observations.Builder hidden = Observations.builder(speeds.rows(), speeds.columns());
        for (int i = 0; i < speeds.rows(); i++) {
            for (int j = 0; j < speeds.columns(); j++) {
                if (!Double.isNaN(speeds.get(i, j))) {
                    (isHidden[i][j] ? hidden : observed).add(i, j, speeds.get(i, j));
                }
            }
        }
        return new HiddenCells(observed.build(), hidden.build(), HiddenCells.Unit.OF_TABLE, true);
    }
}
