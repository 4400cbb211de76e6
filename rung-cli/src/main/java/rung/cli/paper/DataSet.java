package rung.cli.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.file.ratings.RatingsFile;

/** A data set of ratings that the paper used, under the names its authors give the files. */
enum DataSet {
    ML_100K("MovieLens 100K", 5, "ml-100k/u.data"),
    ML_1M("MovieLens 1M", 5, "ml-1m/ratings.dat"),
    ML_10M("MovieLens 10M", 3, "ml-10M100K/ratings.dat", "ml-10m/ratings.dat");

    private final String words;
    private final int splits;
    private final List<String> files;

    DataSet(String words, int splits, String... files) {
        this.words = words;
        this.splits = splits;
        this.files = List.of(files);
    }

    /** The number of splits in the paper. */
    int splits() {
        return splits;
    }

    /** The file of ratings below this folder, if it is there. */
    Optional<Path> in(Path folder) {
        return files.stream().map(folder::resolve).filter(Files::exists).findFirst();
    }

    Ratings read(Path file, int threads) throws IOException {
        return RatingsFile.readWithNotes(file, Duplicates.LAST, threads).ratings();
    }

    /** A sentence that says where the data set is expected, if it is not there. */
    String missing(Path folder) {
        return words + " was left out: there is no " + folder.resolve(files.get(0))
                + ". GroupLens offers it for research; --data names the folder that holds "
                + files.get(0).substring(0, files.get(0).indexOf('/')) + ".";
    }

    @Override
    public String toString() {
        return words;
    }
}
