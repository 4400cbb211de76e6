package rung.video;

/** The connected components of the pixels of a mask that have a given value, by union-find. */
final class Components {
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
