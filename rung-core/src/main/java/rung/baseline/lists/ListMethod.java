package rung.baseline.lists;

import java.util.function.Supplier;
import rung.Execution;
import rung.data.Ratings;
import rung.lists.ItemScorer;

/** A method that others use to rank items for users, to compare Rung with. An implementation is a record of the method's parameters. */
public interface ListMethod {
    /**
     * The method's name, as tables show it.
     *
     * @return the name
     */
    String name();

    /**
     * The method's parameters, in words.
     *
     * @return one line of text; empty if there are none
     */
    String settings();

    /**
     * Learns from who chose what. Each entry is a choice, whatever its value; only weights, where the data says that values are such,
     * count by their size where the method can use it, and an entry of weight 0 is no choice.
     *
     * <p>The listener is called after each step (an iteration, an epoch, or a parameter that was tried). Its matrix is the scores where
     * these are a matrix of low rank, and otherwise all zeros. After a stop the method gives what it has, or, if it has nothing before it
     * is done, goes on without any further trial.
     *
     * @param train the choices
     * @param execution seed, threads and listener; the result does not depend on the threads, bit for bit
     * @return what was learned
     * @throws IllegalArgumentException if the method cannot handle such data; the message says why
     */
    Fit fit(Ratings train, Execution execution);

    /**
     * What a method learned.
     *
     * @param method the method, with what it chose itself as parameters
     * @param scorers makes scorers of the items for the users of the training part, one for each thread
     */
    record Fit(ListMethod method, Supplier<ItemScorer> scorers) {}
}
