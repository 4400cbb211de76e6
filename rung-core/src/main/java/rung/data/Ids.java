package rung.data;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Distinct names, numbered 0, 1, 2, … in the order of their first appearance.
 *
 * <p>A name costs its UTF-8 bytes and some 16 more: millions of names fit where as many strings would not.
 */
public final class Ids {
    /*
     * All names stand in one pool, one after the other: name k is pool[offsets[k]] … pool[offsets[k + 1] − 1]. The slots
     * are an open-addressing hash table over them: a slot holds k + 1, or 0 if it is free. Their number is a power of two
     * and at least twice that of the names, so that a search ends after a few steps.
     */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final int MOST_SLOTS = 1 << 30;

    private final byte[] pool;
    private final int[] offsets;
    private final int[] slots;

    private Ids(byte[] pool, int[] offsets, int[] slots) {
        this.pool = pool;
        this.offsets = offsets;
        this.slots = slots;
    }

    /**
     * Creates ids from a pool of bytes; name k is the bytes offsets[k] … offsets[k + 1] − 1. Both arrays are kept.
     *
     * @param pool the UTF-8 bytes of all names, one after the other
     * @param offsets where each name begins in the pool, and at the end the pool's length
     * @return the ids
     * @throws IllegalArgumentException if the offsets do not ascend from 0 to the length of the pool, a name is not UTF-8, or two names
     *     are the same
     */
    public static Ids of(byte[] pool, int[] offsets) {
        if (offsets.length == 0 || offsets[0] != 0 || offsets[offsets.length - 1] != pool.length) {
            throw new IllegalArgumentException("offsets must go from 0 to the " + pool.length + " bytes of the pool");
        }
        int size = offsets.length - 1;
        for (int k = 0; k < size; k++) {
            if (offsets[k] > offsets[k + 1]) {
                throw new IllegalArgumentException(
                        "offsets must not descend, got " + offsets[k] + " before " + offsets[k + 1]);
            }
        }
        int[] slots = new int[slotsFor(size)];
        for (int k = 0; k < size; k++) {
            requireUtf8(pool, offsets[k], offsets[k + 1]);
            int slot = slot(slots, pool, offsets, pool, offsets[k], offsets[k + 1]);
            if (slots[slot] != 0) {
                throw new IllegalArgumentException(
                        "names must be distinct, got the same for " + (slots[slot] - 1) + " and " + k);
            }
            slots[slot] = k + 1;
        }
        return new Ids(pool, offsets, slots);
    }

    private static void requireUtf8(byte[] pool, int from, int to) {
        try {
            for (int k = from; k < to; k++) {
                if (pool[k] < 0) {
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(pool, from, to - from));
                    return;
                }
            }
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("names must be UTF-8, got other bytes from " + from + " on", e);
        }
    }

    /**
     * The number of names.
     *
     * @return the number
     */
    public int size() {
        return offsets.length - 1;
    }

    /**
     * The name behind a number.
     *
     * @param id the number, from 0
     * @return the name
     */
    public String name(int id) {
        if (id < 0 || id >= size()) {
            throw new IndexOutOfBoundsException("id must be between 0 and " + (size() - 1) + ", got " + id);
        }
        return new String(pool, offsets[id], offsets[id + 1] - offsets[id], StandardCharsets.UTF_8);
    }

    /**
     * Finds the number of a name.
     *
     * @param name the name
     * @return the number; empty if the name is not among these
     */
    public OptionalInt find(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        int found = slots[slot(slots, pool, offsets, text, 0, text.length)];
        return found == 0 ? OptionalInt.empty() : OptionalInt.of(found - 1);
    }

    /**
     * The UTF-8 bytes of all names, one after the other.
     *
     * @return the array itself, not to be changed
     */
    public byte[] pool() {
        return pool;
    }

    /**
     * Where each name begins in the pool, and at the end the pool's length.
     *
     * @return the array itself, not to be changed
     */
    public int[] offsets() {
        return offsets;
    }

    /** Finds the slot of a name: the one that holds it, or else the free one where it belongs. */
    private static int slot(int[] slots, byte[] pool, int[] offsets, byte[] text, int from, int to) {
        int mask = slots.length - 1;
        int slot = hash(text, from, to) & mask;
        while (slots[slot] != 0) {
            int id = slots[slot] - 1;
            if (Arrays.equals(pool, offsets[id], offsets[id + 1], text, from, to)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int hash(byte[] text, int from, int to) {
        int h = 0x811c9dc5;
        for (int k = from; k < to; k++) {
            h = (h ^ text[k]) * 0x01000193;
        }
        h ^= h >>> 15; // the low bits, which choose the slot, should depend on all of them
        h *= 0x2c1b3c6d;
        return h ^ h >>> 13;
    }

    private static int slotsFor(int size) {
        return Math.max(16, Math.min(MOST_SLOTS, Integer.highestOneBit(Math.max(1, size)) * 4));
    }

    /** Numbers names as they come. */
    public static final class Builder {
        /*
         * Most files name users and items by numbers, and a search through slots, offsets and pool misses the cache three
         * times. So the ids of small numbers are also kept by that number, as k + 1, as long as that does not take much
         * more memory than the names themselves. It is a shortcut only: 0 means that the slots have to tell.
         */
        private static final int MOST_NUMBERS = 1 << 22;
        private static final int NUMBERS_PER_NAME = 16;
        private static final int MOST_DIGITS = 7;

        private byte[] pool = new byte[256];
        private int[] offsets = new int[17];
        private int[] slots = new int[slotsFor(16)];
        private int[] byNumber = new int[1 << 10];
        private int size;

        /** Creates a builder without names. */
        public Builder() {}

        /**
         * The number of names so far.
         *
         * @return the number
         */
        public int size() {
            return size;
        }

        /**
         * Returns the number of a name, and gives it the next number if it is new.
         *
         * @param name the name
         * @return its number
         */
        public int add(String name) {
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            return add(text, 0, text.length);
        }

        /**
         * Returns the number of a name in UTF-8, and gives it the next number if it is new; nothing is allocated for a known name.
         *
         * @param text holds the bytes of the name
         * @param from the first byte
         * @param to the byte after the last
         * @return its number
         * @throws IllegalArgumentException if the names take more than 2 GB together
         */
        public int add(byte[] text, int from, int to) {
            int number = number(text, from, to);
            if (number < 0) {
                return addBySlot(text, from, to);
            }
            if (number < byNumber.length && byNumber[number] != 0) {
                return byNumber[number] - 1;
            }
            int id = addBySlot(text, from, to);
            if (number >= byNumber.length && number / NUMBERS_PER_NAME < size) {
                byNumber = Arrays.copyOf(byNumber, 2 * Integer.highestOneBit(number));
            }
            if (number < byNumber.length) {
                byNumber[number] = id + 1;
            }
            return id;
        }

        /** Returns the number that the name spells, without sign or leading zeros, if it is a small one; else −1. */
        private static int number(byte[] text, int from, int to) {
            if (to - from > MOST_DIGITS || from == to || text[from] == '0') {
                return -1;
            }
            int number = 0;
            for (int k = from; k < to; k++) {
                int digit = text[k] - '0';
                if (digit < 0 || digit > 9) {
                    return -1;
                }
                number = 10 * number + digit;
            }
            return number < MOST_NUMBERS ? number : -1;
        }

        private int addBySlot(byte[] text, int from, int to) {
            int slot = slot(slots, pool, offsets, text, from, to);
            if (slots[slot] != 0) {
                return slots[slot] - 1;
            }
            append(text, from, to);
            slots[slot] = size;
            if (size > slots.length / 2 && slots.length < MOST_SLOTS) {
                rehash();
            }
            return size - 1;
        }

        /**
         * Adds a name of another builder.
         *
         * @param other the other builder
         * @param id the number of the name there
         * @return its number here
         */
        public int add(Builder other, int id) {
            return add(other.pool, other.offsets[id], other.offsets[id + 1]);
        }

        private void append(byte[] text, int from, int to) {
            int end = offsets[size];
            if (to - from > LONGEST_ARRAY - end || size >= MOST_SLOTS - 1) {
                throw new IllegalArgumentException("names must take less than 2 GB together");
            }
            if (end + (to - from) > pool.length) {
                pool = Arrays.copyOf(pool, grown(pool.length, end + (to - from)));
            }
            if (size + 2 > offsets.length) {
                offsets = Arrays.copyOf(offsets, grown(offsets.length, size + 2));
            }
            System.arraycopy(text, from, pool, end, to - from);
            size++;
            offsets[size] = end + (to - from);
        }

        private static int grown(int length, int needed) {
            return (int) Math.min(LONGEST_ARRAY, Math.max(needed, length + (long) length / 2));
        }

        private void rehash() {
            slots = new int[2 * slots.length];
            for (int k = 0; k < size; k++) {
                slots[slot(slots, pool, offsets, pool, offsets[k], offsets[k + 1])] = k + 1;
            }
        }

        /**
         * Makes ids of the names so far. The builder can be used further.
         *
         * @return the ids
         */
        public Ids build() {
            return new Ids(Arrays.copyOf(pool, offsets[size]), Arrays.copyOf(offsets, size + 1), slots.clone());
        }
    }
}
