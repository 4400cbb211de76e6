import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import rung.LowRankMatrix;
import rung.completion.Completion;
import rung.data.Duplicates;
import rung.data.Observations;
import rung.data.Ratings;
import rung.file.Table;
import rung.file.TableForm;
import rung.file.model.ModelFile;
import rung.file.ratings.RatingsFile;
import rung.file.table.TableFile;
import rung.ratings.Model;
import rung.ratings.Recommender;

/** Reads tables and ratings in any usual form; writes completed tables and models. */
public final class ReadAndWriteFiles {
    private ReadAndWriteFiles() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("rung-example");

        Path holes =
                Files.writeString(folder.resolve("table.csv"), "a,b,c\n1,2,3\n2,NA,6\n3,6,9\n4,8,\n5,10,15\n6,12,18\n");
        Table table = TableFile.read(
                holes, TableForm.recognized().withNumbers(List.of("a"))); // column a counts the rows, and is data
        LowRankMatrix completed = Completion.byDefault()
                .complete(Observations.withHoles(table.values()))
                .matrix();
        table.writeCompleted(
                folder.resolve("completed.csv"), completed::get); // headers and known cells stay as they are
        System.out.print(Files.readString(folder.resolve("completed.csv")));

        Path file = Files.writeString(
                folder.resolve("ratings.csv"), "user,item,rating\nann,Alien,5\nann,Brazil,2\nbob,Alien,4\n");
        Ratings ratings = RatingsFile.read(file, Duplicates.LAST);
        Model model = Recommender.byDefault().train(ratings).model();
        ModelFile.write(folder.resolve("movies.rung"), model);
        Model again = ModelFile.read(folder.resolve("movies.rung"));
        System.out.println(again.predict("bob", "Brazil").equals(model.predict("bob", "Brazil")));
    }
}
