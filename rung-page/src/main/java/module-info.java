/** Charts, pictures and self-contained web pages. */
module rung.page {
    requires transitive rung.core;
    requires transitive java.desktop;

    exports rung.page;
}
