package rung.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The beginning of a page: what it may load, and how it looks in light and in dark surroundings. */
final class PageHead {
    /* Must stay free of '<' and '&', since the page is XML too. */
    private static final String CSS = """
            :root { --paper: #f4f5f7; --box: #ffffff; --ink: #1c2024; --soft: #5b6470; --rule: #dde1e6; --one: #0072b2;
              --notice: #fff3d6; --shade: #1c202438; }
            * { box-sizing: border-box; }
            html { -webkit-text-size-adjust: 100%; }
            body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
            main { max-width: 1160px; margin: 0 auto; padding: 28px 20px 48px; }
            h1, td, th, dd, summary { overflow-wrap: anywhere; unicode-bidi: isolate; }
            h1 { margin: 0 0 4px; font-size: 28px; line-height: 1.25; }
            h2 { margin: 36px 0 12px; font-size: 20px; }
            h3 { margin: 0 0 10px; font-size: 16px; }
            p { margin: 0 0 12px; color: var(--soft); max-width: 75ch; }
            .notice { padding: 10px 14px; border-radius: 8px; background: var(--notice); color: var(--ink); }
            .facts { display: flex; flex-wrap: wrap; margin: 18px 0 0;
              border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; background: var(--box); }
            .facts div { flex: 1 0 auto; padding: 12px 14px; box-shadow: 0 0 0 0.5px var(--rule); }
            .facts dt { color: var(--soft); font-size: 14px; }
            .facts dd { margin: 0; font-size: 21px; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums; }
            .facts small { display: block; color: var(--soft); font-size: 13px; font-weight: 400; }
            .boxes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 470px), 1fr)); gap: 18px; }
            .boxes + .boxes { margin-top: 18px; }
            figure, .boxes section, details { min-width: 0; margin: 0; padding: 16px; border: 1px solid var(--rule);
              border-radius: 10px; background: var(--box); }
            .tables { align-items: start; }
            figcaption { margin-top: 10px; color: var(--soft); font-size: 14px; }
            .plot { display: block; width: 100%; height: auto; max-width: 560px; margin: 0 auto; }
            .narrow { display: none; }
            .map { display: block; width: 100%; height: auto; min-height: 60px; max-height: 420px; image-rendering: pixelated; }
            .picture { display: block; max-width: 100%; height: auto; margin: 0 auto; }
            .crisp { width: 100%; max-width: 480px; image-rendering: pixelated; }
            .legend { display: flex; align-items: center; gap: 8px; margin-top: 10px; font-size: 13px; color: var(--soft); }
            .legend span { flex: 1; height: 10px; border-radius: 2px; }
            .thirds { grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); }
            .thirds .wide { display: none; }
            .thirds .narrow { display: block; max-width: 380px; }
            figure { display: flex; flex-direction: column; }
            .none { margin: auto; padding: 18px 0; }
            table { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
            th, td { padding: 6px 14px 6px 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
            tr:last-child td { border-bottom: 0; }
            thead th { color: var(--soft); font-weight: 600; }
            .pairs td:first-child { width: 32%; color: var(--soft); }
            .named td:first-child, .named th:first-child { position: sticky; left: 0; min-width: 8em; background: var(--box); }
            .scroll td:not(.number), .scroll th:not(.number) { min-width: 7.5em; }
            .scroll td + td:not(.number) { min-width: 10em; }
            .note { margin: 8px 0 0; font-size: 13px; }
            nav ol { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 18px 0 0; padding: 0; list-style-position: inside; }
            nav li { color: var(--soft); }
            a { color: var(--one); }
            th.number, td.number { text-align: right; white-space: nowrap; overflow-wrap: normal; }
            th.number { white-space: normal; }
            th:last-child, td:last-child { padding-right: 0; }
            /* A shade at an end of a table that goes on there; at its own end the table brings along what covers it. */
            .scroll { overflow-x: auto; background:
              linear-gradient(90deg, var(--box) 30%, transparent) 0 / 40px 100% no-repeat local,
              linear-gradient(270deg, var(--box) 30%, transparent) 100% / 40px 100% no-repeat local,
              linear-gradient(90deg, var(--shade), transparent) 0 / 14px 100% no-repeat scroll,
              linear-gradient(270deg, var(--shade), transparent) 100% / 14px 100% no-repeat scroll; }
            .bars th, .bars td { padding: 7px 12px 7px 0; border: 0; font-size: 15px; font-weight: 400; vertical-align: middle; }
            .bars td:last-child { padding-right: 0; }
            .bars th { width: 1%; min-width: 76px; overflow-wrap: normal; }
            .bars .number { width: 1%; }
            figure > .bars { flex: 1; }
            figure > .plot, figure > .scroll { margin-block: auto; }
            .track { display: block; height: 16px; }
            .track span { display: block; height: 100%; border-radius: 2px; background: var(--one); }
            details { margin-top: 12px; }
            summary { cursor: pointer; font-weight: 600; }
            details .scroll { margin-top: 10px; max-width: 760px; }
            @media (max-width: 560px) {
              main { padding: 18px 12px 32px; }
              h1 { font-size: 23px; }
              .facts { display: grid; grid-template-columns: 1fr 1fr; }
              figure, .boxes section, details { padding: 14px 12px; }
              .wide { display: none; }
              .narrow { display: block; }
              th, td { padding-right: 8px; }
              .scroll table { font-size: 13px; }
              .scroll td:not(.number), .scroll th:not(.number), .scroll td + td:not(.number) { min-width: 5.5em; }
              .scroll .named td:first-child, .scroll .named th:first-child { min-width: 0; max-width: 12em; overflow-wrap: break-word; }
            }
            @media print { figure, section, .facts { break-inside: avoid; } }
            """;

    private static final String DARK_CSS = """
            :root { --paper: #12161a; --box: #1b2026; --ink: #e8eaed; --soft: #a4adb8; --rule: #323a43; --one: #5db7ee;
              --notice: #3a3015; --shade: #000000b0; }
            """;

    private PageHead() {}

    /**
     * The page up to its body.
     *
     * @param title the title of the page
     * @param hasPlayer whether the page plays frames, which takes a script
     */
    static String of(String title, boolean hasPlayer) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <meta http-equiv="Content-Security-Policy" content="%s"/>
                <title>""".formatted(policy(hasPlayer))
                + Markup.escaped(title)
                + "</title>\n<style>\n"
                + CSS
                + (hasPlayer ? Player.CSS : "")
                + Style.css(Palette.LIGHT)
                + "@media (prefers-color-scheme:dark) {\n"
                + DARK_CSS
                + Style.css(Palette.DARK)
                + "}\n</style>\n</head>\n";
    }

    /** The content security policy: nothing is fetched, and no script runs but the player's, known by its hash. */
    private static String policy(boolean hasPlayer) {
        return "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
                + (hasPlayer ? "; script-src 'sha256-" + hash(Player.SCRIPT) + "'" : "");
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
