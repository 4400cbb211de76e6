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
    private static final List<String> PARTS = List.of("input", "background", "foreground", "mask");
    private static final List<String> ENDINGS = List.of(".png", ".jpg", ".jpeg", ".bmp", ".gif");

    private final String name;
    private final Map<String, List<Path>> frames = new LinkedHashMap<>();
    private final BufferedImage first;

    /**
     * Finds the frames.
     *
     * @param folder the folder
     * @throws IOException if it has no frames, or the first cannot be read
     */
    public SeparationService(Path folder) throws IOException {
        name = folder.toAbsolutePath().normalize().getFileName().toString();
        for (String part : PARTS) {
            if (Files.isDirectory(folder.resolve(part))) {
                List<Path> found = images(folder.resolve(part));
                if (!found.isEmpty()) {
                    frames.put(part, found);
                }
            }
        }
        if (frames.isEmpty()) {
            throw new FormatException(folder + ": holds no frames of a separation; 'rung separate VIDEO -o "
                    + folder.getFileName() + " --as frames' writes them");
        }
        first = image(frames.values().iterator().next().get(0));
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
        facts.put("frames", frames.values().stream().mapToInt(List::size).min().orElse(0));
        facts.put("width", first.getWidth());
        facts.put("height", first.getHeight());
        facts.put("parts", List.copyOf(frames.keySet()));
        Answer model = Answer.json(facts);
        routes.get("/api/v1/model", request -> model).get("/api/v1/frames/{part}/{number}", this::frame);
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
