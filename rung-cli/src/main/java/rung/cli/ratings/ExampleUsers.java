package rung.cli.ratings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import rung.cli.terminal.Words;
import rung.data.Meaning;
import rung.data.Ratings;
import rung.page.NumberText;
import rung.page.Page;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Recommendation;

/** A few users with what they liked and what they would get. */
final class ExampleUsers {
    private static final int LENGTH = 8;

    /** Users with few, usual and many ratings: at these quantiles of their numbers. */
    private static final double[] QUANTILES = {0.2, 0.4, 0.6, 0.8};

    private static final int LONGEST = 46;

    private final Model model;
    private final Ratings ratings;
    private final Map<String, String> titles;

    /**
     * Shows users of a model.
     *
     * @param ratings what it was trained on
     * @param titles the titles of items; the item's name stands for one that is missing
     */
    ExampleUsers(Model model, Ratings ratings, Map<String, String> titles) {
        this.model = model;
        this.ratings = ratings;
        this.titles = titles;
    }

    /** A table for each of the users. */
    List<Page.Table> tables() {
        int[] byCount = IntStream.range(0, model.users().size())
                .filter(user -> model.seen().count(user) > 0)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(user -> model.seen().count(user))
                        .thenComparing(user -> user))
                .mapToInt(user -> user)
                .toArray();
        List<Page.Table> tables = new ArrayList<>();
        for (double quantile : byCount.length < QUANTILES.length ? new double[0] : QUANTILES) {
            tables.add(table(byCount[(int) (quantile * (byCount.length - 1))]));
        }
        return tables;
    }

    private Page.Table table(int user) {
        List<String> liked = liked(user);
        List<Recommendation> list = model.explained(user, model.recommend(user, ListOptions.of(LENGTH)));
        List<List<String>> rows = new ArrayList<>();
        for (int k = 0; k < Math.max(liked.size(), list.size()); k++) {
            Optional<Recommendation> each = k < list.size() ? Optional.of(list.get(k)) : Optional.empty();
            rows.add(List.of(
                    k < liked.size() ? liked.get(k) : "",
                    each.map(one -> title(one.item())).orElse(""),
                    each.map(one -> NumberText.fixed(one.rating().orElse(one.score()), 2))
                            .orElse("")));
        }
        boolean hasRatings = ratings.meaning() == Meaning.RATING;
        return new Page.Table(
                "User '" + Words.shortened(model.users().name(user), LONGEST) + "', "
                        + Words.count(model.seen().count(user), hasRatings ? "rating" : "choice"),
                2,
                List.of(
                        hasRatings ? "liked most" : "chose most",
                        "would get",
                        model.ratings().isPresent() ? "prediction" : "score"),
                rows);
    }

    /* The items with the highest values, with them. */
    private List<String> liked(int user) {
        return IntStream.range(0, ratings.count())
                .filter(e -> ratings.user()[e] == user)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(e -> -ratings.value()[e])
                        .thenComparing(e -> e))
                .limit(LENGTH)
                .map(e -> title(ratings.items().name(ratings.item()[e]))
                        + (ratings.lowest() == ratings.highest() ? "" : " (" + Words.plain(ratings.value()[e]) + ")"))
                .toList();
    }

    private String title(String item) {
        return Words.shortened(titles.getOrDefault(item, item), LONGEST);
    }
}
