package rung.site;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of a page, and what the page shows of its output.
 *
 * @param command what is typed, without the prompts
 * @param output the lines below it
 * @param isShape whether numbers and numbered names may be others than those shown, since they come from random draws
 */
record Session(String command, List<String> output, boolean isShape) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z]+\\d+");
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");

    /** Reads a block: {@code $} begins a command, {@code >} goes on with it, the rest is output. */
    static List<Session> of(String block, boolean isShape) {
        List<Session> sessions = new ArrayList<>();
        for (String line : block.lines().toList()) {
            if (line.startsWith("$ ")) {
                sessions.add(new Session(line.substring(2), new ArrayList<>(), isShape));
            } else if (line.startsWith("> ")) {
                Session last = sessions.remove(sessions.size() - 1);
                sessions.add(new Session(last.command + "\n" + line.substring(2), last.output, isShape));
            } else {
                sessions.get(sessions.size() - 1).output.add(line);
            }
        }
        return sessions;
    }

    /** Whether lines are as shown. A line of nothing but … stands for any lines, and … within a line for anything. */
    boolean shows(List<String> lines) {
        return shows(output, lines);
    }

    private boolean shows(List<String> shown, List<String> seen) {
        if (shown.isEmpty()) {
            return seen.isEmpty();
        }
        List<String> rest = shown.subList(1, shown.size());
        if (shown.get(0).equals("…")) {
            for (int skipped = 0; skipped <= seen.size(); skipped++) {
                if (shows(rest, seen.subList(skipped, seen.size()))) {
                    return true;
                }
            }
            return false;
        }
        return !seen.isEmpty() && same(shown.get(0), seen.get(0), isShape) && shows(rest, seen.subList(1, seen.size()));
    }

    /**
     * Whether two lines are the same but for what … stands for; numbers with a point may differ by a fiftieth. If shapes count, numbers are any,
     * and so are names with numbers, such as those of items.
     */
    static boolean same(String shown, String seen, boolean isShape) {
        StringBuilder pattern = new StringBuilder();
        List<Double> numbers = new ArrayList<>();
        Matcher found = Pattern.compile("…|" + NAME.pattern() + "|" + NUMBER.pattern() + "|\\s+|[^…\\s\\d]+")
                .matcher(shown);
        while (found.find()) {
            String part = found.group();
            if (part.equals("…")) {
                pattern.append(".*");
            } else if (part.isBlank()) {
                pattern.append("\\s+");
            } else if (isShape && NAME.matcher(part).matches()) {
                pattern.append(NAME.pattern());
            } else if (isShape && NUMBER.matcher(part).matches()) {
                pattern.append(NUMBER.pattern().replace("(", "(?:"));
            } else if (part.contains(".") && NUMBER.matcher(part).matches()) {
                pattern.append("(\\d+(?:\\.\\d+)?)");
                numbers.add(Double.parseDouble(part));
            } else {
                pattern.append(Pattern.quote(part));
            }
        }
        Matcher line = Pattern.compile(pattern.toString()).matcher(seen);
        if (!line.matches()) {
            return false;
        }
        for (int k = 0; k < numbers.size(); k++) {
            double expected = numbers.get(k);
            if (Math.abs(Double.parseDouble(line.group(k + 1)) - expected) > 0.02 * Math.abs(expected) + 0.01) {
                return false;
            }
        }
        return true;
    }
}
