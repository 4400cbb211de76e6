package rung.cuda.engine;

import java.util.List;
import rung.cuda.device.Device;
import rung.cuda.device.Memory;
import rung.engine.sampling.ColumnPair;
import rung.linalg.Side;
import rung.linalg.SingularPair;

/** A pair of vectors on a device, of doubles. Their memory is given back once nobody has the pair any more. */
final class DevicePair implements ColumnPair<DeviceFactors> {
    private final DeviceEntries entries;
    private final double sigma;
    private final int sign; // of u
    private final Vectors vectors;

    private record Vectors(Memory u, Memory v) {}

    private DevicePair(DeviceEntries entries, double sigma, int sign, Vectors vectors) {
        this.entries = entries;
        this.sigma = sigma;
        this.sign = sign;
        this.vectors = vectors;
    }

    /** A pair of vectors on the device, which become the pair's own. */
    static DevicePair of(DeviceEntries entries, double sigma, Memory u, Memory v) {
        Vectors vectors = new Vectors(u, v);
        entries.releaseAfter(vectors, List.of(u, v));
        return new DevicePair(entries, sigma, 1, vectors);
    }

    /** A pair of the host, taken to the device. */
    static DevicePair of(DeviceEntries entries, SingularPair pair) {
        Device device = entries.device();
        return of(entries, pair.sigma(), Rows.uploaded(device, pair.u()), Rows.uploaded(device, pair.v()));
    }

    @Override
    public double sigma() {
        return sigma;
    }

    @Override
    public double squaredNorm() {
        Device device = entries.device();
        EntryOrder order = entries.order(Side.LEFT);
        Memory sums = device.allocate(8L * order.lines());
        order.squaredNorms(vectors.u, vectors.v, sums);
        return Rows.total(device, order.lines(), sums);
    }

    @Override
    public void appendTo(DeviceFactors factors, double s) {
        factors.append(vectors.u, -sign * Math.sqrt(s), vectors.v, Math.sqrt(s));
    }

    @Override
    public DevicePair downhill(double ofThis) {
        return new DevicePair(entries, Math.abs(ofThis), ofThis < 0 ? -sign : sign, vectors);
    }

    @Override
    public SingularPair gathered() {
        double[] left = Rows.numbers(entries.device(), entries.lines(Side.LEFT), vectors.u);
        for (int k = 0; k < left.length; k++) {
            left[k] *= sign;
        }
        return new SingularPair(sigma, left, Rows.numbers(entries.device(), entries.lines(Side.RIGHT), vectors.v));
    }
}
