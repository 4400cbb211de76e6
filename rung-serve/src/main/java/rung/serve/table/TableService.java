package rung.serve.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import rung.Provenance;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.table.TableFile;
import rung.linalg.Matrix;
import rung.serve.http.Answer;
import rung.serve.http.HttpLimits;
import rung.serve.http.Request;
import rung.serve.http.Routes;
import rung.serve.http.Service;

/** A table that {@code rung complete} wrote, and what it wrote about the cells that it filled. */
public final class TableService implements Service {
    private static final int USUAL_ROWS = 100;
    private static final int USUAL_COLUMNS = 50;
    private static final int USUAL_SIZE = 200;

    private final Path file;
    private final int rows;
    private final List<String> columns;
    private final Optional<List<String>> labels;
    private final Matrix values; // NaN where there is no number
    private final Map<Long, Float>
            filled; // the standard error of each cell that was filled, by its place; NaN: not known

    /**
     * Reads a table.
     *
     * @param file the completed table
     * @param errors the file that {@code rung complete --errors} wrote, which says which cells were filled
     * @throws IOException if a file cannot be read, or is not what it should be
     */
    public TableService(Path file, Optional<Path> errors) throws IOException {
        this.file = file;
        Table table = TableFile.read(file);
        this.values = table.values();
        this.rows = values.rows();
        this.columns = table.columnNames()
                .orElseGet(() -> IntStream.rangeClosed(1, table.values().columns())
                        .mapToObj(String::valueOf)
                        .toList());
        this.labels = table.rowLabels();
        this.filled = errors.isPresent() ? filled(errors.get()) : Map.of();
    }

    private Map<Long, Float> filled(Path errors) throws IOException {
        Map<String, Integer> numbers = new HashMap<>();
        for (int j = 0; j < columns.size(); j++) {
            numbers.put(columns.get(j), j);
        }
        Map<Long, Float> found = new HashMap<>();
        List<String> lines = Files.readAllLines(errors);
        for (int k = 1; k < lines.size(); k++) {
            String[] fields = lines.get(k).split("\t", -1);
            Integer column = fields.length < 4 ? null : numbers.get(fields[1]);
            try {
                int row = Integer.parseInt(fields[0]) - 1;
                if (fields.length >= 4 && row >= 0 && row < rows) {
                    float error = fields[3].isEmpty() ? Float.NaN : Float.parseFloat(fields[3]);
                    if (column != null) { // a column of labels is not shown among the numbers
                        found.put(place(row, column), error);
                    }
                    continue;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new FormatException(errors + ":" + (k + 1)
                    + ": expected a row of the table, a column, a value and its standard error, as 'rung complete"
                    + " --errors' writes them");
        }
        return found;
    }

    private long place(int row, int column) {
        return (long) row * values.columns() + column;
    }

    @Override
    public void addTo(Routes routes, boolean needsToken) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("kind", "table");
        facts.put("name", file.getFileName().toString());
        facts.put("version", Provenance.libraryVersion());
        facts.put("needsToken", needsToken);
        facts.put("rows", rows);
        facts.put("columns", columns);
        facts.put("filled", filled.size());
        Answer model = Answer.json(facts);
        routes.get("/api/v1/model", request -> model)
                .get("/api/v1/table", this::cells)
                .get("/api/v1/table/overview", this::overview)
                .get("/api/v1/table/file", request -> download());
    }

    private Answer cells(Request request) {
        int row = request.whole("row", 0, Integer.MAX_VALUE, 0);
        int column = request.whole("column", 0, Integer.MAX_VALUE, 0);
        int toRow = (int) Math.min(rows, row + (long) request.whole("rows", 0, HttpLimits.LIST, USUAL_ROWS));
        int toColumn = (int) Math.min(
                values.columns(), column + (long) request.whole("columnCount", 0, HttpLimits.LIST, USUAL_COLUMNS));
        List<String> names = new ArrayList<>();
        List<List<Map<String, Object>>> cells = new ArrayList<>();
        for (int i = row; i < toRow; i++) {
            names.add(labels.isPresent() ? labels.get().get(i) : String.valueOf(i + 1));
            List<Map<String, Object>> line = new ArrayList<>();
            for (int j = column; j < toColumn; j++) {
                line.add(cell(i, j));
            }
            cells.add(line);
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("row", row);
        facts.put("column", column);
        facts.put("rows", names);
        facts.put("columns", column < toColumn ? columns.subList(column, toColumn) : List.of());
        facts.put("cells", cells);
        return Answer.json(facts);
    }

    private Map<String, Object> cell(int row, int column) {
        Map<String, Object> facts = new LinkedHashMap<>();
        double value = values.get(row, column);
        if (Double.isFinite(value)) {
            facts.put("value", value);
        }
        Float error = filled.get(place(row, column));
        facts.put("filled", error != null);
        if (error != null && Float.isFinite(error)) {
            facts.put("error", error);
        }
        return facts;
    }

    /*
     * Means over blocks of cells. Each column is scaled to [0, 1] by its own least and greatest value, since columns differ in unit.
     * Beside them, which part of a block was filled in, and which part holds no number; where all of it does not, its mean is 0.
     */
    private Answer overview(Request request) {
        int height = Math.min(rows, request.whole("height", 1, HttpLimits.LIST, USUAL_SIZE));
        int width = Math.min(values.columns(), request.whole("width", 1, HttpLimits.LIST, USUAL_SIZE));
        double[][] sums = new double[height][width];
        int[][] counts = new int[height][width];
        double[][] shares = new double[height][width];
        int[][] cells = new int[height][width];
        for (int j = 0; j < values.columns(); j++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < rows; i++) {
                double value = values.get(i, j);
                low = Double.isFinite(value) ? Math.min(low, value) : low;
                high = Double.isFinite(value) ? Math.max(high, value) : high;
            }
            int b = (int) ((long) j * width / values.columns());
            for (int i = 0; i < rows; i++) {
                int a = (int) ((long) i * height / rows);
                double value = values.get(i, j);
                cells[a][b]++;
                shares[a][b] += filled.containsKey(place(i, j)) ? 1 : 0;
                if (Double.isFinite(value)) {
                    counts[a][b]++;
                    sums[a][b] += high > low ? (value - low) / (high - low) : 0.5;
                }
            }
        }
        List<List<Float>> means = new ArrayList<>();
        List<List<Float>> parts = new ArrayList<>();
        List<List<Float>> empties = new ArrayList<>();
        for (int a = 0; a < height; a++) {
            List<Float> meanLine = new ArrayList<>();
            List<Float> partLine = new ArrayList<>();
            List<Float> emptyLine = new ArrayList<>();
            for (int b = 0; b < width; b++) {
                meanLine.add((float) (sums[a][b] / Math.max(1, counts[a][b])));
                partLine.add((float) (shares[a][b] / Math.max(1, cells[a][b])));
                emptyLine.add(1 - counts[a][b] / (float) Math.max(1, cells[a][b]));
            }
            means.add(meanLine);
            parts.add(partLine);
            empties.add(emptyLine);
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", rows);
        facts.put("columns", values.columns());
        facts.put("values", means);
        facts.put("filled", parts);
        facts.put("empty", empties);
        return Answer.json(facts);
    }

    private Answer download() {
        try {
            String name = file.getFileName().toString().replaceAll("[^A-Za-z0-9._-]", "_");
            return Answer.of("application/octet-stream", Files.readAllBytes(file))
                    .withHeader("Content-Disposition", "attachment; filename=\"" + name + "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
