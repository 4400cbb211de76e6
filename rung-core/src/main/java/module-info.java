/** Minimizes any convex R(A) subject to rank(A) ≤ r. */
module rung.core {
    exports rung;
    exports rung.algorithm;
    exports rung.baseline;
    exports rung.comparison;
    exports rung.completion;
    exports rung.engine;
    exports rung.file;
    exports rung.file.model;
    exports rung.file.ratings;
    exports rung.file.table;
    exports rung.linalg;
    exports rung.loss;
    exports rung.objective;
    exports rung.ratings;
    exports rung.separation;
}
