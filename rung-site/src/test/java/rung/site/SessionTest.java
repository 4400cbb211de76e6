package rung.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SessionTest {
    @Test
    void commandsAndOutputsAreToldApart() {
        List<Session> sessions = Session.of("$ one \\\n> two\nout\n$ three\n", false);
        assertThat(sessions).hasSize(2);
        assertThat(sessions.get(0).command()).isEqualTo("one \\\ntwo");
        assertThat(sessions.get(0).output()).containsExactly("out");
        assertThat(sessions.get(1).output()).isEmpty();
    }

    @Test
    void numbersMayDifferALittleAndWordsNot() {
        assertThat(Session.same("error 0.530, rank 2", "error 0.535, rank 2", false))
                .isTrue();
        assertThat(Session.same("error 0.530, rank 2", "error 0.630, rank 2", false))
                .isFalse();
        assertThat(Session.same("error 0.530, rank 2", "error 0.530, rank 3", false))
                .isFalse();
        assertThat(Session.same("a 19.91847", "b 19.91847", false)).isFalse();
        assertThat(Session.same("full.csv   (…)", "full.csv   (11.7 s)", false)).isTrue();
    }

    @Test
    void aShapeIsKeptByOtherNumbersAndNames() {
        assertThat(Session.same("1  crime33  0.414", "1  crime7   0.5", true)).isTrue();
        assertThat(Session.same("1  crime33  0.414", "1  poems7   0.5", true)).isTrue();
        assertThat(Session.same("1  crime33  0.414", "1  poems   0.5", true)).isFalse();
        assertThat(Session.same("of crime33, poems1", "by crime33, poems1", true))
                .isFalse();
    }

    @Test
    void threeDotsStandForLines() {
        Session session = Session.of("$ x\na\n…\nb\n", false).get(0);
        assertThat(session.shows(List.of("a", "b"))).isTrue();
        assertThat(session.shows(List.of("a", "1", "2", "b"))).isTrue();
        assertThat(session.shows(List.of("a", "b", "c"))).isFalse();
        assertThat(session.shows(List.of("b"))).isFalse();
    }
}
