package rung.cuda.device;

import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A device that measures how long each kernel takes. It waits for each, so that all together take longer than without. */
public final class ProfiledDevice implements Device {
    private final Device device;
    private final Map<String, Times> times = new HashMap<>(); // by kernel and width

    private static final class Times {
        private int launches;
        private long nanoseconds;
    }

    /**
     * Measures a device.
     *
     * @param device the device
     */
    public ProfiledDevice(Device device) {
        this.device = device;
    }

    @Override
    public void launch(Kernel kernel, int width, Launch launch, Object... arguments) {
        device.synchronize();
        long start = System.nanoTime();
        device.launch(kernel, width, launch, arguments);
        device.synchronize();
        Times of = times.computeIfAbsent(kernel.function() + (width > 0 ? " " + width : ""), any -> new Times());
        of.launches++;
        of.nanoseconds += System.nanoTime() - start;
    }

    /** {@return the time of each kernel, the slowest first, a line each; it begins anew afterwards} */
    public String report() {
        String report = times.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Times> entry) -> -entry.getValue().nanoseconds))
                .map(entry -> String.format(
                        Locale.ROOT,
                        "%-20s %6d launches %10.3f ms",
                        entry.getKey(),
                        entry.getValue().launches,
                        entry.getValue().nanoseconds / 1e6))
                .collect(Collectors.joining("\n"));
        times.clear();
        return report;
    }

    @Override
    public Memory allocate(long bytes) {
        return device.allocate(bytes);
    }

    @Override
    public void put(MemorySegment from, Memory to, long offset) {
        device.put(from, to, offset);
    }

    @Override
    public void get(Memory from, MemorySegment to) {
        device.get(from, to);
    }

    @Override
    public void copy(Memory from, Memory to, long bytes) {
        device.copy(from, to, bytes);
    }

    @Override
    public void clear(Memory memory) {
        device.clear(memory);
    }

    @Override
    public void synchronize() {
        device.synchronize();
    }

    @Override
    public String description() {
        return device.description();
    }

    @Override
    public void close() {
        device.close();
    }
}
