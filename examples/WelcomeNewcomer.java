import java.util.Map;
import java.util.SplittableRandom;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.ratings.Model;
import rung.ratings.Newcomer;
import rung.ratings.Recommender;

/** Recommends to someone who came after the training, from a few ratings. */
public final class WelcomeNewcomer {
    private WelcomeNewcomer() {}

    public static void main(String[] args) {
        Ratings.Builder builder = Ratings.builder();
        SplittableRandom random = new SplittableRandom(1);
        for (int user = 0; user < 60; user++) { // even users like even films, odd ones odd films
            for (int film = 0; film < 40; film++) {
                int often = user % 2 == film % 2 ? 3 : 1; // and people see more of what they like
                if (random.nextInt(5) < often) {
                    builder.add("user" + user, "film" + film, user % 2 == film % 2 ? 5 : 1);
                }
            }
        }
        Model model =
                Recommender.byDefault().train(builder.build(Duplicates.LAST)).model();

        Newcomer ann = model.newcomer(Map.of("film3", 5.0, "film6", 1.0, "film9", 4.5, "film21", 5.0));

        System.out.println("for Ann: " + ann.recommend(3));
        System.out.printf(
                "film11 %.2f, film12 %.2f%n",
                ann.predict("film11").value(), ann.predict("film12").value());
    }
}
