package rung.page;

/** Text inside XML and HTML. */
final class Markup {
    private Markup() {}

    /** Safe between tags and between quotes; characters that XML does not know become U+FFFD. */
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
