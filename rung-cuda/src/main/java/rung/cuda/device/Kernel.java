package rung.cuda.device;

/** The kernels, each a function of a file of CUDA C among the resources. */
public enum Kernel {
    /** Draws lines of one piece. */
    DRAW_PIECES("draw", "drawPieces", "W"),
    /** Draws lines of several pieces. */
    DRAW_LONG("draw", "drawLong", "W"),
    /** Means and variances of the posteriors of all lines. */
    POSTERIORS("draw", "posteriors", "W"),
    /** Residuals times a block of vectors, and their squares. */
    RESIDUAL_PIECES("residuals", "residualPieces", "W"),
    /** The same for lines of several pieces. */
    RESIDUAL_LONG("residuals", "residualLong", "W"),
    /** The pattern of the entries times a block of vectors. */
    PATTERN_PIECES("pattern", "patternPieces", "N"),
    /** The same for lines of several pieces. */
    PATTERN_LONG("pattern", "patternLong", "N"),
    /** The sums for the equations of preferences. */
    SUM_PIECES("refit", "sumPieces", "W"),
    /** Refits lines of one piece. */
    SOLVE_PIECES("refit", "solvePieces", "W"),
    /** Refits lines of several pieces. */
    SOLVE_LONG("refit", "solveLong", "W"),
    /** The residuals of preferences, and their losses. */
    CHOICE_RESIDUALS("choices", "choiceResiduals", "W"),
    /** The losses of lines of several pieces. */
    CHOICE_LOSSES("choices", "choiceLosses", "W"),
    /** Sums of products of two numbers of a line. */
    PRODUCTS("rows", "productsOfParts", ""),
    /** Sums of the numbers of a line. */
    SUMS("rows", "sumsOfParts", ""),
    /** Sums of one number of each line. */
    TOTALS("rows", "totalsOfParts", ""),
    /** Adds up what others left in parts. */
    ADD_PARTS("rows", "addParts", ""),
    /** Rows times a small matrix. */
    MULTIPLY_ROWS("rows", "multiplyRows", ""),
    /** Rows times a number for each line. */
    SCALE_ROWS("rows", "scaleRows", ""),
    /** Products of numbers. */
    MULTIPLY_ELEMENTS("rows", "multiplyElements", ""),
    /** Sums of numbers. */
    ADD_ELEMENTS("rows", "addElements", ""),
    /** Rows side by side. */
    JOIN_ROWS("rows", "joinRows", ""),
    /** The penalty of each line. */
    PENALTIES("rows", "penalties", ""),
    /** Normal random numbers. */
    RANDOMIZE("rows", "randomize", ""),
    /** Rows times a vector. */
    COMBINE_ROWS("rows", "combineRows", ""),
    /** Rows of another width. */
    RESIZE_ROWS("rows", "resizeRows", ""),
    /** Sets a column of rows. */
    SET_COLUMN("rows", "setColumn", ""),
    /** Rows in the order of the host. */
    HOST_ROWS("rows", "hostRows", ""),
    /** Squared errors on entries that were held out. */
    HELD_OUT_ERRORS("rows", "heldOutErrors", ""),
    /** How uncertain means are. */
    VARIANCES("rows", "variancesOfRows", ""),
    /** The squared norm of a pair of vectors at the entries. */
    SQUARED_NORMS("rows", "squaredNorms", ""),
    /** Counts digits of keys. */
    COUNT_DIGITS("order", "countDigits", ""),
    /** Sums of all numbers before each. */
    SCAN("order", "scanTiles", ""),
    /** Adds the totals of tiles before each. */
    ADD_TOTALS("order", "addTotals", ""),
    /** Moves entries to their places by a digit. */
    PLACE_DIGITS("order", "placeDigits", ""),
    /** Where the entries of each line begin. */
    LINE_STARTS("order", "lineStarts", ""),
    /** Sums of values and of their squares. */
    MOMENTS("order", "momentsOfParts", ""),
    /** Subtracts a number from all values. */
    SUBTRACT("order", "subtract", "");

    private final String file;
    private final String function;
    private final String widthName;

    Kernel(String file, String function, String widthName) {
        this.file = file;
        this.function = function;
        this.widthName = widthName;
    }

    /** {@return the file it is in, without its ending} */
    public String file() {
        return file;
    }

    /** {@return its name there} */
    public String function() {
        return function;
    }

    /** {@return what the source calls the width it is compiled for; empty if it is for all widths} */
    public String widthName() {
        return widthName;
    }
}
