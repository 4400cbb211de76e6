package rung.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import rung.ratings.Duplicates;
import rung.separation.Method;

/** One of a few words, which are the names of constants in small letters, with dashes. */
abstract class Choice<E extends Enum<E>> implements ITypeConverter<E> {
    private final E[] constants;

    private Choice(E[] constants) {
        this.constants = constants;
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

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What becomes of several ratings of one item by one user. */
    static final class OfDuplicates extends Choice<Duplicates> {
        OfDuplicates() {
            super(Duplicates.values());
        }
    }

    /** How a matrix is separated. */
    static final class OfMethod extends Choice<Method> {
        OfMethod() {
            super(Method.values());
        }
    }

    /** What a file holds. */
    enum Data {
        RATINGS,
        TABLE
    }

    /** The same. */
    static final class OfData extends Choice<Data> {
        OfData() {
            super(Data.values());
        }
    }

    /** In which form the parts of a video are written. */
    enum Form {
        MKV,
        MP4,
        AVI,
        FRAMES,
        NPY
    }

    /** The same. */
    static final class OfForm extends Choice<Form> {
        OfForm() {
            super(Form.values());
        }
    }

    /** What becomes of a prediction whose user or item the model does not know. */
    enum Cold {
        BIAS,
        DROP,
        FLAG
    }

    /** The same. */
    static final class OfCold extends Choice<Cold> {
        OfCold() {
            super(Cold.values());
        }
    }

    /** What becomes of a rating whose user or item the model does not know. */
    enum ColdRatings {
        INCLUDE,
        DROP
    }

    /** The same. */
    static final class OfColdRatings extends Choice<ColdRatings> {
        OfColdRatings() {
            super(ColdRatings.values());
        }
    }
}
