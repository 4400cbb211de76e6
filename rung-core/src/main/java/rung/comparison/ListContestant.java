package rung.comparison;

import java.util.List;
import rung.baseline.lists.ListMethod;
import rung.data.Ratings;

/** A method that takes part in a comparison of lists: it says what could be tried, and the comparison finds out what is best. */
public interface ListContestant {
    /**
     * The word by which the method is picked, in small letters with dashes.
     *
     * @return the key
     */
    String key();

    /**
     * The method's name, as tables show it.
     *
     * @return the name
     */
    String name();

    /**
     * The configurations to try, the most usual first. If there is only one, nothing is held out to choose by.
     *
     * @param data the part that will be fitted
     * @param budget how many configurations and which ranks are allowed
     * @return the configurations
     * @throws IllegalArgumentException if the method cannot handle such data; the message says why
     */
    List<ListMethod> configurations(Ratings data, Contestant.Budget budget);
}
