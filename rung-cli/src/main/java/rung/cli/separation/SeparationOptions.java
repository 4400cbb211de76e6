package rung.cli.separation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
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
 * @param rank the rank of the part of low rank; empty: chosen by the data
 * @param delta where Huber's loss turns from squared to absolute; empty: chosen by the data
 * @param method how to separate
 * @param paper whether to do it to the letter of the paper
 * @param size to which the frames are resized first; empty: not at all
 * @param color whether red, green and blue are separated instead of the luminance
 * @param region an image whose black pixels are not looked at; empty: all are
 * @param window how many frames are in memory at once; empty: all
 * @param threshold the foreground is where |S| is above; empty: chosen by the data
 * @param rawMask whether the mask is left as it is found, without cleaning
 * @param truth the folder of masks to compare with; empty: none
 * @param form how the parts of a video are written; empty: as the input
 * @param report where the page about the separation goes; empty: there is none
 * @param carryText whether columns of a table that are no data are written with each part
 * @param seed of every random choice
 * @param threads how many to use
 * @param given the options that were given, by name, for the page
 */
record SeparationOptions(
        InputFile input,
        String matrixEnding,
        Path output,
        Optional<Integer> rank,
        Optional<Double> delta,
        Method method,
        boolean paper,
        Optional<Size> size,
        boolean color,
        Optional<InputFile> region,
        Optional<Integer> window,
        Optional<Double> threshold,
        boolean rawMask,
        Optional<Path> truth,
        Optional<PartForm> form,
        Optional<Path> report,
        boolean carryText,
        long seed,
        int threads,
        Map<String, String> given) {
    SeparationOptions {
        given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
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
        if (window.isPresent() && window.get() < 2) {
            throw new UsageException("--window must be at least 2 frames, got " + window.get());
        }
        if (threshold.isPresent() && !(threshold.get() >= 0 && threshold.get() < Double.POSITIVE_INFINITY)) {
            throw new UsageException("--threshold must be a number of 0 or more, got " + threshold.get());
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

    /** Checks that the input is there, and that the options go with it. */
    void requireInput() {
        if (!input.isStandardInput() && !Files.exists(input.given())) {
            throw new InputException(input + ": does not exist");
        }
        if (!input.isStandardInput() && !Files.isReadable(input.given())) {
            throw new InputException(input + ": cannot be read, its permissions forbid it");
        }
        if (isModel()) {
            throw new InputException(
                    input + ": is a model of Rung, not a video or a matrix; 'rung inspect' shows what is in it");
        }
        if (carryText && !isMatrix()) {
            throw new UsageException("--carry-text is for tables, but " + input + " holds frames");
        }
        if (isMatrix()) {
            refuseOptionsOfFrames();
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
        Map<String, Boolean> ofFrames = new LinkedHashMap<>();
        ofFrames.put("--size", size.isPresent());
        ofFrames.put("--color", color);
        ofFrames.put("--region", region.isPresent());
        ofFrames.put("--window", window.isPresent());
        ofFrames.put("--truth", truth.isPresent());
        ofFrames.put("--as", form.isPresent());
        ofFrames.forEach((option, isGiven) -> {
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
        return form.orElse(Files.isDirectory(input.given()) ? PartForm.FRAMES : PartForm.MKV);
    }

    /** All files and folders that are read, and must not be replaced by results. */
    List<Path> inputs() {
        return Stream.of(
                        Optional.of(input).filter(file -> !file.isStream()).map(InputFile::given),
                        truth,
                        region.filter(file -> !file.isStream()).map(InputFile::given))
                .flatMap(Optional::stream)
                .toList();
    }

    /** With what the result was made, for the page. */
    Map<String, String> provenance() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("version", Provenance.libraryVersion());
        facts.put("platform", Provenance.platform());
        facts.put("seed", String.valueOf(seed));
        facts.put("threads", String.valueOf(threads));
        return facts;
    }
}
