package rung.serve.recommender;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import rung.lists.Scored;
import rung.ratings.ListMaker;
import rung.ratings.ListOptions;
import rung.ratings.Model;
import rung.ratings.Newcomer;
import rung.ratings.Recommendation;

/** Somebody whom lists are made for: a user of the model, who may have rated more since, or somebody new. */
interface Asker {
    /** The id of the user; empty if there is none. */
    String id();

    /** The ids of what the user rated or chose. */
    Collection<String> items();

    /** Makes a list of at most n items, without those. */
    List<Scored> best(ListMaker maker, int n);

    /** Some items with their scores, best first, whether the user rated or chose them or not. */
    List<Scored> scored(int... items);

    /** Adds names, expected ratings and reasons to a list. */
    List<Recommendation> explained(List<Scored> list);

    /** How the user would rate an item; empty if the model predicts no ratings. */
    OptionalDouble expected(String item);

    /** Somebody new, from what they rated. */
    static Asker whoRated(Model model, String id, Map<String, Double> ratings) {
        return new New(model, id, ratings.keySet(), model.newcomer(ratings));
    }

    /** Somebody new, from what they chose. */
    static Asker whoChose(Model model, Collection<String> chosen) {
        return new New(model, "", chosen, model.newcomer(chosen));
    }

    /** Somebody the model was not trained on, or who rated more since. */
    record New(Model model, String id, Collection<String> items, Newcomer newcomer) implements Asker {
        @Override
        public List<Scored> best(ListMaker maker, int n) {
            return maker.best(newcomer, n);
        }

        @Override
        public List<Scored> scored(int... items) {
            return newcomer.recommend(
                    ListOptions.of(items.length).withSeen(true).among(items));
        }

        @Override
        public List<Recommendation> explained(List<Scored> list) {
            return newcomer.explained(list);
        }

        @Override
        public OptionalDouble expected(String item) {
            return model.ratings().isPresent()
                    ? OptionalDouble.of(newcomer.predict(item).value())
                    : OptionalDouble.empty();
        }
    }

    /** A user of the model who rated more since it was trained: fitted anew to all of it. */
    static Asker whoRatedMore(Model model, int user, Map<String, Double> since) {
        Set<String> all = new LinkedHashSet<>(since.keySet());
        all.addAll(new Known(model, user).items());
        return new New(model, model.users().name(user), all, model.newcomer(user, since));
    }

    /** A user of the model. */
    record Known(Model model, int user) implements Asker {
        @Override
        public String id() {
            return model.users().name(user);
        }

        @Override
        public Collection<String> items() {
            return Arrays.stream(model.seen().of(user))
                    .mapToObj(model.items()::name)
                    .toList();
        }

        @Override
        public List<Scored> best(ListMaker maker, int n) {
            return maker.best(user, n);
        }

        @Override
        public List<Scored> scored(int... items) {
            return model.recommend(
                    user, ListOptions.of(items.length).withSeen(true).among(items));
        }

        @Override
        public List<Recommendation> explained(List<Scored> list) {
            return model.explained(user, list);
        }

        @Override
        public OptionalDouble expected(String item) {
            return model.ratings().isPresent()
                    ? OptionalDouble.of(model.predict(id(), item).value())
                    : OptionalDouble.empty();
        }
    }
}
