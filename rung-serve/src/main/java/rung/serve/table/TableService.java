package rung.serve.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rung.Provenance;
import rung.file.ratings.RatingsFile;
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
    private final CompletedTable table;
    private final boolean looksLikeRatings;

    /**
     * Reads a table.
     *
     * @param file the completed table
     * @param errors the file that {@code rung complete --errors} wrote, which says which cells were filled
     * @throws IOException if a file cannot be read, or is not what it should be
     */
    public TableService(Path file, Optional<Path> errors) throws IOException {
        this.file = file;
        this.table = CompletedTable.read(file, errors);
        this.looksLikeRatings = errors.isEmpty() && RatingsFile.looksLikeRatings(file);
    }

    @Override
    public void addTo(Routes routes, boolean needsToken) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("kind", "table");
        facts.put("name", file.getFileName().toString());
        facts.put("version", Provenance.libraryVersion());
        facts.put("needsToken", needsToken);
        facts.put("rows", table.rows());
        facts.put("columns", names(0, table.columns().size()));
        facts.put("categories", categories());
        facts.put("filled", table.filled());
        table.rowNames().ifPresent(names -> facts.put("rowNames", names.column()));
        facts.put(
                "leftOut",
                table.leftOut().stream()
                        .map(each -> pair("name", each.name(), "kind", each.kind()))
                        .toList());
        Answer model = Answer.json(facts);
        routes.get("/api/v1/model", request -> model)
                .get("/api/v1/table", this::cells)
                .get("/api/v1/table/overview", this::overview)
                .get("/api/v1/table/file", request -> download());
    }

    @Override
    public String description() {
        int columns = table.columns().size()
                + table.leftOut().size()
                + (table.rowNames().isPresent() ? 1 : 0);
        return "a table of " + table.rows() + "×" + columns
                + (looksLikeRatings ? "; it looks like ratings, which 'rung train' makes a model of" : "");
    }

    private List<String> names(int from, int to) {
        return table.columns().subList(Math.min(from, to), to).stream()
                .map(CompletedTable.Column::name)
                .toList();
    }

    private List<Map<String, Object>> categories() {
        List<Map<String, Object>> categories = new ArrayList<>();
        for (int j = 0; j < table.columns().size(); j++) {
            if (table.columns().get(j).isCategory()) {
                categories.add(
                        pair("column", j, "labels", table.columns().get(j).labels()));
            }
        }
        return categories;
    }

    private static Map<String, Object> pair(String one, Object oneValue, String other, Object otherValue) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(one, oneValue);
        facts.put(other, otherValue);
        return facts;
    }

    private Answer cells(Request request) {
        int row = request.whole("row", 0, Integer.MAX_VALUE, 0);
        int column = request.whole("column", 0, Integer.MAX_VALUE, 0);
        int toRow = (int) Math.min(table.rows(), row + (long) request.whole("rows", 0, HttpLimits.LIST, USUAL_ROWS));
        int toColumn = (int) Math.min(
                table.columns().size(),
                column + (long) request.whole("columnCount", 0, HttpLimits.LIST, USUAL_COLUMNS));
        List<String> names = new ArrayList<>();
        List<List<Map<String, Object>>> cells = new ArrayList<>();
        for (int i = row; i < toRow; i++) {
            int at = i;
            names.add(table.rowNames().map(each -> each.names().get(at)).orElseGet(() -> String.valueOf(at + 1)));
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
        facts.put("columns", names(column, toColumn));
        facts.put("cells", cells);
        return Answer.json(facts);
    }

    private Map<String, Object> cell(int row, int column) {
        Map<String, Object> facts = new LinkedHashMap<>();
        List<String> labels = table.columns().get(column).labels();
        double value = table.value(row, column);
        if (Double.isFinite(value)) {
            facts.put("value", labels.isEmpty() ? value : labels.get((int) value));
        }
        facts.put("filled", table.isFilled(row, column));
        table.error(row, column)
                .ifPresent(error ->
                        facts.put(labels.isEmpty() ? "error" : "probability", labels.isEmpty() ? error : 1 - error));
        return facts;
    }

    private Answer overview(Request request) {
        int height = request.whole("height", 1, HttpLimits.LIST, USUAL_SIZE);
        int width = request.whole("width", 1, HttpLimits.LIST, USUAL_SIZE);
        return Answer.json(new Overview(table, height, width).facts());
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
