package rung.serve.recommender;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rung.linalg.Matrix;
import rung.linalg.SymmetricEigen;
import rung.linalg.Workers;
import rung.ratings.Model;

/**
 * Items in two dimensions: the two directions in which their factors differ most, once each item's have the length 1, so that what is popular
 * is not far from everything. The same model gives the same map.
 */
final class ItemMap {
    /** The most items of a map; the most popular ones are kept. */
    private static final int MOST = 10_000;

    /** The part of the items that lie within the middle of the map; what is farther out is drawn in. */
    private static final double INNER = 0.9;

    private static final double DIGITS = 1e4;

    private ItemMap() {}

    /** The map as programs see it. */
    static Map<String, Object> of(Model model, Catalog catalog) {
        List<Integer> items = catalog.popular(MOST);
        double[][] places = places(model, items);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("ids", items.stream().map(catalog::id).toList());
        facts.put("titles", items.stream().map(catalog::title).toList());
        facts.put("x", list(places[0]));
        facts.put("y", list(places[1]));
        facts.put("users", items.stream().map(catalog::users).toList());
        Map<String, Object> columns = new LinkedHashMap<>();
        for (String name : catalog.titles().columnNames()) {
            columns.put(
                    name,
                    items.stream()
                            .map(item ->
                                    catalog.titles().columns(catalog.id(item)).getOrDefault(name, ""))
                            .toList());
        }
        facts.put("columns", columns);
        return facts;
    }

    private static List<Double> list(double[] numbers) {
        List<Double> list = new ArrayList<>(numbers.length);
        for (double number : numbers) {
            list.add(Math.rint(number * DIGITS) / DIGITS);
        }
        return list;
    }

    private static double[][] places(Model model, List<Integer> items) {
        boolean byPreference =
                model.preferences().isPresent() && model.preferences().get().rank() >= 2;
        int rank = byPreference
                ? model.preferences().get().rank()
                : model.ratings().map(part -> part.factors().rank()).orElse(0);
        float[] all = rank == 0
                ? new float[0]
                : byPreference
                        ? model.preferences().get().items().unpadded()
                        : model.factors().columns().factors();
        int n = items.size();
        double[][] rows = new double[n][rank];
        for (int k = 0; k < n; k++) {
            double square = 0;
            for (int l = 0; l < rank; l++) {
                rows[k][l] = all[items.get(k) * rank + l];
                square += rows[k][l] * rows[k][l];
            }
            for (int l = 0; l < rank && square > 0; l++) {
                rows[k][l] /= Math.sqrt(square);
            }
        }
        center(rows, rank);
        double[][] places = new double[2][n];
        if (rank > 0 && n > 0) {
            SymmetricEigen axes = SymmetricEigen.largest(covariance(rows, rank), Math.min(2, rank), Workers.all());
            for (int axis = 0; axis < Math.min(2, rank); axis++) {
                places[axis] = scaled(projected(rows, axes.vectors(), axis, rank));
            }
        }
        return places;
    }

    private static void center(double[][] rows, int rank) {
        double[] mean = new double[rank];
        for (double[] row : rows) {
            for (int l = 0; l < rank; l++) {
                mean[l] += row[l] / rows.length;
            }
        }
        for (double[] row : rows) {
            for (int l = 0; l < rank; l++) {
                row[l] -= mean[l];
            }
        }
    }

    private static Matrix covariance(double[][] rows, int rank) {
        Matrix sum = new Matrix(rank, rank);
        for (int a = 0; a < rank; a++) {
            for (int b = 0; b <= a; b++) {
                double total = 0;
                for (double[] row : rows) {
                    total += row[a] * row[b];
                }
                sum.set(a, b, total);
                sum.set(b, a, total);
            }
        }
        return sum;
    }

    /* Places along an axis, whose direction is such that its largest number is positive. */
    private static double[] projected(double[][] rows, Matrix vectors, int axis, int rank) {
        double largest = 0;
        for (int l = 0; l < rank; l++) {
            double number = vectors.get(l, axis);
            largest = Math.abs(number) > Math.abs(largest) ? number : largest;
        }
        double sign = largest < 0 ? -1 : 1;
        double[] places = new double[rows.length];
        for (int k = 0; k < places.length; k++) {
            for (int l = 0; l < rank; l++) {
                places[k] += sign * rows[k][l] * vectors.get(l, axis);
            }
        }
        return places;
    }

    /* Brings places into [−1, 1]: tanh leaves the middle as it is and draws in what lies far out. */
    private static double[] scaled(double[] places) {
        double[] sizes = Arrays.stream(places).map(Math::abs).sorted().toArray();
        double usual = sizes[(int) (INNER * (sizes.length - 1))];
        return Arrays.stream(places)
                .map(place -> usual > 0 ? Math.tanh(place / usual) : 0)
                .toArray();
    }
}
