package rung.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import rung.Climbed;
import rung.Provenance;
import rung.Settings;
import rung.Solution;
import rung.Stage;
import rung.Step;
import rung.algorithm.FastGreedy;
import rung.engine.sampling.ChainSettings;
import rung.engine.sampling.SamplingIterate;
import rung.linalg.Side;
import rung.ratings.RankChoice;
import rung.ratings.Recommender;
import rung.spark.block.LineBlock;
import rung.spark.block.RatingBlocks;
import rung.spark.engine.GivenTraits;
import rung.spark.engine.SpreadFactors;
import rung.spark.engine.SpreadSampling;
import rung.spark.engine.preference.SpreadPair;

/**
 * Trains the part of a model that predicts ratings: chooses the rank, unless it is told, and climbs to it, as {@link Recommender}. Where it is
 * known what users choose, that tells what ratings to expect.
 */
final class RatingTraining {
    /** A ridge of 0 as ALS knows it would leave users with few ratings undetermined. */
    private static final double LEAST_RIDGE = 1e-6;

    private final FitInput input;
    private final RankConstrained parameters;
    private final RatingBlocks data;

    RatingTraining(FitInput input) {
        this.input = input;
        this.parameters = input.parameters();
        this.data = input.data();
        Recommender.requireSpread(data.lowest(), data.highest());
    }

    /**
     * The rank that held-out ratings chose.
     *
     * @param from where the climb on all ratings starts; empty if it starts from nothing
     * @param rank the rank
     * @param facts what the model tells of the choice
     */
    record Chosen(Optional<SamplingIterate<SpreadFactors>> from, int rank, Map<String, String> facts) {
        void release() {
            from.ifPresent(SamplingIterate::release);
        }
    }

    /** The fit to all ratings. */
    record Fitted(
            SamplingIterate<SpreadFactors> found,
            SpreadFactors.Priors priors,
            double low,
            double high,
            List<Step> path,
            Map<String, String> facts) {
        FactorFrame.Posteriors posteriors() {
            return new FactorFrame.Posteriors(
                    found.factors().userPosteriors(priors), found.factors().itemPosteriors(priors));
        }

        ModelParts.Rated numbers() {
            return new ModelParts.Rated(
                    found.rank(),
                    found.mean(),
                    found.noise(),
                    low,
                    high,
                    priors.users().variances(),
                    priors.items().variances(),
                    found.factors().links(Side.LEFT, priors),
                    found.factors().links(Side.RIGHT, priors));
        }

        void release() {
            found.release();
        }
    }

    boolean isToChoose() {
        return !parameters.isSet(parameters.rank());
    }

    /** Chooses the rank; the choices, if there are any to learn from, were learned without the held-out ratings, too. */
    Chosen choose(HeldOutPart part, Optional<SpreadPair> choices) {
        SpreadSampling training = problem(part.train(), choices);
        RankChoice.Choice<SamplingIterate<SpreadFactors>> choice = new RankChoice<SamplingIterate<SpreadFactors>>(
                        training.alternatives(),
                        training::withStart,
                        a -> a.factors().rmse(part.heldOut(), data.lowest(), data.highest()),
                        this::settings,
                        rounds(part.train().count()))
                .choose(Math.min(parameters.getMaxRank(), input.limit()));
        return new Chosen(choice.from(), choice.rank(), heldOutFacts(choice, part.heldOut()));
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

    /* Choices tell nothing if what is popular was all that could be learned from them. */
    private SpreadSampling problem(RatingBlocks ratings, Optional<SpreadPair> choices) {
        double ridge = parameters.isSet(parameters.regParam()) ? Math.max(LEAST_RIDGE, parameters.getRegParam()) : 0;
        SpreadSampling problem = new SpreadSampling(
                ratings,
                input.storage(parameters.getBiases()),
                ChainSettings.of(parameters.getSeed()).withRidge(ridge));
        Optional<GivenTraits> traits = choices.filter(pair -> pair.rank() > 0).map(SpreadPair::traits);
        return traits.map(problem::withTraits).orElse(problem);
    }

    /** Climbs on all ratings. If the rank should be chosen and nothing could be held out, it is 1: hardly more than biases. */
    Fitted fit(Optional<Chosen> chosen, Optional<SpreadPair> choices) {
        int told = isToChoose() ? 1 : Math.min(parameters.getRank(), input.limit());
        int to = chosen.map(Chosen::rank).orElse(told);
        SpreadSampling problem = problem(data, choices);
        Climbed<SamplingIterate<SpreadFactors>> solution = new FastGreedy(
                        settings(to, rounds(data.count()), Stage.FITTING, ""))
                .minimize(chosen.flatMap(Chosen::from).map(problem::withStart).orElse(problem));
        SamplingIterate<SpreadFactors> found = solution.iterate();
        return new Fitted(
                found,
                found.factors().priors(found.noise(), found.ridge()),
                data.lowest(),
                data.highest(),
                solution.trace(),
                facts(solution, chosen.map(Chosen::facts).orElse(Map.of())));
    }

    private Settings settings(int to, int rounds, Stage stage, String task) {
        return Settings.ofRank(to)
                .withRefits(parameters.getInnerIterations())
                .withFinishing(rounds)
                .withLimits(input.limits())
                .withListener(progress -> Training.log((stage + " " + task).strip(), progress));
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
