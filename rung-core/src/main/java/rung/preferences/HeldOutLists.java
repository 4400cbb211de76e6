package rung.preferences;

import rung.lists.ListQuality;

/**
 * How good lists are that were made without the held-out entries, measured on these entries while the penalty was chosen. Since they chose
 * it, other entries may be found a little less well.
 *
 * @param ours the lists by preference
 * @param popular the lists of what most users chose, on the same users
 */
public record HeldOutLists(ListQuality ours, ListQuality popular) {}
