package rung.spark;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import rung.Limits;
import rung.Listener;
import rung.Provenance;
import rung.Stage;
import rung.linalg.Side;
import rung.preferences.PenaltyChoice;
import rung.preferences.PreferenceFit;
import rung.preferences.PreferenceModel;
import rung.preferences.PreferenceTrainer;
import rung.preferences.TargetScales;
import rung.ratings.Blend;
import rung.spark.block.HeldOutPairs;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;
import rung.spark.block.RatingFrame;
import rung.spark.engine.SpreadFactors;
import rung.spark.engine.preference.SpreadEntries;
import rung.spark.engine.preference.SpreadJudges;
import rung.spark.engine.preference.SpreadPair;

/** One fit of preferences: chooses the penalty, unless it is told, and fits all entries, as {@link PreferenceTrainer}. */
final class PreferenceTraining {
    private final RankConstrained parameters;
    private final RatingFrame frame;
    private final RatingBlocks data;
    private final StorageLevel level;
    private final SpreadFactors.Storage storage;
    private final int rank;
    private final long end; // if there is a limit

    PreferenceTraining(RankConstrained parameters, RatingFrame frame, RatingBlocks data, StorageLevel level) {
        this.parameters = parameters;
        this.frame = frame;
        this.data = data;
        this.level = level;
        this.storage = new SpreadFactors.Storage(level, parameters.getCheckpointInterval(), false);
        this.rank = Math.min(wantedRank(parameters), Math.min(data.rows(), data.columns()));
        this.end = System.nanoTime() + (long) (1e9 * parameters.getMaxSeconds());
    }

    private static int wantedRank(RankConstrained parameters) {
        if (parameters.isSet(parameters.rank())) {
            return parameters.getRank();
        }
        return parameters.isSet(parameters.maxRank()) ? parameters.getMaxRank() : PreferenceTrainer.MAX_RANK;
    }

    RankConstrainedModel train() {
        if (parameters.isSet(parameters.regParam())) {
            return fitFromNothing(OptionalDouble.of(parameters.getRegParam()));
        }
        HeldOutPairs pairs = new HeldOutPairs(parameters.getHeldOutFraction(), parameters.getSeed());
        RatingBlocks train = data.without(pairs, level);
        JavaRDD<LineBlock> heldOut = data.heldOut(pairs, level);
        try {
            long count = data.count() - train.count();
            return count < PenaltyChoice.LEAST_TO_CHOOSE_BY || train.count() == 0
                    ? fitFromNothing(OptionalDouble.empty())
                    : choose(train, heldOut);
        } finally {
            train.unpersist();
            heldOut.unpersist(false);
        }
    }

    /* Where nothing is chosen by held-out entries, counts count. */
    private RankConstrainedModel fitFromNothing(OptionalDouble lambda) {
        SpreadEntries all = entries(data, SpreadEntries.typicalCount(data));
        double factor = lambda.isPresent() ? lambda.getAsDouble() / all.unit() : PenaltyChoice.WITHOUT_CHOICE;
        return model(PreferenceFit.fromNothing(all, factor, rank, fitting()), OptionalDouble.empty());
    }

    private RankConstrainedModel choose(RatingBlocks train, JavaRDD<LineBlock> heldOut) {
        SpreadJudges judges = SpreadJudges.of(
                train.users(), heldOut, PreferenceTrainer.JUDGES, PreferenceTrainer.LIST, parameters.getSeed());
        SpreadEntries part = entries(train, 0);
        PenaltyChoice<SpreadPair> choosing =
                new PenaltyChoice<>(rank, judges::error, limits(), listener(Stage.CHOOSING));
        PenaltyChoice.Choice<SpreadPair> choice = choosing.choose(part);
        SpreadEntries all = entries(data, weighting(train, choosing, choice, judges));
        PreferenceFit<SpreadPair> fit = PreferenceFit.from(choice.best(), all, choice.factor(), rank, fitting());
        RankConstrainedModel model = model(fit, OptionalDouble.of(1 - choice.error()));
        choice.best().release();
        part.release();
        judges.release();
        return model;
    }

    /* The count whose weight is one; 0 if lists of the held-out entries are no better with weights that grow with counts. */
    private double weighting(
            RatingBlocks train,
            PenaltyChoice<SpreadPair> choosing,
            PenaltyChoice.Choice<SpreadPair> choice,
            SpreadJudges judges) {
        double typical = SpreadEntries.typicalCount(train);
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

    private SpreadEntries entries(RatingBlocks counts, double typical) {
        return new SpreadEntries(counts, typical, parameters.getAlpha(), storage, parameters.getSeed());
    }

    private PreferenceFit.How fitting() {
        PreferenceFit.How how = PreferenceFit.How.usual(listener(Stage.FITTING)).withLimits(limits());
        return parameters.isSet(parameters.maxIter()) ? how.withRounds(parameters.getMaxIter()) : how;
    }

    private Limits limits() {
        Limits limits = Limits.NONE.withTolerance(parameters.getTol());
        return parameters.getMaxSeconds() > 0
                ? limits.withTime(Duration.ofNanos(Math.max(1, end - System.nanoTime())))
                : limits;
    }

    private static Listener listener(Stage stage) {
        return progress -> Training.log(stage + " " + PreferenceTrainer.TASK, progress);
    }

    private RankConstrainedModel model(PreferenceFit<SpreadPair> fit, OptionalDouble ndcg) {
        SpreadPair pair = fit.pair();
        SpreadEntries entries = pair.entries();
        PreferenceModel.Penalty penalty = new PreferenceModel.Penalty(entries.alpha(), pair.lambda(), TargetScales.NU);
        StorageLevel kept = StorageLevel.fromString(parameters.getFinalStorageLevel());
        int interval = parameters.getCheckpointInterval();
        FactorFrame users = FactorFrame.of(pair, Side.LEFT, data, frame.users(), kept, interval);
        FactorFrame items = FactorFrame.of(pair, Side.RIGHT, data, frame.items(), kept, interval);
        ModelParts parts = new ModelParts(
                Optional.empty(),
                Optional.of(new ModelParts.Preferred(pair.rank(), penalty, entries.typical(), Blend.NONE)),
                users.frame(),
                items.frame(),
                facts(PreferenceTrainer.inWords(pair.rank(), penalty, entries.typical(), ndcg)),
                fit.path());
        pair.release();
        entries.release();
        return new RankConstrainedModel(parameters.uid(), parts);
    }

    private Map<String, String> facts(String inWords) {
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
        facts.put("preferences", inWords);
        return facts;
    }
}
