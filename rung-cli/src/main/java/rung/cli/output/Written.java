package rung.cli.output;

import java.util.List;
import java.util.Locale;
import rung.cli.terminal.InputException;

/** What an output holds, and how the name of its file may end. Names of spreadsheets, documents and the like are refused: no command writes these. */
public enum Written {
    /** A table, in the form that it came in. */
    TABLE(".csv, .tsv, .txt, .jsonl, .npy, .npz or .mtx, in the form of the input"),
    /** Predictions or lists. */
    LISTS(".csv, .tsv, .txt or .jsonl"),
    /** Fields with tabs between them. */
    TABS(".tsv or .txt, with tabs between the fields"),
    /** Factors. */
    FACTORS(".npy, .csv or .csv.gz"),
    /** A page. */
    PAGE(".html"),
    /** A trained model. */
    MODEL(".rung"),
    /** A picture. */
    PLOT(".svg or .png"),
    /** A folder of results. */
    FOLDER("a folder of results");

    private static final List<String> NEVER = List.of(
            ".xlsx",
            ".xls",
            ".xlsm",
            ".ods",
            ".parquet",
            ".feather",
            ".pdf",
            ".docx",
            ".ps",
            ".eps",
            ".jpg",
            ".jpeg",
            ".gif");

    private final String endings;

    Written(String endings) {
        this.endings = endings;
    }

    /**
     * Refuses a name that promises a format which no command writes.
     *
     * @param name the name of the output, as the user gave it
     * @throws InputException if it ends as that of a spreadsheet or a document does
     */
    public void check(String name) {
        String lower = name.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        for (String ending : NEVER) {
            if (lower.endsWith(ending)) {
                throw new InputException(name + ": files in " + ending + " are not written; name "
                        + (this == FOLDER ? "" : "a file in ") + endings);
            }
        }
    }
}
