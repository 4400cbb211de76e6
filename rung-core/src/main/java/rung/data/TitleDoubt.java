package rung.data;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Says if titles are likely not those of a model's items. */
public final class TitleDoubt {
    /** Below this part of the items, hardly any has a title. */
    private static final double FEW_ITEMS = 0.1;

    /** If at least this part of the titles are those of items, the others are missing, and these are right. */
    private static final double MATCHING = 0.5;

    /** Titles of which more than this part are numbers are doubted; a film or two is called 1917. */
    private static final double MANY_NUMBERS = 0.5;

    private static final Pattern NUMBER = Pattern.compile("-?\\d+([.,]\\d+)?");

    private TitleDoubt() {}

    /**
     * Compares titles with the items that they should be of.
     *
     * @param items the items of a model
     * @param titles titles by the names of items
     * @return a sentence, without the name of the file, if hardly any item has a title, or if the titles are numbers
     */
    public static Optional<String> of(Ids items, Map<String, String> titles) {
        int found = 0;
        int numbers = 0;
        for (int k = 0; k < items.size(); k++) {
            String title = titles.get(items.name(k));
            found += title == null ? 0 : 1;
            numbers += title != null && NUMBER.matcher(title).matches() ? 1 : 0;
        }
        if (numbers > MANY_NUMBERS * found) {
            return Optional.of(numbers + " of the " + found + " titles are numbers, so this may be a file of ratings");
        }
        if (found >= FEW_ITEMS * items.size()) {
            return Optional.empty();
        }
        return Optional.of(
                found > 0 && found >= MATCHING * titles.size()
                        ? items.size() - found + " of " + items.size() + " items have no title"
                        : "of the model's " + items.size() + (items.size() == 1 ? " item " : " items ") + found
                                + (found == 1 ? " has" : " have") + " a title among the " + titles.size()
                                + " here, so these may be the titles of others");
    }
}
