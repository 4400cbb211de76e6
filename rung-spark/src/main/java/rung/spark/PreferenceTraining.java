package rung.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rung.Listener;
import rung.Provenance;
import rung.Stage;
import rung.Step;
import rung.preferences.PenaltyChoice;
import rung.preferences.PreferenceFit;
import rung.preferences.PreferenceModel;
import rung.preferences.PreferenceTrainer;
import rung.preferences.TargetScales;
import rung.ratings.Blend;
import rung.ratings.Part;
import rung.spark.block.RatingBlocks;
import rung.spark.engine.preference.SpreadEntries;
import rung.spark.engine.preference.SpreadJudges;
import rung.spark.engine.preference.SpreadPair;

/**
 * Trains the part of a model that knows what users choose: chooses the penalty, unless it is told, and fits all entries, as {@link
 * PreferenceTrainer}.
 */
final class PreferenceTraining {
    private final FitInput input;
    private final RankConstrained parameters;
    private final RatingBlocks data;
    private final boolean isAlone; // else rank, penalty and rounds are those of the ratings
    private final int rank;

    PreferenceTraining(FitInput input) {
        this.input = input;
        this.parameters = input.parameters();
        this.data = input.data();
        this.isAlone = !input.parts().contains(Part.RATINGS);
        this.rank = Math.min(wantedRank(), input.limit());
    }

    private int wantedRank() {
        if (isAlone && parameters.isSet(parameters.rank())) {
            return parameters.getRank();
        }
        boolean isBounded = parameters.isSet(parameters.maxRank()) && !parameters.isSet(parameters.rank());
        int most = isBounded ? parameters.getMaxRank() : PreferenceTrainer.MAX_RANK;
        return isAlone ? most : Math.min(most, PreferenceTrainer.MAX_RANK);
    }

    /**
     * The penalty that held-out entries chose.
     *
     * @param choice the penalty, and the pair that was fitted without the held-out entries
     * @param typical the count whose weight is one; 0 if all weights are one
     * @param judges the users by whose lists it was chosen
     * @param lists how good their lists are, in words
     */
    record Chosen(PenaltyChoice.Choice<SpreadPair> choice, double typical, SpreadJudges judges, String lists) {
        SpreadPair pair() {
            return choice.best();
        }

        void release() {
            SpreadEntries entries = pair().entries();
            pair().release();
            entries.release();
            judges.release();
        }
    }

    /**
     * The fit to all entries.
     *
     * @param ndcg that of the lists on held-out entries; empty if there were none
     */
    record Fitted(SpreadPair pair, List<Step> path, OptionalDouble ndcg) {
        private PreferenceModel.Penalty penalty() {
            return new PreferenceModel.Penalty(pair.entries().alpha(), pair.lambda(), TargetScales.NU);
        }

        ModelParts.Preferred numbers(Blend blend) {
            return new ModelParts.Preferred(
                    pair.rank(), penalty(), pair.entries().typical(), blend);
        }

        String inWords() {
            return PreferenceTrainer.inWords(
                    pair.rank(), penalty(), pair.entries().typical(), ndcg);
        }

        void release() {
            SpreadEntries entries = pair.entries();
            pair.release();
            entries.release();
        }
    }

    boolean isToChoose() {
        return !isAlone || !parameters.isSet(parameters.regParam());
    }

    /** Chooses the penalty, and whether counts count. */
    Chosen choose(HeldOutPart part) {
        SpreadJudges judges = SpreadJudges.of(
                part.train().users(),
                part.heldOut(),
                PreferenceTrainer.JUDGES,
                PreferenceTrainer.LIST,
                parameters.getSeed());
        PenaltyChoice<SpreadPair> choosing =
                new PenaltyChoice<>(rank, judges::error, input.limits(), listener(Stage.CHOOSING));
        PenaltyChoice.Choice<SpreadPair> choice = choosing.choose(entries(part.train(), 0));
        return new Chosen(
                choice, weighting(part.train(), choosing, choice, judges), judges, judges.inWords(choice.best()));
    }

    /** Fits all entries. Where nothing is chosen by held-out entries, counts count. */
    Fitted fit(Optional<Chosen> chosen) {
        if (chosen.isPresent()) {
            PenaltyChoice.Choice<SpreadPair> choice = chosen.get().choice;
            SpreadEntries all = entries(data, chosen.get().typical);
            PreferenceFit<SpreadPair> fit = PreferenceFit.from(choice.best(), all, choice.factor(), rank, fitting());
            return new Fitted(fit.pair(), fit.path(), OptionalDouble.of(1 - choice.error()));
        }
        SpreadEntries all = entries(data, typicalCount(data));
        double factor = isToChoose() ? PenaltyChoice.WITHOUT_CHOICE : parameters.getRegParam() / all.unit();
        PreferenceFit<SpreadPair> fit = PreferenceFit.fromNothing(all, factor, rank, fitting());
        return new Fitted(fit.pair(), fit.path(), OptionalDouble.empty());
    }

    /* The count whose weight is one; 0 if lists of the held-out entries are no better with weights that grow with counts. */
    private double weighting(
            RatingBlocks train,
            PenaltyChoice<SpreadPair> choosing,
            PenaltyChoice.Choice<SpreadPair> choice,
            SpreadJudges judges) {
        double typical = typicalCount(train);
        if (typical == 0) {
            return 0;
        }
        double[] errors = new double[2];
        for (int k = 0; k < errors.length; k++) {
            SpreadEntries part = entries(train, k * typical);
            errors[k] = choosing.errorOn(choice, part, judges::error);
            part.release();
        }
        return errors[1] < errors[0] ? typical : 0;
    }

    /* Ratings are no counts. */
    private double typicalCount(RatingBlocks counts) {
        return parameters.getImplicitPrefs() ? SpreadEntries.typicalCount(counts) : 0;
    }

    private SpreadEntries entries(RatingBlocks counts, double typical) {
        return new SpreadEntries(counts, typical, parameters.getAlpha(), input.storage(false), parameters.getSeed());
    }

    private PreferenceFit.How fitting() {
        PreferenceFit.How how = PreferenceFit.How.usual(listener(Stage.FITTING)).withLimits(input.limits());
        return isAlone && parameters.isSet(parameters.maxIter()) ? how.withRounds(parameters.getMaxIter()) : how;
    }

    private static Listener listener(Stage stage) {
        return progress -> Training.log(stage + " " + PreferenceTrainer.TASK, progress);
    }

    /** How a model of choices alone came about. */
    Map<String, String> facts() {
        Provenance here = Provenance.of(
                "", "", "", parameters.getSeed(), data.users().context().defaultParallelism());
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("seed", String.valueOf(here.seed()));
        facts.put("choices", String.valueOf(data.count()));
        if (data.duplicates() > 0) {
            facts.put("duplicates", String.valueOf(data.duplicates()));
        }
        facts.put("rung", here.version());
        facts.put("java", here.java());
        facts.put("kernels", here.kernels());
        return facts;
    }
}
