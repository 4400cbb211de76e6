import java.util.SplittableRandom;
import rung.data.Duplicates;
import rung.data.Ratings;
import rung.ratings.Model;
import rung.ratings.Recommendation;
import rung.ratings.Recommender;

/** Trains a recommender on ratings, and asks it what a user would like. */
public final class TrainAndRecommend {
    private TrainAndRecommend() {}

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
        Ratings ratings = builder.build(Duplicates.LAST);

        Model model = Recommender.byDefault().train(ratings).model();

        for (Recommendation film : model.recommend("user4", 5)) {
            System.out.printf("%s %.2f%n", film.item(), film.rating().orElseThrow());
        }
        System.out.printf(
                "user4 would rate film1 %.2f%n", model.predict("user4", "film1").value());
        System.out.println("like film8: " + model.similar("film8", 3));
    }
}
