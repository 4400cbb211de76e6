package rung.serve.recommender;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import rung.ratings.By;
import rung.ratings.ListMaker;
import rung.ratings.Model;
import rung.ratings.Similarity;
import rung.serve.http.Answer;

/** A model and what is made of it once, to answer many requests. A new model file gives a new snapshot; requests go on with theirs. */
final class Snapshot {
    /** The most ways to rank that are kept: 3 and the steps of a slider. */
    private static final int MOST_MAKERS = 64;

    private final Model model;
    private final Catalog catalog;
    private final AnswerCache answers = new AnswerCache();
    private final Map<List<Object>, ListMaker> makers = new ConcurrentHashMap<>();
    private final Map<By, Similarity> similarities = new ConcurrentHashMap<>();
    private volatile ItemSearch search; // this and the next are made when they are first asked for
    private Answer map;
    private Answer report;

    Snapshot(Model model, Titles titles) {
        this.model = model;
        this.catalog = new Catalog(model, titles);
    }

    Model model() {
        return model;
    }

    Catalog catalog() {
        return catalog;
    }

    /** Makes what the first search and the first list of somebody new would have to wait for. */
    void prepare() {
        search();
        if (catalog.size() > 0) {
            Asker.whoChose(model, List.of(catalog.id(0))).best(lists(By.BOTH, 0), 1);
        }
    }

    /* Not synchronized, so that nobody who searches waits for the map: two may make the same. */
    ItemSearch search() {
        ItemSearch made = search;
        if (made == null) {
            made = new ItemSearch(catalog);
            search = made;
        }
        return made;
    }

    /** The lists that were asked for last. */
    AnswerCache answers() {
        return answers;
    }

    /** Makes lists that are ranked in some way; the usual ways are kept. */
    ListMaker lists(By by, double surprise) {
        List<Object> key = List.of(by, surprise);
        ListMaker maker = makers.get(key);
        if (maker == null) {
            maker = ListMaker.of(model, by, surprise);
            if (makers.size() < MOST_MAKERS) {
                makers.put(key, maker);
            }
        }
        return maker;
    }

    /** Finds items like one another: the first time, it looks at all users. */
    Similarity similarity(By by) {
        return similarities.computeIfAbsent(by, key -> Similarity.ofItems(model, key));
    }

    synchronized Answer map() {
        if (map == null) {
            map = Answer.json(ItemMap.of(model, catalog));
        }
        return map;
    }

    synchronized Answer report() {
        if (report == null) {
            report = Answer.json(ModelReport.of(model));
        }
        return report;
    }
}
