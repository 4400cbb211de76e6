package rung.cli.separation;

import java.util.List;
import rung.page.FrameImages;
import rung.video.FrameSource;
import rung.video.SeparatedFrames;

/** Draws separated frames for the page, which plays original, background, foreground and mask side by side. */
final class FramePlayer {
    private FramePlayer() {}

    /**
     * Draws what fits on a page.
     *
     * @param frames one window
     * @param source where they come from
     * @param color whether they are in color
     */
    static SeparationReport.Video of(SeparatedFrames frames, FrameSource source, boolean color) {
        FrameImages.Kind kind = color ? FrameImages.Kind.COLOR : FrameImages.Kind.GREY;
        Recent recent = new Recent(frames);
        FrameImages.Chosen chosen = new FrameImages(source.width(), source.height(), frames.count())
                .choose(List.of(
                        new FrameImages.Video(
                                "Original",
                                "The frame as it was read",
                                kind,
                                k -> recent.at(k).original()),
                        new FrameImages.Video(
                                "Background",
                                "What is left without the foreground",
                                kind,
                                k -> recent.at(k).background()),
                        new FrameImages.Video(
                                "Foreground",
                                "How much the frame differs from the background",
                                kind,
                                k -> recent.at(k).foreground()),
                        new FrameImages.Video(
                                "Mask",
                                "Which pixels are foreground",
                                FrameImages.Kind.MASK,
                                k -> recent.at(k).maskPixels())));
        return new SeparationReport.Video(
                source.width(),
                source.height(),
                (int) source.number(0).orElse(1),
                frames.count(),
                chosen.player(
                        FrameParts.rate(source),
                        k -> "frame " + source.number(k).orElse(k + 1L),
                        recent.fullest()),
                chosen.note(),
                new double[frames.count()]);
    }

    /** Keeps the frame that each thread asked for last, since all parts of it are asked for in turn. */
    private static final class Recent {
        private record Numbered(int k, SeparatedFrames.Frame frame) {}

        private final SeparatedFrames frames;
        private final ThreadLocal<Numbered> last = new ThreadLocal<>();
        private final int[] foreground; // how many pixels of each frame are, as far as it was asked for

        Recent(SeparatedFrames frames) {
            this.frames = frames;
            this.foreground = new int[frames.count()];
        }

        /** The frame with most foreground among those that were asked for. */
        int fullest() {
            int fullest = 0;
            for (int k = 1; k < foreground.length; k++) {
                fullest = foreground[k] > foreground[fullest] ? k : fullest;
            }
            return fullest;
        }

        SeparatedFrames.Frame at(int k) {
            Numbered recent = last.get();
            if (recent == null || recent.k != k) {
                recent = new Numbered(k, frames.frame(k));
                int count = 0;
                for (byte pixel : recent.frame.maskPixels()) {
                    count += pixel == 0 ? 0 : 1;
                }
                foreground[k] = count;
                last.set(recent);
            }
            return recent.frame;
        }
    }
}
