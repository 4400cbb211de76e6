package rung.page;

/** Escapes text for XML and HTML. */
final class Markup {
    private Markup() {}

    /** Escapes text so that it is safe between tags and inside quotes; characters that XML does not allow become U+FFFD. */
    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isAllowed(c) ? c : 0xfffd);
            }
        });
        return out.toString();
    }

    private static boolean isAllowed(int c) {
        boolean isControl = c < ' ' && c != '\t' && c != '\n' || c >= 0x7f && c < 0xa0;
        boolean isSurrogate = c >= 0xd800 && c < 0xe000;
        return !isControl && !isSurrogate && (c & 0xfffe) != 0xfffe;
    }
}
