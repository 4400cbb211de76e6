package rung.cli.paper;

import java.util.List;
import java.util.Locale;
import rung.completion.Synthetic;

/** Figures 3 and 5: error on the entries not observed, at each rank. */
final class TestErrorFigure implements Experiment {
    private final String name;
    private final List<Setting> settings;
    private final TestErrors errors;

    TestErrorFigure(String name, List<Setting> settings, TestErrors errors) {
        this.name = name;
        this.settings = settings;
        this.errors = errors;
    }

    @Override
    public String title() {
        return "Test error against rank (Section 4.2): "
                + String.join(" and ", settings.stream().map(Setting::toString).toList());
    }

    @Override
    public Outcome run(Conditions conditions) {
        Outcome outcome = new Outcome()
                .under("matrices", "100×100, " + conditions.seeds(conditions.matrices()))
                .under("inner problem", TestErrors.ITERATIONS + " LSQR iterations from zero");
        for (Synthetic.Snr reading : Synthetic.Snr.values()) {
            for (Setting setting : settings) {
                TestErrors.Measured measured = errors.of(setting, reading, conditions);
                outcome.add(new Outcome.Chart(
                        name + "-" + setting.letter() + (reading == Synthetic.Snr.OF_DEVIATIONS ? "" : "-unit"),
                        setting + (reading == Synthetic.Snr.OF_DEVIATIONS ? "" : ", noise 1/SNR"),
                        "rank",
                        "normalized test error",
                        measured.curves(),
                        1,
                        sentence(reading.toString()) + " Bands: one standard error."));
                if (reading == Synthetic.Snr.OF_DEVIATIONS) {
                    claim(outcome, setting, measured);
                }
            }
        }
        return outcome.note(
                        "\"Both sides\" refits U and V after each insertion instead of one of them in turn. Algorithm 4 ends"
                                + " at the first swap that does not lower R, and with few iterations from zero on one side that is often the"
                                + " first one; refitting both brings back what the paper shows, a low error from the true rank on.")
                .note(
                        "With as much noise as signal (SNR=1 as the ratio of deviations) three iterations regularize too little: the"
                                + " error of both algorithms rises with the rank. The default finds the strength of the regularization"
                                + " in the data; it is the answer to the noisy settings.");
    }

    private static void claim(Outcome outcome, Setting setting, TestErrors.Measured measured) {
        Sample[] local = measured.byRank().get(TestErrors.LOCAL_SEARCH);
        Sample[] soft = measured.byRank().get(TestErrors.SOFT_IMPUTE);
        int rank = TestErrors.best(local);
        int softRank = TestErrors.best(soft);
        double ours = local[rank - 1].mean();
        double theirs = soft[softRank - 1].mean();
        outcome.add(new Outcome.Claim(
                "Fast Local Search has the lowest test error (" + setting + ").",
                String.format(
                        Locale.ROOT,
                        "Lowest: Fast Local Search %.4f at rank %d, SoftImpute %.4f at rank %d; the default %.4f.",
                        ours,
                        rank,
                        theirs,
                        softRank,
                        measured.chosen().mean()),
                ours <= theirs));
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }
}
