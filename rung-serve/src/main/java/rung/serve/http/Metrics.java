package rung.serve.http;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** Counts requests, and writes all counts in Prometheus' text form. */
public final class Metrics {
    /** The upper ends of the intervals that times are counted in, in seconds. */
    private static final double[] SECONDS = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5};

    private record Name(String route, int status) {}

    /** The times of all requests to one address. */
    private static final class Times {
        private final LongAdder[] upTo = new LongAdder[SECONDS.length + 1];
        private final LongAdder nanos = new LongAdder();

        Times() {
            for (int k = 0; k < upTo.length; k++) {
                upTo[k] = new LongAdder();
            }
        }

        void add(long took) {
            int k = 0;
            while (k < SECONDS.length && took > SECONDS[k] * 1e9) {
                k++;
            }
            upTo[k].increment();
            nanos.add(took);
        }
    }

    private final Map<Name, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<String, Times> times = new ConcurrentSkipListMap<>();
    private final Map<String, DoubleSupplier> gauges = new ConcurrentSkipListMap<>();
    private final Map<String, String> help = new ConcurrentHashMap<>();

    private final LongAdder inFlight = new LongAdder();

    /** Creates counts of nothing yet. */
    public Metrics() {
        gauge("rung_requests_in_flight", "Requests that are not answered yet.", inFlight::sum);
    }

    /**
     * Adds a number that is asked for whenever the metrics are.
     *
     * @param name its name; one that ends in "_total" only grows
     * @param meaning what it is, in a sentence
     * @param number gives it
     */
    public void gauge(String name, String meaning, DoubleSupplier number) {
        help.put(name, meaning);
        gauges.put(name, number);
    }

    void begin() {
        inFlight.increment();
    }

    void end(String route, int status, long nanos) {
        inFlight.decrement();
        count(route, status, nanos);
    }

    void count(String route, int status, long nanos) {
        counts.computeIfAbsent(new Name(route, status), name -> new LongAdder()).increment();
        times.computeIfAbsent(route, name -> new Times()).add(nanos);
    }

    /** {@return all counts as text} */
    public Answer answer() {
        StringBuilder out = new StringBuilder();
        head(out, "rung_requests_total", "counter", "Requests that were answered, by address and status.");
        Map<String, Long> sorted = new TreeMap<>();
        counts.forEach((name, count) -> sorted.put(
                String.format(Locale.ROOT, "rung_requests_total{%s,status=\"%d\"}", labels(name.route), name.status),
                count.sum()));
        sorted.forEach(
                (name, count) -> out.append(name).append(' ').append(count).append('\n'));
        head(out, "rung_request_seconds", "histogram", "From a whole request to its answer, in seconds.");
        times.forEach((route, all) -> append(out, labels(route), all));
        gauges.forEach((name, number) -> {
            head(out, name, name.endsWith("_total") ? "counter" : "gauge", help.get(name));
            out.append(name).append(' ').append(number.getAsDouble()).append('\n');
        });
        return Answer.of(
                "text/plain; version=0.0.4; charset=utf-8",
                out.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static void append(StringBuilder out, String labels, Times all) {
        long sum = 0;
        for (int k = 0; k <= SECONDS.length; k++) {
            sum += all.upTo[k].sum();
            String end = k < SECONDS.length ? String.valueOf(SECONDS[k]) : "+Inf";
            out.append("rung_request_seconds_bucket{" + labels + ",le=\"" + end + "\"} " + sum + "\n");
        }
        out.append("rung_request_seconds_sum{" + labels + "} " + all.nanos.sum() / 1e9 + "\n");
        out.append("rung_request_seconds_count{" + labels + "} " + sum + "\n");
    }

    private static void head(StringBuilder out, String name, String type, String meaning) {
        out.append("# HELP " + name + " " + meaning + "\n# TYPE " + name + " " + type + "\n");
    }

    private static String labels(String route) {
        int blank = route.indexOf(' ');
        return "method=\"" + (blank < 0 ? "" : route.substring(0, blank)) + "\",path=\"" + route.substring(blank + 1)
                + "\"";
    }
}
