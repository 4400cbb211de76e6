package rung.file;

/** How much of a table is missing. */
record Holes(int rows, int columns, int count) {
    @Override
    public String toString() {
        long cells = (long) rows * columns;
        return rows + "×" + columns + ", "
                + (count == 0 ? "no value missing" : count + " of " + cells + " values missing");
    }
}
