package rung.cli.paper;

import java.io.IOException;

/** One table or figure of the paper, run again. */
interface Experiment {
    /** What it shows, in a line. */
    String title();

    Outcome run(Conditions conditions) throws IOException;
}
