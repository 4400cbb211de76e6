package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The view "For you", as people use it. */
class ForYouTest extends PageTest {
    @Test
    void findsAsOneTypes() {
        show("you");
        browser.one("[role=combobox]").click();
        browser.press("AMELIE");
        browser.until("found", () -> browser.texts(".option-title").equals(List.of(Films.ACCENTED)));
        assertThat(browser.one("[role=combobox]").getDomAttribute("aria-expanded"))
                .isEqualTo("true");
        assertThat(browser.one("[role=combobox]").getDomAttribute("aria-activedescendant"))
                .isNull();
        browser.press(Keys.ARROW_DOWN);
        String active = browser.one("[role=combobox]").getDomAttribute("aria-activedescendant");
        assertThat(browser.one("#" + active).getDomAttribute("aria-selected")).isEqualTo("true");
        browser.press(Keys.ESCAPE);
        assertThat(browser.one("[role=combobox]").getDomAttribute("aria-expanded"))
                .isEqualTo("false");
    }

    @Test
    void listFollowsFiveRatings() {
        show("you");
        rate(0, "5", 2, 3, 4, 5, 6);
        List<String> space = picksOtherThan(List.of());
        assertThat(space.subList(0, 3)).allMatch(title -> title.startsWith(Films.TASTES.get(0)));
        assertThat(space).doesNotContain(Films.title(0, 2), Films.title(0, 6));
        assertThat(browser.texts(".pick .expected strong"))
                .hasSameSizeAs(space)
                .allMatch(text -> text.matches("[0-9]\\.[0-9]"));
        assertThat(browser.texts(".pick .popular .unseen"))
                .hasSameSizeAs(space)
                .allMatch(text -> text.contains(" % of people"));
        assertThat(browser.texts(".pick .why").get(0)).startsWith("Because of Space story number");

        rate(0, "1", 2, 3, 4, 5, 6); // tastes change
        rate(3, "5", 2, 3, 4, 5, 6);
        List<String> jungle = browser.until("jungles", () -> {
            List<String> now = browser.texts(".pick .title");
            return now.get(0).startsWith(Films.TASTES.get(3)) ? now : null;
        });
        assertThat(jungle).isNotEqualTo(space);
    }

    @Test
    void ratesByTaps() {
        show("you");
        browser.one("[role=combobox]").click();
        browser.press(Films.title(0, 3));
        browser.one("[role=option] .tap-stars [data-level='4']").click();
        browser.until("rated", () -> browser.texts(".mine-list .title").equals(List.of(Films.title(0, 3))));
        assertThat(browser.run("return document.querySelector('.mine-list input:checked').value"))
                .isEqualTo("4");
        browser.all(".mine-list label").get(1).click();
        browser.until(
                "changed",
                () -> browser.run("return document.querySelector('.mine-list input:checked').value")
                        .equals("2"));
        browser.one(".mine-list button[aria-label^=Remove]").click();
        browser.until("removed", () -> browser.texts(".mine-list .title").isEmpty());
    }

    @Test
    void explainsAndShowsWhatIsSimilar() {
        show("you");
        rate(0, "5", 2, 3, 4);
        String first = picksOtherThan(List.of()).get(0);
        browser.one(".pick .title").click();
        browser.until("the panel", () -> browser.one(".panel h2").getText().equals(first));
        assertThat(browser.texts(".panel .reasons li")).isNotEmpty().allMatch(text -> text.startsWith("Space story"));
        browser.until("similar", () -> browser.all(".panel .similar-item").size() > 3);
        String next = browser.texts(".panel .similar-title").get(0);
        browser.one(".panel .similar-item").click();
        browser.until("the next", () -> browser.texts(".panel h2").equals(List.of(next)));
        assertThat(browser.address()).contains("item=");
        browser.press(Keys.ESCAPE);
        browser.until("closed", () -> !browser.all(".panel").get(0).isDisplayed());
        assertThat(browser.address()).doesNotContain("item=");
    }

    @Test
    void keyboardIsEnough() {
        show("you");
        browser.until("starters", () -> !browser.all(".starter").isEmpty());
        tabTo("document.activeElement.getAttribute('role') === 'combobox'");
        for (int number = 2; number < 5; number++) {
            String title = Films.title(0, number);
            browser.press(title);
            browser.until("found " + title, () -> browser.texts(".option-title").equals(List.of(title)));
            browser.press(Keys.ARROW_DOWN, "5");
            browser.until("rated", () -> browser.texts(".mine-list .title").contains(title));
        }
        String first = picksOtherThan(List.of()).get(0);
        tabTo("document.activeElement.matches('.pick .title')");
        browser.press(Keys.ENTER);
        browser.until("the panel", () -> browser.texts(".panel h2").equals(List.of(first)));
        browser.press("4");
        browser.until(
                "rated in the panel", () -> browser.texts(".mine-list .title").contains(first));
        browser.press(Keys.ESCAPE);
        browser.until("closed", () -> !browser.all(".panel").get(0).isDisplayed());
    }

    private void tabTo(String condition) {
        for (int k = 0; k < 60; k++) {
            if (Boolean.TRUE.equals(browser.run("return " + condition))) {
                return;
            }
            browser.press(Keys.TAB);
        }
        throw new AssertionError("60 times Tab do not lead to " + condition);
    }

    @Test
    void hostileTitleIsText() {
        show("you");
        searchAndPress(Films.HOSTILE.substring(0, 14), "5");
        browser.until("rated", () -> browser.texts(".mine-list .title").equals(List.of(Films.HOSTILE)));
        browser.one(".mine-list .title").click();
        browser.until("the panel", () -> browser.texts(".panel h2").equals(List.of(Films.HOSTILE)));
        assertThat(browser.all("main img, main b, .panel img, .panel b")).isEmpty();
        picksOtherThan(List.of());
        assertThat(browser.texts(".pick .why .reason")).contains(Films.HOSTILE);
    }

    @Test
    void ratingsOutliveThePageAndTheModel() {
        show("you");
        rate(0, "5", 2, 3);
        browser.run("""
                const kept = JSON.parse(localStorage.getItem("rung.mine.films.rung"));
                kept.push(["gone", {title: "A film of yesterday", rating: 3}], ["space9", {title: "x", rating: 99}], 7, null);
                localStorage.setItem("rung.mine.films.rung", JSON.stringify(kept));
                """);
        show("you");
        picksOtherThan(List.of());
        browser.until(
                "known and unknown",
                () -> browser.texts(".mine-list .unknown .title").equals(List.of("A film of yesterday")));
        assertThat(browser.texts(".mine-list .title"))
                .containsExactly("A film of yesterday", Films.title(0, 3), Films.title(0, 2));
    }

    @Test
    void addressSaysWhatIsWished() {
        show("you");
        rate(0, "5", 2, 3);
        List<String> both = picksOtherThan(List.of());
        browser.run("""
                const slider = document.querySelector(".slider input");
                slider.value = 1;
                slider.dispatchEvent(new Event("input", {bubbles: true}));
                """);
        browser.until("in the address", () -> browser.address().contains("surprise=1"));
        List<String> surprising = picksOtherThan(both);
        String address = browser.address();
        browser.open(address);
        assertThat(picksOtherThan(List.of())).isEqualTo(surprising);
        assertThat(browser.run("return document.querySelector('.slider input').value"))
                .isEqualTo("1");
        browser.one(".wish .switch label:last-child").click();
        browser.until("in the address", () -> browser.address().contains("by=rating"));
        picksOtherThan(surprising);
        assertThat(browser.run("return document.querySelector('.slider input').disabled"))
                .as("what one would rate highest is not more or less surprising")
                .isEqualTo(true);
    }
}
