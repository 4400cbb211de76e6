package rung.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Players: as many pictures as labels, and pictures only. */
class PlayerTest {
    @Test
    void playersThatCannotPlayAreRefused() {
        String picture = FrameImages.uri("png", FrameImages.png(FrameImages.mask(new byte[4], 2, 2)));
        Player.Strip two = new Player.Strip("a", "a", false, List.of(picture, picture));
        Player.Strip one = new Player.Strip("b", "b", false, List.of(picture));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Player(2, 2, 25, List.of("x", "y"), List.of(two, one)))
                .withMessage("every strip must have 2 frames, as many as there are labels, got 1 in 'b'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Player(2, 2, 25, List.of(), List.of()))
                .withMessageContaining("at least one frame");
        for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Player(2, 2, rate, List.of("x"), List.of(one)))
                    .withMessageContaining("got " + rate);
        }
        for (String address :
                List.of("https://x/y.png", "data:text/html;base64,AAAA", picture + "\"", "data:image/png")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Player.Strip("c", "c", false, List.of(address)))
                    .withMessageContaining("must be a data URI");
        }
    }

    /** A name that is declared twice in one block would end the script before it begins. */
    @Test
    void theScriptDeclaresEachNameOnce() {
        List<String> names = new ArrayList<>();
        Matcher declared =
                Pattern.compile("(?m)^  (?:const|let) (?:\\{([^}]*)\\}|(\\w+))").matcher(Player.SCRIPT);
        while (declared.find()) {
            String several = declared.group(1);
            if (several == null) {
                names.add(declared.group(2));
            } else {
                for (String name : several.split(",")) {
                    names.add(name.replaceFirst(".*:", "").strip());
                }
            }
        }
        assertThat(names).contains("first", "wanted", "start", "keys").doesNotHaveDuplicates();
    }
}
