package rung.page;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Draws on an image, in the colors for a white ground. A unit of the drawing is two pixels, for sharp screens and print. */
final class ImageCanvas implements Canvas {
    /** The number of pixels for a unit of the drawing. */
    static final int DENSITY = 2;

    /** A text is squeezed if it is wider than its room by more than this. */
    private static final int SPARE = 6;

    private final BufferedImage image;
    private final Graphics2D graphics;
    private final Map<Letters, Font> fonts;

    /** Makes an image of a width and a height, on which the point 0, 0 of the drawing lies at {@code left}, {@code top}. */
    ImageCanvas(double left, double top, double width, double height) {
        fonts = fonts();
        image = new BufferedImage(
                (int) Math.ceil(DENSITY * width), (int) Math.ceil(DENSITY * height), BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(color(Palette::paper, 1));
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.scale(DENSITY, DENSITY);
        graphics.translate(left, top);
    }

    private static Map<Letters, Font> fonts() {
        try {
            Map<Letters, Font> fonts = new EnumMap<>(Letters.class);
            for (Letters letters : Letters.values()) {
                int weight = letters == Letters.TITLE ? Font.BOLD : Font.PLAIN;
                Font font = new Font(Font.SANS_SERIF, weight, letters.size);
                font.canDisplay('0'); // where there are no fonts, this is what fails
                fonts.put(letters, font);
            }
            return fonts;
        } catch (RuntimeException | Error e) { // which of them depends on the system
            throw new UnsupportedOperationException(
                    "a chart as PNG needs a font, and this system has none; write it as SVG or install one", e);
        }
    }

    /** Ends the drawing and returns the image. */
    BufferedImage image() {
        graphics.dispose();
        return image;
    }

    private static Color color(ToIntFunction<Palette> shade, double opacity) {
        int color = shade.applyAsInt(Palette.LIGHT);
        return new Color(color >> 16 & 0xff, color >> 8 & 0xff, color & 0xff, (int) Math.round(255 * opacity));
    }

    private void draw(Style style, Shape shape) {
        if (style.fill() != null) {
            graphics.setColor(color(style.fill(), style.opacity()));
            graphics.fill(shape);
        }
        if (style.stroke() != null) {
            float[] dashes = new float[style.dashes().size()];
            for (int k = 0; k < dashes.length; k++) {
                dashes[k] = style.dashes().get(k);
            }
            graphics.setColor(color(style.stroke(), 1));
            graphics.setStroke(new BasicStroke(
                    (float) style.width(),
                    BasicStroke.CAP_BUTT,
                    BasicStroke.JOIN_ROUND,
                    1,
                    dashes.length == 0 ? null : dashes,
                    0));
            graphics.draw(shape);
        }
    }

    private static Path2D path(double[] points) {
        Path2D path = new Path2D.Double();
        for (int k = 0; k + 1 < points.length; k += 2) {
            if (k == 0) {
                path.moveTo(points[k], points[k + 1]);
            } else {
                path.lineTo(points[k], points[k + 1]);
            }
        }
        return path;
    }

    @Override
    public void line(Style style, double x1, double y1, double x2, double y2) {
        draw(style, new Line2D.Double(x1, y1, x2, y2));
    }

    @Override
    public void polyline(Style style, double[] points) {
        draw(style, path(points));
    }

    @Override
    public void polygon(Style style, double[] points) {
        Path2D path = path(points);
        path.closePath();
        draw(style, path);
    }

    @Override
    public void rectangle(Style style, double x, double y, double width, double height, String words) {
        draw(style, new Rectangle2D.Double(x, y, width, height));
    }

    @Override
    public void circle(Style style, double x, double y, double radius) {
        draw(style, new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    /** Draws text, squeezed where the font is much wider than the layout counts on. */
    @Override
    public void text(Letters letters, double x, double y, Anchor anchor, String content) {
        if (content.isEmpty()) {
            return;
        }
        Font font = fonts.get(letters);
        double room = letters.width(content);
        double width =
                font.getStringBounds(content, graphics.getFontRenderContext()).getWidth();
        if (width > room + SPARE) {
            font = font.deriveFont(AffineTransform.getScaleInstance(room / width, 1));
            width = room;
        }
        double left = x
                - switch (anchor) {
                    case START -> 0;
                    case MIDDLE -> width / 2;
                    case END -> width;
                };
        graphics.setFont(font);
        graphics.setColor(color(letters == Letters.SOFT ? Palette::soft : Palette::ink, 1));
        graphics.drawString(content, (float) left, (float) y);
    }

    @Override
    public void spot(int look, double x, double y, String words) {
        // an image cannot react to a pointer
    }
}
