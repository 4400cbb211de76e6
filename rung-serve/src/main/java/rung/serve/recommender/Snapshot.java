package rung.serve.recommender;

import rung.ratings.Model;
import rung.serve.http.Answer;

/** A model and what is made of it once, to answer many requests. A new model file gives a new snapshot; requests go on with theirs. */
final class Snapshot {
    private final Model model;
    private final Catalog catalog;
    private final ItemSearch search;
    private Answer map; // made when it is first asked for
    private Answer report;

    Snapshot(Model model, Titles titles) {
        this.model = model;
        this.catalog = new Catalog(model, titles);
        this.search = new ItemSearch(catalog);
    }

    Model model() {
        return model;
    }

    Catalog catalog() {
        return catalog;
    }

    ItemSearch search() {
        return search;
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
