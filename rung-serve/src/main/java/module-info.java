/** A model behind HTTP: JSON for programs and a page for people. */
module rung.serve {
    requires transitive rung.core;
    requires rung.page;
    requires java.desktop;
    requires org.eclipse.jetty.server;

    exports rung.serve;
}
