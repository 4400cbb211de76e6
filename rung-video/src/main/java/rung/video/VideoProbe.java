package rung.video;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import rung.file.FormatException;

/**
 * What the header of a video tells, by ffprobe.
 *
 * @param stream the number of its pictures among the streams of the file
 * @param rate frames per second, if the header says so
 * @param count how many frames there should be, if the header counts them
 * @param seconds how long the pictures last, if the header says so
 * @param chroma where the samples of color lie, as options of the filter that converts them
 * @param isOld whether the programs are older than 5.1
 */
record VideoProbe(
        int stream,
        String codec,
        OptionalDouble rate,
        OptionalInt count,
        OptionalDouble seconds,
        String chroma,
        boolean isOld) {
    private static final String ENTRIES = "program_version=version:format=format_name,nb_streams,start_time,duration"
            + ":stream=index,codec_type,codec_name,nb_frames,r_frame_rate,avg_frame_rate,chroma_location"
            + ":stream_disposition=default,attached_pic";

    /** The containers whose length is looked up at the end of the file: the header does not tell it. */
    private static final Set<String> TIMED_BY_THEIR_END = Set.of("mpeg", "mpegts");

    private static final Set<String> BEGINNINGS = Set.of("[PROGRAM_VERSION]", "[STREAM]", "[FORMAT]");
    private static final Pattern OLD = Pattern.compile("n?([0-4]|5\\.0)(\\D.*)?");
    private static final String GUESS = "Estimating duration from bitrate";
    private static final double HIGH_RATE = 210; // rather the unit of time than a rate
    private static final double USUAL_RATE = 70;

    static VideoProbe of(Ffmpeg programs, Path video) throws IOException {
        String url = Ffmpeg.url(video);
        Program.Answer answer;
        try {
            answer = Program.ask(
                    programs.ffprobe(),
                    List.of(
                            "-hide_banner",
                            "-v",
                            "repeat+level+warning",
                            "-protocol_whitelist", // a playlist must not reach for other machines
                            "file",
                            "-show_entries",
                            ENTRIES,
                            "-of",
                            "default",
                            url));
        } catch (IOException e) {
            throw new IOException(video + ": " + e.getMessage(), e);
        }
        if (answer.status() != 0) {
            List<String> errors = answer.messages();
            throw new FormatException(video + ": is not a video, or damaged at its start"
                    + (errors.isEmpty() ? "" : ": " + Ffmpeg.words(errors.get(errors.size() - 1), url)));
        }
        return of(video, answer);
    }

    /** Counts the pictures of a stream without decoding them; empty if ffprobe does not. */
    static OptionalInt packets(Ffmpeg programs, Path video, int stream) throws IOException {
        Program.Answer answer = Program.ask(
                programs.ffprobe(),
                List.of(
                        "-hide_banner",
                        "-v",
                        "error",
                        "-protocol_whitelist",
                        "file",
                        "-count_packets",
                        "-select_streams",
                        Integer.toString(stream),
                        "-show_entries",
                        "stream=nb_read_packets",
                        "-of",
                        "default=noprint_wrappers=1:nokey=1",
                        Ffmpeg.url(video)));
        String text = answer.text().strip();
        return answer.status() == 0 && text.matches("[1-9]\\d{0,8}")
                ? OptionalInt.of(Integer.parseInt(text))
                : OptionalInt.empty();
    }

    private static VideoProbe of(Path video, Program.Answer answer) throws IOException {
        Map<String, String> format = new HashMap<>();
        Map<Integer, Map<String, String>> streams = new TreeMap<>();
        boolean isOld = parse(answer.text(), format, streams);
        if (format.isEmpty()) {
            throw new IOException(video + ": what ffprobe says of it is not understood");
        }
        if (format.get("format_name").equals("tty") || streams.isEmpty()) { // FFmpeg draws any text file
            throw new FormatException(video + ": is not a video");
        }
        Map<String, String> pictures = pictures(streams);
        if (pictures == null) {
            throw new FormatException(video + ": has no pictures in it, only sound or data");
        }
        double seconds = number(format, "duration").orElse(0)
                - Math.max(0, number(format, "start_time").orElse(0));
        // Only then does the header tell how long the pictures last, and not a guess, or how long sound goes on.
        boolean isTimed = number(format, "nb_streams").orElse(0) == 1
                && seconds > 0
                && !TIMED_BY_THEIR_END.contains(format.get("format_name"))
                && answer.messages().stream().noneMatch(line -> line.contains(GUESS));
        double count = number(pictures, "nb_frames").orElse(0);
        return new VideoProbe(
                (int) number(pictures, "index").orElseThrow(),
                pictures.getOrDefault("codec_name", "unknown"),
                rate(fraction(pictures, "r_frame_rate"), fraction(pictures, "avg_frame_rate")),
                count >= 1 && count <= Integer.MAX_VALUE ? OptionalInt.of((int) count) : OptionalInt.empty(),
                isTimed ? OptionalDouble.of(seconds) : OptionalDouble.empty(),
                chroma(pictures.getOrDefault("chroma_location", "")),
                isOld);
    }

    /** Fills in what stands in the sections for the file and its streams; returns whether the programs are old. */
    private static boolean parse(String text, Map<String, String> format, Map<Integer, Map<String, String>> streams) {
        Map<String, String> section = new HashMap<>();
        boolean isOld = false;
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                section.put(line.substring(0, equals), line.substring(equals + 1));
            } else if (line.equals("[/STREAM]") && number(section, "index").orElse(-1) >= 0) {
                streams.putIfAbsent((int) number(section, "index").getAsDouble(), section);
            } else if (line.equals("[/FORMAT]") && section.containsKey("format_name")) {
                format.putAll(section);
            } else if (line.equals("[/PROGRAM_VERSION]")) {
                isOld = OLD.matcher(section.getOrDefault("version", "")).matches();
            }
            section = BEGINNINGS.contains(line) ? new HashMap<>() : section;
        }
        return isOld;
    }

    /** The stream of pictures that players show; a cover is none. */
    private static Map<String, String> pictures(Map<Integer, Map<String, String>> streams) {
        Map<String, String> first = null;
        for (Map<String, String> stream : streams.values()) {
            if ("video".equals(stream.get("codec_type")) && !"1".equals(stream.get("DISPOSITION:attached_pic"))) {
                if ("1".equals(stream.get("DISPOSITION:default"))) {
                    return stream;
                }
                first = first == null ? stream : first;
            }
        }
        return first;
    }

    /** The rate by which all frames have a time, unless it is that high only because times are rounded. */
    private static OptionalDouble rate(OptionalDouble common, OptionalDouble average) {
        boolean isRounded = common.orElse(0) > HIGH_RATE && average.orElse(USUAL_RATE) < USUAL_RATE;
        return isRounded ? average : common;
    }

    /** The filter itself takes all samples of color to be centered. */
    private static String chroma(String location) {
        return (location.endsWith("left") ? ":in_h_chr_pos=0" : "")
                + (location.startsWith("top") ? ":in_v_chr_pos=0" : "")
                + (location.startsWith("bottom") ? ":in_v_chr_pos=256" : "");
    }

    private static OptionalDouble number(Map<String, String> section, String name) {
        try {
            return section.containsKey(name)
                    ? OptionalDouble.of(Double.parseDouble(section.get(name)))
                    : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty(); // "N/A"
        }
    }

    /** A positive number, or a fraction such as 30000/1001. */
    private static OptionalDouble fraction(Map<String, String> section, String name) {
        String[] parts = section.getOrDefault(name, "").split("/", 2);
        try {
            double below = parts.length == 2 ? Double.parseDouble(parts[1]) : 1;
            double value = Double.parseDouble(parts[0]) / below;
            return value > 0 && value < Double.POSITIVE_INFINITY ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
