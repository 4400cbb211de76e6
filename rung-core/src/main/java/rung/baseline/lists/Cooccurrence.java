package rung.baseline.lists;

import rung.linalg.Pattern;
import rung.linalg.Side;

/** How many users chose two items both: XᵀX of the binary matrix X, one row after the other. */
final class Cooccurrence {
    private final Choices choices;
    private final long[] workBefore;

    Cooccurrence(Choices choices) {
        this.choices = choices;
        Pattern.Lines byItem = choices.by(Side.RIGHT);
        Pattern.Lines byUser = choices.by(Side.LEFT);
        workBefore = new long[choices.items() + 1];
        for (int item = 0; item < choices.items(); item++) {
            long work = 1;
            for (int k = 0; k < byItem.size(item); k++) {
                work += byUser.size(byItem.other(item, k));
            }
            workBefore[item + 1] = workBefore[item] + work;
        }
    }

    /** The additions that the rows before one take. */
    long workBefore(int item) {
        return workBefore[item];
    }

    /** Space for one row at a time; each thread has its own. */
    Row row() {
        return new Row();
    }

    /** One row. */
    final class Row {
        private final int[] common = new int[choices.items()];
        private final int[] touched = new int[choices.items()];
        private int size;

        /** Counts the common users of an item and each of the items before {@code end}. */
        void count(int item, int end) {
            for (int k = 0; k < size; k++) {
                common[touched[k]] = 0;
            }
            size = 0;
            Pattern.Lines byItem = choices.by(Side.RIGHT);
            Pattern.Lines byUser = choices.by(Side.LEFT);
            int[] items = byUser.index();
            for (int k = 0; k < byItem.size(item); k++) {
                int user = byItem.other(item, k);
                int to = (int) byUser.before(user + 1);
                for (int e = (int) byUser.before(user); e < to && items[e] < end; e++) {
                    if (common[items[e]]++ == 0) {
                        touched[size++] = items[e];
                    }
                }
            }
        }

        /** The number of items with common users. */
        int size() {
            return size;
        }

        /** The k-th of these items, in no particular order. */
        int item(int k) {
            return touched[k];
        }

        /** The number of common users with an item. */
        int common(int item) {
            return common[item];
        }
    }
}
