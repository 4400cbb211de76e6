package rung.cli.terminal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads an option whose value is one of a few words: the names of constants in small letters, with dashes. A command has a
 * subclass for each such option, without arguments, and names it as the option's {@code converter}.
 *
 * @param <E> the constants
 */
public abstract class Choice<E extends Enum<E>> implements ITypeConverter<E> {
    private final E[] constants;

    /**
     * Creates a reader of these words.
     *
     * @param constants the values to choose from
     */
    protected Choice(E[] constants) {
        this.constants = constants.clone();
    }

    @Override
    public E convert(String word) {
        return Arrays.stream(constants)
                .filter(constant -> word(constant).equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("must be one of "
                        + Arrays.stream(constants).map(Choice::word).collect(Collectors.joining(", ")) + ", got '"
                        + word + "'"));
    }

    /**
     * The words to choose from.
     *
     * @return the words, in the order of the constants
     */
    public List<String> words() {
        return Arrays.stream(constants).map(Choice::word).toList();
    }

    /**
     * The word for a constant: {@code fast-greedy} for {@code FAST_GREEDY}.
     *
     * @param constant the constant
     * @return its word
     */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
