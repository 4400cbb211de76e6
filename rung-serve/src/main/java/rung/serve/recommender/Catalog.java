package rung.serve.recommender;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rung.data.Ids;
import rung.ratings.Model;

/** The items of a model as people see them: titles, further columns, and how many users have each. */
final class Catalog {
    private final Ids items;
    private final Titles titles;
    private final int allUsers;
    private final int[] users; // of each item
    private final Integer[] byPopularity;

    Catalog(Model model, Titles titles) {
        this.items = model.items();
        this.titles = titles;
        this.allUsers = model.users().size();
        this.users = model.seen().usersByItem(items.size());
        byPopularity = new Integer[items.size()];
        for (int item = 0; item < byPopularity.length; item++) {
            byPopularity[item] = item;
        }
        java.util.Arrays.sort(byPopularity, (a, b) -> users[a] != users[b] ? users[b] - users[a] : a - b);
    }

    Titles titles() {
        return titles;
    }

    int size() {
        return items.size();
    }

    String id(int item) {
        return items.name(item);
    }

    /** The title of an item; its id if it has none. */
    String title(int item) {
        String id = items.name(item);
        return titles.title(id).orElse(id);
    }

    /** How many users have an item. */
    int users(int item) {
        return users[item];
    }

    /** The share of users who have an item. */
    float share(int item) {
        return allUsers == 0 ? 0f : (float) users[item] / allUsers;
    }

    /** The numbers of the most popular items, the most popular first. */
    List<Integer> popular(int most) {
        return List.of(byPopularity).subList(0, Math.min(most, byPopularity.length));
    }

    /** An item as programs see it, without a score. */
    Map<String, Object> facts(int item) {
        return facts(item, Optional.empty());
    }

    /** An item as programs see it. */
    Map<String, Object> facts(int item, double score) {
        return facts(item, Optional.of(score));
    }

    private Map<String, Object> facts(int item, Optional<Double> score) {
        Map<String, Object> facts = new LinkedHashMap<>();
        String id = items.name(item);
        facts.put("id", id);
        facts.put("title", titles.title(id).orElse(id));
        score.ifPresent(number -> facts.put("score", number.floatValue()));
        facts.put("users", users[item]);
        facts.put("share", share(item));
        Map<String, String> columns = titles.columns(id);
        if (!columns.isEmpty()) {
            facts.put("columns", columns);
        }
        return facts;
    }
}
