package rung.completion;

import java.util.List;
import rung.LowRankMatrix;
import rung.completion.kind.ColumnKind;
import rung.data.Observations;
import rung.linalg.Matrix;

/** The columns of a table that are no categories, as a table of their own. */
final class NumericPart {
    private final int[] at; // the position of each column among them; -1 for a category
    private final int count;

    NumericPart(List<ColumnKind> kinds) {
        this.at = new int[kinds.size()];
        int next = 0;
        for (int j = 0; j < at.length; j++) {
            at[j] = kinds.get(j) == ColumnKind.CATEGORY ? -1 : next++;
        }
        this.count = next;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    /** The kinds of these columns; one of numbers if there are none. */
    List<ColumnKind> kinds(List<ColumnKind> all) {
        return count == 0
                ? List.of(ColumnKind.NUMBER)
                : all.stream().filter(kind -> kind != ColumnKind.CATEGORY).toList();
    }

    int at(int column) {
        return at[column];
    }

    Observations of(Observations data) {
        if (count == at.length) {
            return data;
        }
        Observations.Builder part = Observations.builder(data.rows(), Math.max(1, count));
        data.forEach((i, j, value, weight) -> {
            if (at[j] >= 0) {
                part.add(i, at[j], value);
            }
        });
        return part.build();
    }

    /** A matrix of the whole table, with zeros in the categories. */
    LowRankMatrix restored(LowRankMatrix part) {
        if (count == at.length) {
            return part;
        }
        Matrix found = part.right();
        Matrix right = new Matrix(at.length, part.rank());
        for (int j = 0; j < at.length; j++) {
            for (int k = 0; k < part.rank() && at[j] >= 0; k++) {
                right.set(j, k, found.get(at[j], k));
            }
        }
        return LowRankMatrix.of(part.left(), right);
    }

    List<GrossError> restored(List<GrossError> errors) {
        return errors.stream()
                .map(error -> new GrossError(
                        error.row(), source(error.column()), error.value(), error.expected(), error.deviations()))
                .toList();
    }

    private int source(int position) {
        int j = 0;
        while (at[j] != position) {
            j++;
        }
        return j;
    }
}
