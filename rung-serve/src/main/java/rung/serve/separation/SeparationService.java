package rung.serve.separation;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import rung.Provenance;
import rung.file.FormatException;
import rung.serve.http.Answer;
import rung.serve.http.HttpProblem;
import rung.serve.http.Request;
import rung.serve.http.Routes;
import rung.serve.http.Service;

/**
 * A folder that {@code rung separate} wrote as images: a folder for each part, whose frames are in the order of the numbers in their names.
 * Frames are found once, when the server starts; no name from a request becomes a path.
 */
public final class SeparationService implements Service {
    private static final String INPUT = "input";
    private static final List<String> PARTS = List.of(INPUT, "background", "foreground", "mask");
    private static final List<String> ENDINGS = List.of(".png", ".jpg", ".jpeg", ".bmp", ".gif");

    private final String name;
    private final Map<String, List<Path>> frames = new LinkedHashMap<>();
    private final BufferedImage first;

    /**
     * Finds the frames. Those of the input are shown beside the parts, if they are there and as many.
     *
     * @param folder the folder
     * @param messages takes sentences for whoever runs the server
     * @throws IOException if it has no frames, or the first cannot be read
     */
    public SeparationService(Path folder, Consumer<String> messages) throws IOException {
        name = folder.toAbsolutePath().normalize().getFileName().toString();
        for (String part : PARTS) {
            if (Files.isDirectory(folder.resolve(part))) {
                List<Path> found = images(folder.resolve(part));
                if (!found.isEmpty()) {
                    frames.put(part, found);
                }
            }
        }
        leaveOutOtherInput(folder, messages);
        if (frames.isEmpty()) {
            throw new FormatException(folder + ": holds no frames of a separation; 'rung separate VIDEO -o "
                    + folder.getFileName() + " --as frames' writes them");
        }
        first = image(frames.values().iterator().next().get(0));
    }

    /* An input of another length is another video, or more of it: its frames would not belong to those of the parts. */
    private void leaveOutOtherInput(Path folder, Consumer<String> messages) {
        int input = frames.getOrDefault(INPUT, List.of()).size();
        int parts = frames.entrySet().stream()
                .filter(each -> !each.getKey().equals(INPUT))
                .mapToInt(each -> each.getValue().size())
                .min()
                .orElse(input);
        if (input > 0 && input != parts) {
            frames.remove(INPUT);
            messages.accept(folder.resolve(INPUT) + ": has " + input + " frames and the parts have " + parts
                    + ", so it is not shown beside them");
        }
    }

    private static List<Path> images(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> ENDINGS.stream()
                            .anyMatch(file.getFileName().toString().toLowerCase(Locale.ROOT)::endsWith))
                    .sorted(Comparator.comparing(SeparationService::number).thenComparing(Path::toString))
                    .collect(Collectors.toList());
        }
    }

    /* The digits of a name as one number. */
    private static BigInteger number(Path file) {
        String digits = file.getFileName().toString().replaceAll("\\D", "");
        return digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits);
    }

    private static BufferedImage image(Path file) throws IOException {
        BufferedImage image = ImageIO.read(file.toFile());
        if (image == null) {
            throw new FormatException(file + ": is not an image");
        }
        return image;
    }

    @Override
    public void addTo(Routes routes, boolean needsToken) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("kind", "separation");
        facts.put("name", name);
        facts.put("version", Provenance.libraryVersion());
        facts.put("needsToken", needsToken);
        facts.put("frames", frameCount());
        facts.put("width", first.getWidth());
        facts.put("height", first.getHeight());
        facts.put("parts", List.copyOf(frames.keySet()));
        Answer model = Answer.json(facts);
        routes.get("/api/v1/model", request -> model).get("/api/v1/frames/{part}/{number}", this::frame);
    }

    @Override
    public String description() {
        return "a separation of " + frameCount() + (frameCount() == 1 ? " frame" : " frames") + " of "
                + first.getWidth() + "×" + first.getHeight() + " into " + String.join(", ", frames.keySet());
    }

    private int frameCount() {
        return frames.values().stream().mapToInt(List::size).min().orElse(0);
    }

    private Answer frame(Request request) {
        List<Path> part = frames.get(request.part("part"));
        if (part == null) {
            throw new HttpProblem(
                    404,
                    name + ": there is no part " + Request.quoted(request.part("part")) + ", only "
                            + String.join(", ", frames.keySet()));
        }
        int number = Request.whole("the number of a frame", request.part("number"), 0, Integer.MAX_VALUE);
        if (number >= part.size()) {
            throw new HttpProblem(404, name + ": there are " + part.size() + " frames, counted from 0, got " + number);
        }
        try {
            Path file = part.get(number);
            if (file.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
                return Answer.of("image/png", Files.readAllBytes(file));
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ImageIO.write(image(file), "png", out);
            return Answer.of("image/png", out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
