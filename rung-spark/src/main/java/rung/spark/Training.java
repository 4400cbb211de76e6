package rung.spark;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rung.Climbed;
import rung.Limits;
import rung.Listener;
import rung.Provenance;
import rung.Settings;
import rung.Solution;
import rung.Stage;
import rung.Step;
import rung.algorithm.FastGreedy;
import rung.engine.sampling.ChainSettings;
import rung.engine.sampling.SamplingIterate;
import rung.ratings.RankChoice;
import rung.ratings.Recommender;
import rung.spark.block.HeldOutPairs;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;
import rung.spark.block.RatingFrame;
import rung.spark.engine.SpreadFactors;
import rung.spark.engine.SpreadSampling;

/** One fit: chooses the rank, unless it is given, climbs to it, and makes a model of what was found, as {@link Recommender}. */
final class Training {
    private static final Logger LOG = LoggerFactory.getLogger(RankConstrained.class);

    /** A ridge of 0 as ALS knows it would leave users with few ratings undetermined. */
    private static final double LEAST_RIDGE = 1e-6;

    private final RankConstrained parameters;
    private final RatingFrame frame;
    private final RatingBlocks data;
    private final StorageLevel level;
    private final SpreadFactors.Storage storage;
    private final long end; // if there is a limit

    Training(RankConstrained parameters, RatingFrame frame, RatingBlocks data, StorageLevel level) {
        this.parameters = parameters;
        this.frame = frame;
        this.data = data;
        this.level = level;
        this.end = System.nanoTime() + (long) (1e9 * parameters.getMaxSeconds());
        this.storage = new SpreadFactors.Storage(level, parameters.getCheckpointInterval(), parameters.getBiases());
    }

    RankConstrainedModel train() {
        Recommender.requireSpread(data.lowest(), data.highest());
        int limit = Math.min(data.rows(), data.columns());
        if (parameters.isSet(parameters.rank())) {
            return climb(Optional.empty(), Math.min(parameters.getRank(), limit), Map.of());
        }
        return choose(Math.min(parameters.getMaxRank(), limit))
                .map(chosen -> climb(chosen.from(), chosen.rank(), chosen.facts()))
                .orElseGet(() -> climb(Optional.empty(), 1, Map.of()));
    }

    /** The rank that held-out ratings chose, where the climb on all ratings starts, and what the model tells of the choice. */
    private record Chosen(Optional<SamplingIterate<SpreadFactors>> from, int rank, Map<String, String> facts) {}

    /* Nothing if the held-out ratings are too few to choose by. */
    private Optional<Chosen> choose(int maxRank) {
        HeldOutPairs pairs = new HeldOutPairs(parameters.getHeldOutFraction(), parameters.getSeed());
        RatingBlocks train = data.without(pairs, level);
        JavaRDD<LineBlock> heldOut = data.heldOut(pairs, level);
        try {
            if (data.count() - train.count() < Recommender.LEAST_TO_CHOOSE_BY || train.count() == 0) {
                return Optional.empty();
            }
            SpreadSampling training = problem(train);
            RankChoice.Choice<SamplingIterate<SpreadFactors>> choice = new RankChoice<SamplingIterate<SpreadFactors>>(
                            training.alternatives(),
                            training::withStart,
                            a -> a.factors().rmse(heldOut, data.lowest(), data.highest()),
                            this::settings,
                            rounds(train.count()))
                    .choose(maxRank);
            return Optional.of(new Chosen(choice.from(), choice.rank(), heldOutFacts(choice, heldOut)));
        } finally {
            train.unpersist();
            heldOut.unpersist(false);
        }
    }

    /* As the core has them, and the error beside, which is that of the biases if these were chosen. */
    private Map<String, String> heldOutFacts(
            RankChoice.Choice<SamplingIterate<SpreadFactors>> choice, JavaRDD<LineBlock> heldOut) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("held-out error", String.format(Locale.ROOT, "%.6f", choice.error()));
        if (!choice.path().isEmpty()) {
            facts.put("held-out errors", RankChoice.errorsInWords(choice.path()));
        }
        choice.from()
                .filter(a -> data.highest() > data.lowest())
                .ifPresent(a -> facts.put("held-out residuals", residuals(a, heldOut)));
        return facts;
    }

    private String residuals(SamplingIterate<SpreadFactors> found, JavaRDD<LineBlock> heldOut) {
        SpreadFactors factors = found.factors();
        SpreadFactors.Priors priors = factors.priors(found.noise(), found.ridge());
        return factors.residuals(heldOut, priors, data.lowest(), data.highest()).inWords();
    }

    private int rounds(long ratings) {
        return parameters.isSet(parameters.maxIter()) ? parameters.getMaxIter() : Recommender.rounds(ratings);
    }

    private SpreadSampling problem(RatingBlocks ratings) {
        double ridge = parameters.isSet(parameters.regParam()) ? Math.max(LEAST_RIDGE, parameters.getRegParam()) : 0;
        return new SpreadSampling(
                ratings, storage, ChainSettings.of(parameters.getSeed()).withRidge(ridge));
    }

    private RankConstrainedModel climb(
            Optional<SamplingIterate<SpreadFactors>> from, int to, Map<String, String> heldOut) {
        SpreadSampling problem = problem(data);
        Climbed<SamplingIterate<SpreadFactors>> solution = new FastGreedy(
                        settings(to, rounds(data.count()), Stage.FITTING, ""))
                .minimize(from.map(problem::withStart).orElse(problem));
        SamplingIterate<SpreadFactors> found = solution.iterate();
        RankConstrainedModel model = model(found, solution.trace(), facts(solution, heldOut));
        found.release();
        from.ifPresent(SamplingIterate::release);
        return model;
    }

    private Settings settings(int to, int rounds, Stage stage, String task) {
        Limits limits = Limits.NONE.withTolerance(parameters.getTol());
        if (parameters.getMaxSeconds() > 0) {
            limits = limits.withTime(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
        return Settings.ofRank(to)
                .withRefits(parameters.getInnerIterations())
                .withFinishing(rounds)
                .withLimits(limits)
                .withListener(progress -> log((stage + " " + task).strip(), progress));
    }

    static void log(String stage, Listener.Progress progress) {
        Step step = progress.step();
        LOG.info(String.format(
                Locale.ROOT,
                "%s, step %d: rank %d, objective %.6g%s, %.1f s",
                stage,
                step.step(),
                step.rank(),
                step.value(),
                step.heldOut().isPresent()
                        ? String.format(
                                Locale.ROOT,
                                ", held-out error %.6f",
                                step.heldOut().getAsDouble())
                        : "",
                step.seconds()));
    }

    private RankConstrainedModel model(
            SamplingIterate<SpreadFactors> found, List<Step> path, Map<String, String> facts) {
        SpreadFactors factors = found.factors();
        SpreadFactors.Priors priors = factors.priors(found.noise(), found.ridge());
        StorageLevel kept = StorageLevel.fromString(parameters.getFinalStorageLevel());
        FactorFrame users = FactorFrame.of(
                factors.userPosteriors(priors), true, frame.users(), kept, parameters.getCheckpointInterval());
        FactorFrame items = FactorFrame.of(
                factors.itemPosteriors(priors), false, frame.items(), kept, parameters.getCheckpointInterval());
        return new RankConstrainedModel(
                parameters.uid(),
                new ModelParts(
                        Optional.of(new ModelParts.Rated(
                                found.rank(),
                                found.mean(),
                                found.noise(),
                                data.lowest(),
                                data.highest(),
                                priors.users().variances(),
                                priors.items().variances())),
                        Optional.empty(),
                        users.frame(),
                        items.frame(),
                        facts,
                        path));
    }

    private Map<String, String> facts(Solution solution, Map<String, String> heldOut) {
        Provenance provenance = solution.provenance();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("algorithm", provenance.algorithm());
        facts.put("settings", provenance.settings());
        facts.put("problem", provenance.problem());
        facts.put("seed", String.valueOf(provenance.seed()));
        facts.put("ratings", String.valueOf(data.count()));
        if (data.duplicates() > 0) {
            facts.put("duplicates", String.valueOf(data.duplicates()));
        }
        facts.put("stop", solution.stop().sentence());
        facts.putAll(heldOut);
        facts.put("rung", provenance.version());
        facts.put("java", provenance.java());
        facts.put("kernels", provenance.kernels());
        return facts;
    }
}
