package rung.cli.separation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import rung.Provenance;
import rung.cli.terminal.Choice;
import rung.cli.terminal.InputException;
import rung.cli.terminal.InputFile;
import rung.cli.terminal.UsageException;
import rung.file.model.ModelFile;
import rung.separation.Method;
import rung.separation.Separation;
import rung.video.Size;

/**
 * What {@code rung separate} is asked to do: its options, parsed, and checked as far as that is possible before the input is
 * read.
 *
 * @param input the video, the folder of images or the matrix
 * @param matrixEnding the ending of the names of the parts, such as ".csv", if the input is a matrix; empty if it is frames
 * @param output the folder of results
 * @param fit how to separate
 * @param threshold the foreground, or what is sparse, is where |S| is above; empty: chosen by the data
 * @param frames what is done to frames
 * @param report where the page about the separation goes; empty: there is none
 * @param carryText whether columns of a table that are no data are written with each part
 * @param given the options that were given, by name, for the page
 */
record SeparationOptions(
        InputFile input,
        String matrixEnding,
        Path output,
        Fit fit,
        Optional<Double> threshold,
        Frames frames,
        Optional<Path> report,
        boolean carryText,
        Map<String, String> given) {
    /**
     * How to separate.
     *
     * @param rank the rank of the part of low rank; empty: chosen by the data
     * @param delta where Huber's loss turns from squared to absolute; empty: chosen by the data
     * @param method the method
     * @param paper whether to do it to the letter of the paper
     * @param seed of every random choice
     * @param threads how many to use
     */
    record Fit(Optional<Integer> rank, Optional<Double> delta, Method method, boolean paper, long seed, int threads) {
        Fit {
            if (paper && method != Method.FAST_GREEDY && method != Method.FAST_LOCAL_SEARCH) {
                throw new UsageException("--paper goes with --method fast-greedy and fast-local-search only");
            }
            if (delta.isPresent() && !method.isHuber()) {
                throw new UsageException(
                        "--delta belongs to Huber's loss, which --method " + Choice.word(method) + " does not have");
            }
            if (rank.isPresent() && (method == Method.PCP || method == Method.MEDIAN)) {
                throw new UsageException(
                        "--rank does not go with --method " + Choice.word(method) + ", which finds its own");
            }
        }

        /** The separation that these options describe, which checks rank, delta and threads. */
        Separation separation() {
            try {
                Separation separation =
                        Separation.byDefault().withMethod(method).withSeed(seed).withThreads(threads);
                separation = rank.isPresent() ? separation.withRank(rank.get()) : separation;
                separation = delta.isPresent() ? separation.withDelta(delta.get()) : separation;
                return paper ? separation.asInPaper() : separation;
            } catch (IllegalArgumentException e) {
                throw new UsageException("--" + e.getMessage());
            }
        }
    }

    /**
     * What is done to the frames of a video.
     *
     * @param size to which they are resized first; empty: not at all
     * @param color whether red, green and blue are separated instead of the luminance
     * @param region an image whose black pixels are not looked at; empty: all are
     * @param window how many are in memory at once; empty: all
     * @param rawMask whether the mask is left as it is found, without cleaning
     * @param truth the folder of masks to compare with; empty: none
     * @param form how the parts are written; empty: as the input
     */
    record Frames(
            Optional<Size> size,
            boolean color,
            Optional<InputFile> region,
            Optional<Integer> window,
            boolean rawMask,
            Optional<Path> truth,
            Optional<PartForm> form) {
        Frames {
            if (window.isPresent() && window.get() < 2) {
                throw new UsageException("--window must be at least 2 frames, got " + window.get());
            }
        }

        /** Whether each option that is for frames alone was given. */
        private Map<String, Boolean> given() {
            Map<String, Boolean> given = new LinkedHashMap<>();
            given.put("--size", size.isPresent());
            given.put("--color", color);
            given.put("--region", region.isPresent());
            given.put("--window", window.isPresent());
            given.put("--truth", truth.isPresent());
            given.put("--as", form.isPresent());
            return given;
        }
    }

    SeparationOptions {
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
        if (threshold.isPresent() && !(threshold.get() >= 0 && threshold.get() < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--threshold must be a number of 0 or more, got " + threshold.get());
        }
    }

    /** Checks that the input is there, and that the options go with it. */
    void requireInput() throws IOException {
        input.requireReadable();
        if (isModel()) {
            throw new InputException(
                    input + ": is a model of Rung, not a video or a matrix; 'rung inspect' shows what is in it");
        }
        if (carryText && !isMatrix()) {
            throw new UsageException("--carry-text is for tables, but " + input + " holds frames");
        }
        if (isMatrix()) {
            refuseOptionsOfFrames();
        } else {
            requireVideos();
        }
    }

    /** Checks that videos can be written here, if the parts are to be such. */
    private void requireVideos() throws IOException {
        if (frames.form.filter(PartForm::isVideo).isPresent()) {
            String name = "background." + partForm().name().toLowerCase(Locale.ROOT);
            rung.video.Frames.requireWriting(output.resolve(name));
        }
    }

    private boolean isModel() {
        try {
            return !input.isStream() && Files.isRegularFile(input.given()) && ModelFile.version(input.given()) > 0;
        } catch (IOException e) {
            return false; // it is something else, as it should be
        }
    }

    private void refuseOptionsOfFrames() {
        frames.given().forEach((option, isGiven) -> {
            if (isGiven) {
                throw new UsageException(option + " is for frames, but " + input + " is a matrix");
            }
        });
    }

    /** Whether the input is a matrix; it is frames otherwise. */
    boolean isMatrix() {
        return !matrixEnding.isEmpty();
    }

    /** How the parts of a video are written: in the form asked for, or that of the input. */
    PartForm partForm() {
        return frames.form.orElse(Files.isDirectory(input.given()) ? PartForm.FRAMES : PartForm.MKV);
    }

    /** All files and folders that are read, and must not be replaced by results. */
    List<Path> inputs() {
        return Stream.of(
                        Optional.of(input).filter(file -> !file.isStream()).map(InputFile::given),
                        frames.truth,
                        frames.region.filter(file -> !file.isStream()).map(InputFile::given))
                .flatMap(Optional::stream)
                .toList();
    }

    /** With what the result was made, for the page. */
    Map<String, String> provenance() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("version", Provenance.libraryVersion());
        facts.put("platform", Provenance.platform());
        facts.put("seed", String.valueOf(fit.seed));
        facts.put("threads", String.valueOf(fit.threads));
        return facts;
    }
}
