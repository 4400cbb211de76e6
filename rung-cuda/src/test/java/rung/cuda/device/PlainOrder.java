package rung.cuda.device;

/** The kernels of {@code order.cu} in plain Java. */
final class PlainOrder {
    private static final int TILE = 8192;
    private static final int DIGITS = 256;
    private static final int SCAN = 1024;

    private PlainOrder() {}

    static int digit(PlainArguments a, int keys, int k, int shift) {
        return a.ints(keys).get(k) >> shift & DIGITS - 1;
    }

    static void countDigits(Device.Launch launch, PlainArguments a) {
        int tiles = a.number(3);
        for (int tile = 0; tile < launch.blocks(); tile++) {
            for (int digit = 0; digit < DIGITS; digit++) {
                a.ints(4).set((long) digit * tiles + tile, 0);
            }
            for (int k = tile * TILE; k < Math.min(a.number(0), (tile + 1) * TILE); k++) {
                long at = (long) digit(a, 1, k, a.number(2)) * tiles + tile;
                a.ints(4).set(at, a.ints(4).get(at) + 1);
            }
        }
    }

    static void scan(Device.Launch launch, PlainArguments a) {
        for (int tile = 0; tile < launch.blocks(); tile++) {
            int sum = 0;
            for (int k = tile * SCAN; k < Math.min(a.number(0), (tile + 1) * SCAN); k++) {
                int own = a.ints(1).get(k);
                a.ints(1).set(k, sum);
                sum += own;
            }
            a.ints(2).set(tile, sum);
        }
    }

    static void addTotals(PlainArguments a) {
        for (int k = 0; k < a.number(0); k++) {
            a.ints(1).set(k, a.ints(1).get(k) + a.ints(2).get(k / SCAN));
        }
    }

    static void placeDigits(Device.Launch launch, PlainArguments a) {
        int tiles = a.number(5);
        for (int tile = 0; tile < launch.blocks(); tile++) {
            int[] next = new int[DIGITS];
            for (int k = tile * TILE; k < Math.min(a.number(0), (tile + 1) * TILE); k++) {
                int digit = digit(a, 1, k, a.number(4));
                long place = a.ints(6).get((long) digit * tiles + tile) + next[digit]++;
                a.ints(7).set(place, a.ints(1).get(k));
                a.ints(8).set(place, a.ints(2).get(k));
                a.floats(9).set(place, a.floats(3).get(k));
            }
        }
    }

    static void lineStarts(PlainArguments a) {
        int count = a.number(0);
        for (int k = 0; k <= count; k++) {
            int before = k == 0 ? -1 : a.ints(1).get(k - 1);
            int key = k == count ? a.number(2) : a.ints(1).get(k);
            for (int line = before + 1; line <= key; line++) {
                a.ints(3).set(line, k);
            }
        }
    }

    static void moments(Device.Launch launch, PlainArguments a) {
        for (int part = 0; part < launch.blocks(); part++) {
            double sum = 0;
            double squares = 0;
            for (int k = part * TILE; k < Math.min(a.number(0), (part + 1) * TILE); k++) {
                double x = a.floats(1).get(k);
                sum += x;
                squares += x * x;
            }
            a.doubles(2).set(2L * part, sum);
            a.doubles(2).set(2L * part + 1, squares);
        }
    }

    static void subtract(PlainArguments a) {
        for (int k = 0; k < a.number(0); k++) {
            a.floats(1).set(k, (float) (a.floats(1).get(k) - (Double) a.all()[2]));
        }
    }
}
