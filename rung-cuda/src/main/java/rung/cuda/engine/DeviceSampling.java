package rung.cuda.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import rung.cuda.device.Device;
import rung.engine.sampling.ChainSettings;
import rung.engine.sampling.SamplingIterate;
import rung.engine.sampling.SamplingProblem;
import rung.engine.sampling.block.FloatBlock;
import rung.engine.sampling.posterior.Presence;

/**
 * The problem of {@link rung.engine.sampling.Sampling} on a device: the same chain, with entries and factors there. Random numbers are
 * others, so that the draws are others too. Immutable: each {@code with…} returns a changed copy; the copies share the entries on the
 * device, which are taken there once.
 */
public final class DeviceSampling implements SamplingProblem<DeviceFactors> {
    private final Device device;
    private final Given given;
    private final ChainSettings settings;
    private final Optional<FloatBlock[]> traits;
    private final Optional<SamplingIterate<DeviceFactors>> from;

    /** The entries, on the host and, once they are needed, on the device. */
    private static final class Given {
        private final int rows;
        private final int columns;
        private final int[] i;
        private final int[] j;
        private final float[] values;
        private DeviceEntries taken; // null before they are needed
        private double meanOfTaken;

        Given(int rows, int columns, int[] i, int[] j, float[] values) {
            this.rows = rows;
            this.columns = columns;
            this.i = i;
            this.j = j;
            this.values = values;
        }

        /* The entries less a mean; NaN for their own. */
        DeviceEntries on(Device device, double mean) {
            if (taken == null || Double.compare(meanOfTaken, mean) != 0) {
                taken = DeviceEntries.of(device, rows, columns, i, j, values, mean);
                meanOfTaken = mean;
            }
            return taken;
        }
    }

    private DeviceSampling(
            Device device,
            Given given,
            ChainSettings settings,
            Optional<FloatBlock[]> traits,
            Optional<SamplingIterate<DeviceFactors>> from) {
        this.device = device;
        this.given = given;
        this.settings = settings;
        this.traits = traits;
        this.from = from;
    }

    /**
     * A problem of given entries, in any order.
     *
     * @param device where it is solved
     * @param rows the number of rows
     * @param columns the number of columns
     * @param i the row of each entry; not copied
     * @param j the column of each entry; not copied
     * @param values the value of each entry; not copied
     * @return the problem
     */
    public static DeviceSampling of(Device device, int rows, int columns, int[] i, int[] j, float[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("there must be at least one entry, got none");
        }
        return new DeviceSampling(
                device,
                new Given(rows, columns, i, j, values),
                ChainSettings.of(0),
                Optional.empty(),
                Optional.empty());
    }

    private DeviceSampling with(ChainSettings others) {
        return new DeviceSampling(device, given, others, traits, from);
    }

    /**
     * Sets the seed of all random numbers.
     *
     * @param seed the seed
     * @return a changed copy
     */
    public DeviceSampling withSeed(long seed) {
        return with(settings.withSeed(seed));
    }

    @Override
    public DeviceSampling withTraits(FloatBlock ofRows, FloatBlock ofColumns) {
        return new DeviceSampling(device, given, settings, Optional.of(new FloatBlock[] {ofRows, ofColumns}), from);
    }

    @Override
    public DeviceSampling withStart(SamplingIterate<DeviceFactors> start) {
        return new DeviceSampling(device, given, settings, traits, Optional.of(start));
    }

    @Override
    public List<DeviceSampling> alternatives() {
        return settings.alternatives(given.rows, given.columns, given.values.length).stream()
                .map(this::with)
                .toList();
    }

    @Override
    public int rows() {
        return given.rows;
    }

    @Override
    public int columns() {
        return given.columns;
    }

    @Override
    public long seed() {
        return settings.seed();
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public String description() {
        return "posterior sampling on " + given.values.length + " entries of a " + given.rows + "×" + given.columns
                + " matrix, on " + device.description();
    }

    private DeviceEntries entries() {
        return given.on(device, from.map(SamplingIterate::mean).orElse(Double.NaN));
    }

    @Override
    public void prepare() {
        entries();
        device.synchronize();
    }

    @Override
    public SamplingIterate<DeviceFactors> start() {
        DeviceEntries entries = entries();
        Function<DeviceEntries, Presence<DeviceBlock>> known =
                of -> traits.map(blocks -> DevicePattern.given(of, blocks[0], blocks[1]))
                        .orElseGet(() ->
                                settings.ridge() == 0 ? DevicePattern.presence(of, seed()) : DevicePattern.nothing(of));
        if (from.isPresent()) {
            return from.get().on(from.get().factors().on(entries, known.apply(entries)));
        }
        return SamplingIterate.start(
                DeviceFactors.zero(entries, known.apply(entries), seed()), entries.mean(), entries.squares(), settings);
    }
}
