package rung.completion.exact;

import java.util.Arrays;
import java.util.Optional;
import rung.LowRankMatrix;
import rung.data.Observations;
import rung.linalg.Matrix;
import rung.linalg.Qr;
import rung.linalg.SymmetricEigen;

/** Factors of the shorter side, and the best factors of the longer side for them. */
final class ExactFit {
    /** A residual below this part of the spread of its column, in mean square over all, is rounding. */
    static final double ROUNDING = 1e-10;

    /** The most that rounding may be enlarged by on its way to a hole. */
    private static final double MOST_ENLARGED = 1e3;

    /** A part of a direction below this is none. */
    private static final double NONE = 1e-6;

    /** Eigenvalues below this part of the largest belong to changes of factors that change no cell. */
    private static final double SINGULAR = 1e-11;

    private final ScaledTable table;
    private final int r;
    private final Matrix v; // of the shorter side, orthonormal
    private final Matrix u; // of the longer side
    private final Qr[] known; // of the factors of the known cells of each line
    private final double[][] residuals;
    private final double squares; // of the residuals

    ExactFit(ScaledTable table, Matrix factors) {
        this.table = table;
        this.r = factors.columns();
        this.v = Qr.of(factors).q();
        this.u = new Matrix(table.x().length, r);
        this.known = new Qr[table.x().length];
        this.residuals = new double[table.x().length][];
        double sum = 0;
        for (int i = 0; i < known.length; i++) {
            double[] x = table.x()[i];
            Matrix of = new Matrix(x.length, r);
            for (int k = 0; k < x.length; k++) {
                for (int a = 0; a < r; a++) {
                    of.set(k, a, v.get(table.lines().other(i, k), a));
                }
            }
            known[i] = Qr.of(of);
            residuals[i] = x.clone();
            double[] c = new double[r];
            for (int a = 0; a < r; a++) {
                for (int k = 0; k < x.length; k++) {
                    c[a] += known[i].q().get(k, a) * x[k];
                }
                for (int k = 0; k < x.length; k++) {
                    residuals[i][k] -= known[i].q().get(k, a) * c[a];
                }
            }
            for (int a = r - 1; a >= 0; a--) {
                double rest = c[a];
                for (int b = a + 1; b < r; b++) {
                    rest -= known[i].r().get(a, b) * u.get(i, b);
                }
                double pivot = known[i].r().get(a, a);
                u.set(i, a, pivot == 0 ? 0 : rest / pivot);
            }
            sum += Arrays.stream(residuals[i]).map(e -> e * e).sum();
        }
        this.squares = sum;
    }

    /** The factors of the shorter side, orthonormal. */
    Matrix shorter() {
        return v;
    }

    /** The factors of the longer side. */
    Matrix longer() {
        return u;
    }

    /** The sum of the squared residuals. */
    double squares() {
        return squares;
    }

    /** Whether the residuals are nothing but rounding. */
    boolean isRounding() {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < residuals.length; i++) {
            for (int k = 0; k < residuals[i].length; k++, count++) {
                double unit = table.units()[i][k];
                sum += residuals[i][k] == 0 ? 0 : Math.pow(residuals[i][k] / unit, 2);
            }
        }
        return sum <= ROUNDING * ROUNDING * count;
    }

    /* The curvature of the squares in the factors of the shorter side, those of the longer side following them. */
    private Matrix curvature() {
        Matrix s = new Matrix(table.n() * r, table.n() * r);
        for (int i = 0; i < known.length; i++) {
            for (int k = 0; k < residuals[i].length; k++) {
                for (int l = 0; l < residuals[i].length; l++) {
                    double part = k == l ? 1 : 0;
                    for (int a = 0; a < r; a++) {
                        part -= known[i].q().get(k, a) * known[i].q().get(l, a);
                    }
                    int from = table.lines().other(i, k) * r;
                    int to = table.lines().other(i, l) * r;
                    for (int a = 0; a < r; a++) {
                        for (int b = 0; b < r; b++) {
                            int at = (from + a) * table.n() * r + to + b;
                            s.array()[at] += part * u.get(i, a) * u.get(i, b);
                        }
                    }
                }
            }
        }
        return s;
    }

    /** Returns factors of the shorter side that are better if the damping is high enough. */
    Matrix step(double damping) {
        int p = table.n() * r;
        Matrix s = curvature();
        double[] way = new double[p];
        for (int i = 0; i < known.length; i++) {
            for (int k = 0; k < residuals[i].length; k++) {
                for (int a = 0; a < r; a++) {
                    way[table.lines().other(i, k) * r + a] += residuals[i][k] * u.get(i, a);
                }
            }
        }
        double trace = 0;
        for (int k = 0; k < p; k++) {
            trace += s.get(k, k);
        }
        for (int k = 0; k < p; k++) {
            s.set(k, k, s.get(k, k) + (damping + SINGULAR) * trace / p);
        }
        solve(s, way);
        Matrix next = v.copy();
        for (int k = 0; k < p; k++) {
            next.array()[k] += way[k];
        }
        return next;
    }

    /* Solves by Cholesky's factor, in place. */
    private static void solve(Matrix s, double[] b) {
        int p = b.length;
        for (int j = 0; j < p; j++) {
            for (int i = j; i < p; i++) {
                double sum = s.get(i, j);
                for (int k = 0; k < j; k++) {
                    sum -= s.get(i, k) * s.get(j, k);
                }
                s.set(i, j, i == j ? Math.sqrt(Math.max(sum, Double.MIN_NORMAL)) : sum / s.get(j, j));
            }
            for (int k = 0; k < j; k++) {
                b[j] -= s.get(j, k) * b[k];
            }
            b[j] /= s.get(j, j);
        }
        for (int j = p - 1; j >= 0; j--) {
            for (int k = j + 1; k < p; k++) {
                b[j] -= s.get(k, j) * b[k];
            }
            b[j] /= s.get(j, j);
        }
    }

    /** Returns the table if the known cells determine every hole, up to rounding that is not enlarged much. */
    Optional<ExactMatrix> determined(Observations data) {
        SymmetricEigen eigen = SymmetricEigen.of(curvature());
        double most = Math.max(eigen.value(0), eigen.value(eigen.values().length - 1));
        double[] errors = new double[data.count()];
        Matrix variances = new Matrix(data.rows(), data.columns());
        for (int i = 0; i < known.length; i++) {
            int next = 0;
            for (int j = 0; j < table.n(); j++) {
                double enlarged = enlarged(i, j, eigen, most);
                variances.set(table.isTall() ? i : j, table.isTall() ? j : i, enlarged);
                boolean isHole = next == residuals[i].length || table.lines().other(i, next) != j;
                if (isHole && !(enlarged <= MOST_ENLARGED * MOST_ENLARGED)) {
                    return Optional.empty();
                }
                for (; next < residuals[i].length && table.lines().other(i, next) == j; next++) {
                    double left = 1 - enlarged;
                    errors[table.lines().position(i, next)] = left > NONE
                            ? residuals[i][next] / left * table.sizes()[table.isTall() ? j : i]
                            : Double.POSITIVE_INFINITY;
                }
            }
        }
        return Optional.of(new ExactMatrix(matrix(), errors, variances));
    }

    private LowRankMatrix matrix() {
        Matrix left = table.isTall() ? u.copy() : v.copy();
        Matrix right = table.isTall() ? v.copy() : u.copy();
        for (int j = 0; j < right.rows(); j++) {
            for (int a = 0; a < r; a++) {
                right.set(j, a, table.sizes()[j] * right.get(j, a));
            }
        }
        return LowRankMatrix.of(left, right);
    }

    /* The variance of a cell if that of the known cells is 1; infinite if they do not determine it. */
    private double enlarged(int i, int j, SymmetricEigen eigen, double most) {
        double[] w = new double[r]; // R⁻ᵀ·v_j
        double sum = 0;
        for (int a = 0; a < r; a++) {
            double rest = v.get(j, a);
            for (int b = 0; b < a; b++) {
                rest -= known[i].r().get(b, a) * w[b];
            }
            double pivot = known[i].r().get(a, a);
            w[a] = Math.abs(pivot) < SINGULAR ? Double.POSITIVE_INFINITY : rest / pivot;
            sum += w[a] * w[a];
        }
        if (!Double.isFinite(sum)) {
            return Double.POSITIVE_INFINITY;
        }
        double[] change = new double[table.n() * r];
        double size = 0;
        for (int a = 0; a < r; a++) {
            change[j * r + a] += u.get(i, a);
            size += u.get(i, a) * u.get(i, a);
        }
        for (int k = 0; k < residuals[i].length; k++) {
            double part = 0;
            for (int a = 0; a < r; a++) {
                part += known[i].q().get(k, a) * w[a];
            }
            for (int a = 0; a < r; a++) {
                change[table.lines().other(i, k) * r + a] -= part * u.get(i, a);
            }
        }
        double free = 0;
        for (int e = 0; e < change.length; e++) {
            double along = 0;
            for (int k = 0; k < change.length; k++) {
                along += change[k] * eigen.vectors().get(k, e);
            }
            if (eigen.value(e) > SINGULAR * most) {
                sum += along * along / eigen.value(e);
            } else {
                free += along * along;
            }
        }
        return free > NONE * NONE * size ? Double.POSITIVE_INFINITY : sum;
    }
}
