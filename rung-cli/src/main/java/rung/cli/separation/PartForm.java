package rung.cli.separation;

/** The form in which background, foreground and mask of a video are written. */
enum PartForm {
    /** A lossless video. */
    MKV,
    /** A video, with loss. */
    MP4,
    /** A video, for old players. */
    AVI,
    /** A folder of images. */
    FRAMES,
    /** A NumPy array with a row for each frame. */
    NPY;

    /** Whether it takes ffmpeg to write this. */
    boolean isVideo() {
        return this == MKV || this == MP4 || this == AVI;
    }
}
