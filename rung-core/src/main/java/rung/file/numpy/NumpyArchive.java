package rung.file.numpy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import rung.file.AtomicFile;
import rung.file.FormatException;
import rung.file.Table;
import rung.file.input.FileFormat;
import rung.file.input.HoleValues;
import rung.file.input.Source;
import rung.linalg.CellValues;
import rung.linalg.Matrix;

/**
 * A table in a zip archive of NumPy arrays, .npz: the only one of them that is a matrix of numbers. The other arrays are copied through
 * when it is written.
 */
public final class NumpyArchive implements Table {
    /** What scipy.sparse.save_npz always writes. */
    private static final Set<String> SPARSE = Set.of("format.npy", "shape.npy", "data.npy");

    private final Source archive;
    private final String file; // the array that is the table
    private final NumpyTable table;

    private NumpyArchive(Source archive, String file, NumpyTable table) {
        this.archive = archive;
        this.file = file;
        this.table = table;
    }

    /**
     * Reads a table.
     *
     * @param archive the archive
     * @return the table
     * @throws FormatException if none of the arrays, or more than one, is a matrix of numbers
     */
    public static NumpyArchive read(Source archive) throws IOException {
        List<String> files = files(archive);
        if (files.containsAll(SPARSE)) {
            throw archive.error("is a sparse matrix of SciPy, in which entries that are missing may be zeros or holes;"
                    + " scipy.io.mmwrite makes a file in .mtx of it, in which they are holes");
        }
        List<String> matrices = new ArrayList<>();
        Optional<FormatException> fault = Optional.empty();
        for (String file : files) {
            Source array = archive.entry(file);
            try {
                array.read(in -> NumpyHeader.read(in, array));
                matrices.add(file);
            } catch (FormatException e) {
                fault = Optional.of(e);
            }
        }
        if (matrices.size() > 1) {
            throw archive.error(
                    "holds " + matrices.size() + " matrices (" + Source.shortened(String.join(", ", matrices))
                            + "), expected one; save the one to complete as .npy");
        }
        if (matrices.isEmpty()) {
            throw fault.orElseGet(() -> archive.error("holds no NumPy array"));
        }
        String file = matrices.get(0);
        return new NumpyArchive(archive, file, NumpyTable.read(archive.entry(file)));
    }

    private static List<String> files(Source archive) throws IOException {
        try (ZipFile zip = archive.archive()) {
            return zip.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".npy"))
                    .distinct()
                    .toList();
        }
    }

    @Override
    public Matrix values() {
        return table.values();
    }

    @Override
    public Optional<List<String>> columnNames() {
        return Optional.empty();
    }

    @Override
    public int find(String column) throws FormatException {
        return table.find(column);
    }

    @Override
    public Optional<List<String>> rowLabels() {
        return Optional.empty();
    }

    @Override
    public List<String> notes() {
        return table.notes();
    }

    @Override
    public String description() {
        return table.description();
    }

    @Override
    public String place(int row, int column) {
        return table.place(row, column);
    }

    @Override
    public void requireTarget(Path target) throws FormatException {
        FileFormat.NUMPY_ARCHIVE.requireTarget(archive, target);
    }

    @Override
    public void writeCompleted(Path target, CellValues values) throws IOException {
        HoleValues filling = new HoleValues(this, values);
        AtomicFile.write(target, out -> {
            try (ZipFile zip = archive.archive()) {
                write(zip, filling, out);
            } catch (ZipException e) {
                throw archive.changed();
            }
        });
    }

    private void write(ZipFile zip, HoleValues filling, OutputStream out) throws IOException {
        ZipOutputStream copy = new ZipOutputStream(out);
        for (ZipEntry entry : zip.stream().toList()) {
            boolean isPlain = entry.getMethod() == ZipEntry.STORED;
            copy.setLevel(isPlain ? Deflater.NO_COMPRESSION : Deflater.DEFAULT_COMPRESSION);
            copy.putNextEntry(new ZipEntry(entry.getName()));
            if (entry.getName().equals(file)) {
                table.write(copy, filling);
            } else {
                try (InputStream in = zip.getInputStream(entry)) {
                    in.transferTo(copy);
                }
            }
            copy.closeEntry();
        }
        copy.finish();
    }
}
