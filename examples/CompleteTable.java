import rung.completion.Completion;
import rung.data.Observations;
import rung.linalg.Matrix;

/** Fills the holes of a table. There is nothing to tune. */
public final class CompleteTable {
    private CompleteTable() {}

    public static void main(String[] args) {
        double hole = Double.NaN;
        double[][] cells = new double[40][5]; // hours, and what they cost in five currencies
        for (int i = 0; i < cells.length; i++) {
            for (int j = 0; j < 5; j++) {
                cells[i][j] = (i + 3 * j) % 7 == 0 ? hole : (i + 1) * (j + 1) * 1.5;
            }
        }

        Completion.Completed completed = Completion.byDefault().complete(Observations.withHoles(Matrix.of(cells)));

        System.out.printf("cell (7, 0): %.2f%n", completed.fill(7, 0)); // 8 · 1 · 1.5 = 12
        System.out.println("rank " + completed.rank() + ", error " + completed.heldOutError());
    }
}
