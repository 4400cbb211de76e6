/**
 * Frames of videos and folders of images: read and written ({@link rung.video.Frames}), separated into background and foreground
 * ({@link rung.video.VideoSeparation}), and scored against true masks ({@link rung.video.Score}).
 *
 * <p>Uses the library ({@code rung.core}). Video files are decoded and encoded by ffmpeg, a program of its own.
 */
package rung.video;
