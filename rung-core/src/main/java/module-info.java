/** Minimizes any convex R(A) subject to rank(A) ≤ r. */
module rung.core {
    exports rung;
    exports rung.algorithm;
    exports rung.baseline;
    exports rung.baseline.lists;
    exports rung.baseline.table;
    exports rung.comparison;
    exports rung.completion;
    exports rung.completion.kind;
    exports rung.completion.order;
    exports rung.data;
    exports rung.engine;
    exports rung.engine.bayes;
    exports rung.engine.convex;
    exports rung.engine.entrywise;
    exports rung.engine.preference;
    exports rung.engine.robust;
    exports rung.engine.sampling.biased;
    exports rung.file;
    exports rung.file.model;
    exports rung.file.ratings;
    exports rung.file.table;
    exports rung.linalg;
    exports rung.lists;
    exports rung.loss;
    exports rung.objective;
    exports rung.preferences;
    exports rung.ratings;
    exports rung.separation;

    uses rung.engine.device.Accelerator;
}
