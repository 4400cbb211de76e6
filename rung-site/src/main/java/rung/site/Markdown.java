package rung.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/** A Markdown file, read: its title, its headings, its blocks of code, and its HTML. */
final class Markdown {
    private static final List<TablesExtension> EXTENSIONS = List.of((TablesExtension) TablesExtension.create());

    private final Node document;
    private final Map<Heading, String> ids = new HashMap<>();
    private final List<Section> sections = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();

    /**
     * A heading of the second level.
     *
     * @param id where links to it lead
     * @param title its text
     */
    record Section(String id, String title) {}

    /**
     * A fenced block of code.
     *
     * @param info what stands after the fence: the language, and further words
     * @param text the lines in it
     */
    record Block(String info, String text) {
        boolean isOf(String language) {
            return info.split(" ")[0].equals(language);
        }
    }

    private String title = "";

    private Markdown(String text) {
        document = Parser.builder().extensions(EXTENSIONS).build().parse(text);
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String words = words(heading);
                String id = words.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                ids.put(heading, id);
                if (heading.getLevel() == 1) {
                    title = words;
                } else if (heading.getLevel() == 2) {
                    sections.add(new Section(id, words));
                }
            }

            @Override
            public void visit(FencedCodeBlock block) {
                blocks.add(new Block(block.getInfo(), block.getLiteral()));
            }
        });
    }

    static Markdown of(String text) {
        return new Markdown(text);
    }

    /** The text of a node, without its markup. */
    private static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak lineBreak) {
                words.append(' ');
            }
        });
        return words.toString();
    }

    String title() {
        return title;
    }

    List<Section> sections() {
        return sections;
    }

    List<Block> blocks() {
        return blocks;
    }

    boolean hasAnchor(String id) {
        return ids.containsValue(id);
    }

    /**
     * Makes the HTML.
     *
     * @param target gives where a link or an image leads in the site, by what stands in the Markdown
     */
    String html(UnaryOperator<String> target) {
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(target.apply(link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(target.apply(image.getDestination()));
            }
        });
        AttributeProvider anchors = (node, tag, attributes) -> {
            if (node instanceof Heading heading) {
                attributes.put("id", ids.get(heading));
            } else if (node instanceof Image) {
                attributes.put("loading", "lazy");
            }
        };
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> anchors)
                .nodeRendererFactory(CodeRenderer::new)
                .build()
                .render(document)
                .replace("<table>", "<div class=\"scroll\"><table>")
                .replace("</table>", "</table></div>");
    }

    /** Code: blocks, in which what one types is told from what one sees, and code within a sentence, which may be broken between lines. */
    private record CodeRenderer(HtmlWriter html, HtmlNodeRendererContext context) implements NodeRenderer {
        CodeRenderer(HtmlNodeRendererContext context) {
            this(context.getWriter(), context);
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(FencedCodeBlock.class, Code.class);
        }

        @Override
        public void render(Node node) {
            if (node instanceof Code code) {
                renderWords(code.getLiteral());
            } else {
                renderBlock((FencedCodeBlock) node);
            }
        }

        /** An option stays on one line, hyphen and all; a call is broken after a bracket, or before the name of a method. */
        private void renderWords(String words) {
            html.tag("code");
            for (String word : words.split("(?<= )")) {
                if (word.startsWith("-")) {
                    html.tag("span", Map.of("class", "option"));
                    html.text(word.strip());
                    html.tag("/span");
                    html.text(word.endsWith(" ") ? " " : "");
                } else {
                    String[] parts = word.split("(?<=[(,])(?=[^)])|(?<=.)(?=\\.\\w+\\()");
                    for (int k = 0; k < parts.length; k++) {
                        html.text(parts[k]);
                        if (k + 1 < parts.length) {
                            html.tag("wbr", Map.of(), true);
                        }
                    }
                }
            }
            html.tag("/code");
        }

        private void renderBlock(FencedCodeBlock block) {
            String language = block.getInfo().split(" ")[0];
            html.line();
            html.tag("pre", Map.of("class", language.isEmpty() ? "text" : language, "tabindex", "0"));
            html.tag("code");
            for (String line : block.getLiteral().split("(?<=\n)")) {
                boolean isTyped = language.equals("console") && line.matches("(?s)[$>] .*");
                if (isTyped) {
                    html.tag("kbd", Map.of("class", line.startsWith("$") ? "first" : "more"));
                    html.text(line.substring(2).stripTrailing());
                    html.tag("/kbd");
                    html.raw("\n");
                } else {
                    html.text(line);
                }
            }
            html.tag("/code");
            html.tag("/pre");
            html.line();
        }
    }
}
