package rung.video;

/** Cleans masks; each function returns a new mask. */
public final class MaskCleaning {
    private MaskCleaning() {}

    /**
     * The median filter: each pixel becomes what most of the window around it is, as far as the window lies in the frame. If both
     * values are equally frequent the pixel stays. Cost: O(1) per pixel, by sums over rectangles.
     *
     * @param mask the mask, row by row
     * @param width the width of the frame in pixels
     * @param height the height of the frame in pixels
     * @param window the side of the window in pixels, odd
     * @return a new mask
     */
    public static boolean[] majority(boolean[] mask, int width, int height, int window) {
        require(mask, width, height);
        if (window < 1 || window % 2 == 0) {
            throw new IllegalArgumentException("the window must be odd and at least 1, got " + window);
        }
        int[] sums = sums(mask, width, height);
        int reach = window / 2;
        boolean[] result = new boolean[mask.length];
        for (int y = 0; y < height; y++) {
            int top = Math.max(0, y - reach);
            int bottom = Math.min(height - 1, y + reach) + 1;
            for (int x = 0; x < width; x++) {
                int left = Math.max(0, x - reach);
                int right = Math.min(width - 1, x + reach) + 1;
                int set = sums[bottom * (width + 1) + right]
                        - sums[top * (width + 1) + right]
                        - sums[bottom * (width + 1) + left]
                        + sums[top * (width + 1) + left];
                int more = 2 * set - (bottom - top) * (right - left);
                result[y * width + x] = more > 0 || more == 0 && mask[y * width + x];
            }
        }
        return result;
    }

    /** How many pixels are set above and to the left of each corner. */
    private static int[] sums(boolean[] mask, int width, int height) {
        int[] sums = new int[(width + 1) * (height + 1)];
        for (int y = 0; y < height; y++) {
            int row = 0;
            for (int x = 0; x < width; x++) {
                row += mask[y * width + x] ? 1 : 0;
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row;
            }
        }
        return sums;
    }

    /**
     * Removes components, connected by sides or corners, that have fewer pixels than an area.
     *
     * @param mask the mask, row by row
     * @param width the width of the frame in pixels
     * @param height the height of the frame in pixels
     * @param area the least number of pixels of a component that stays
     * @return a new mask
     */
    public static boolean[] withoutSmall(boolean[] mask, int width, int height, int area) {
        require(mask, width, height);
        Components components = new Components(mask, width, true, true);
        boolean[] result = new boolean[mask.length];
        for (int k = 0; k < mask.length; k++) {
            result[k] = mask[k] && components.area(k) >= area;
        }
        return result;
    }

    /**
     * Fills holes: background that is not connected, by sides, with the edge of the frame.
     *
     * @param mask the mask, row by row
     * @param width the width of the frame in pixels
     * @param height the height of the frame in pixels
     * @return a new mask
     */
    public static boolean[] filled(boolean[] mask, int width, int height) {
        require(mask, width, height);
        Components components = new Components(mask, width, false, false);
        boolean[] outside = new boolean[mask.length];
        for (int x = 0; x < width; x++) {
            outside[components.root(x)] = true;
            outside[components.root((height - 1) * width + x)] = true;
        }
        for (int y = 0; y < height; y++) {
            outside[components.root(y * width)] = true;
            outside[components.root(y * width + width - 1)] = true;
        }
        boolean[] result = new boolean[mask.length];
        for (int k = 0; k < mask.length; k++) {
            result[k] = mask[k] || !outside[components.root(k)];
        }
        return result;
    }

    private static void require(boolean[] mask, int width, int height) {
        if (width < 1 || height < 1 || mask.length != width * height) {
            throw new IllegalArgumentException(
                    "a mask of " + width + "×" + height + " must have as many pixels, got " + mask.length);
        }
    }

    /** The connected components of the pixels of a mask that have a given value, by union-find. */
    private static final class Components {
        private final int[] parent;
        private final int[] area; // at the roots

        Components(boolean[] mask, int width, boolean value, boolean corners) {
            parent = new int[mask.length];
            area = new int[mask.length];
            for (int k = 0; k < mask.length; k++) {
                parent[k] = k;
                area[k] = 1;
                if (mask[k] == value) {
                    boolean inner = k % width > 0;
                    boolean below = k >= width;
                    joinIf(inner && mask[k - 1] == value, k, k - 1);
                    joinIf(below && mask[k - width] == value, k, k - width);
                    joinIf(corners && below && inner && mask[k - width - 1] == value, k, k - width - 1);
                    boolean right = corners && below && k % width < width - 1;
                    joinIf(right && mask[k - width + 1] == value, k, k - width + 1);
                }
            }
        }

        private void joinIf(boolean condition, int one, int other) {
            if (condition) {
                int left = root(one);
                int right = root(other);
                if (left != right) {
                    int larger = area[left] >= area[right] ? left : right;
                    int smaller = left + right - larger;
                    parent[smaller] = larger;
                    area[larger] += area[smaller];
                }
            }
        }

        /** The pixel that stands for the component of this one. */
        int root(int pixel) {
            int at = pixel;
            while (parent[at] != at) {
                parent[at] = parent[parent[at]];
                at = parent[at];
            }
            return at;
        }

        /** How many pixels the component has. */
        int area(int pixel) {
            return area[root(pixel)];
        }
    }
}
