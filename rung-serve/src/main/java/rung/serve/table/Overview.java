package rung.serve.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table in blocks of cells: means of numbers, each column scaled to [0, 1] by its own least and greatest value, since columns differ in
 * unit; the most frequent label where a block is in categories alone. Beside them, which part of a block was filled in, and which part holds
 * nothing.
 */
final class Overview {
    private final CompletedTable table;
    private final int height;
    private final int width;
    private final double[][] sums;
    private final int[][] numbers; // how many cells a block's sum is of
    private final int[][] labels; // −1 where there is none, or where there are numbers
    private final int[][] filled;
    private final int[][] empty;
    private final int[][] cells;

    /** Cuts a table into blocks: {@code mostRows} rows of blocks at most, and {@code mostColumns} columns. */
    Overview(CompletedTable table, int mostRows, int mostColumns) {
        this.table = table;
        this.height = Math.min(table.rows(), mostRows);
        this.width = Math.min(table.columns().size(), mostColumns);
        this.sums = new double[height][width];
        this.numbers = new int[height][width];
        this.labels = new int[height][width];
        this.filled = new int[height][width];
        this.empty = new int[height][width];
        this.cells = new int[height][width];
        for (int j = 0; j < table.columns().size(); j++) {
            count(j);
        }
        for (int j = table.columns().size() - 1;
                j >= 0;
                j--) { // numbers go before labels, and the first category before others
            addLabels(j);
        }
        for (int j = 0; j < table.columns().size(); j++) {
            addNumbers(j);
        }
    }

    private int down(int row) {
        return (int) ((long) row * height / table.rows());
    }

    private int across(int column) {
        return (int) ((long) column * width / table.columns().size());
    }

    private void count(int column) {
        int b = across(column);
        for (int i = 0; i < table.rows(); i++) {
            int a = down(i);
            cells[a][b]++;
            filled[a][b] += table.isFilled(i, column) ? 1 : 0;
            empty[a][b] += Double.isFinite(table.value(i, column)) ? 0 : 1;
        }
    }

    private void addNumbers(int column) {
        if (table.columns().get(column).isCategory()) {
            return;
        }
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < table.rows(); i++) {
            double value = table.value(i, column);
            low = Double.isFinite(value) ? Math.min(low, value) : low;
            high = Double.isFinite(value) ? Math.max(high, value) : high;
        }
        int b = across(column);
        for (int i = 0; i < table.rows(); i++) {
            int a = down(i);
            double value = table.value(i, column);
            labels[a][b] = -1;
            if (Double.isFinite(value)) {
                numbers[a][b]++;
                sums[a][b] += high > low ? (value - low) / (high - low) : 0.5;
            }
        }
    }

    private void addLabels(int column) {
        if (!table.columns().get(column).isCategory()) {
            return;
        }
        int b = across(column);
        int[] counts = new int[table.columns().get(column).labels().size()];
        for (int i = 0; i < table.rows(); i++) {
            double value = table.value(i, column);
            counts[(int) value] += Double.isFinite(value) ? 1 : 0;
            if (i == table.rows() - 1 || down(i + 1) > down(i)) {
                labels[down(i)][b] = mostFrequent(counts);
                Arrays.fill(counts, 0);
            }
        }
    }

    private static int mostFrequent(int[] counts) {
        int best = 0;
        for (int k = 1; k < counts.length; k++) {
            best = counts[k] > counts[best] ? k : best;
        }
        return counts[best] == 0 ? -1 : best;
    }

    /** The blocks as they are sent. */
    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", table.rows());
        facts.put("columns", table.columns().size());
        facts.put("values", blocks((a, b) -> (float) (sums[a][b] / Math.max(1, numbers[a][b]))));
        if (table.columns().stream().anyMatch(CompletedTable.Column::isCategory)) {
            facts.put("labels", blocks((a, b) -> labels[a][b]));
        }
        facts.put("filled", blocks((a, b) -> filled[a][b] / (float) cells[a][b]));
        facts.put("empty", blocks((a, b) -> empty[a][b] / (float) cells[a][b]));
        return facts;
    }

    @FunctionalInterface
    private interface Block {
        Number at(int down, int across);
    }

    private List<List<Number>> blocks(Block block) {
        List<List<Number>> lines = new ArrayList<>();
        for (int a = 0; a < height; a++) {
            List<Number> line = new ArrayList<>();
            for (int b = 0; b < width; b++) {
                line.add(block.at(a, b));
            }
            lines.add(line);
        }
        return lines;
    }
}
