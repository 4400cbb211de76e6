/** Frames of videos and folders of images, and how well a mask finds what moves in them. */
module rung.video {
    requires transitive rung.core;
    requires java.desktop;

    exports rung.video;
}
