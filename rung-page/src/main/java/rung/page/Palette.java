package rung.page;

import java.util.List;

/**
 * The colors of charts, as 0xrrggbb.
 *
 * @param ink the color of text
 * @param soft the color of text that matters less
 * @param grid the color of grid lines
 * @param axis the color of axes
 * @param paper the ground
 * @param lines the colors of series, one for each look
 */
record Palette(int ink, int soft, int grid, int axis, int paper, List<Integer> lines) {
    /* Okabe and Ito's palette, then four of our own: told apart by color-blind readers too. */
    static final Palette LIGHT = new Palette(
            0x1c2024,
            0x5b6470,
            0xe3e6ea,
            0x9aa3ad,
            0xffffff,
            List.of(
                    0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x332288, 0x882255, 0x6b7280,
                    0x1c2024));

    static final Palette DARK = new Palette(
            0xe8eaed,
            0xa4adb8,
            0x323a43,
            0x6c7682,
            0x1b2026,
            List.of(
                    0x5db7ee, 0xff9a57, 0x3fcfa2, 0xe8a3cb, 0xf2c14e, 0xa5d8f7, 0xa57bff, 0xe0503f, 0x87909b,
                    0xffffff));
}
