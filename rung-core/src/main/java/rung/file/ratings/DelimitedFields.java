package rung.file.ratings;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import rung.file.text.Delimiter;

/**
 * Splits a line by a delimiter. A field may be in quotes, inside of which two quotes stand for one. What follows a quote that is not closed is
 * taken as it stands, and {@link #fault()} says so.
 */
final class DelimitedFields extends LineFields {
    private final byte symbol;
    private final boolean doubled; // whether two symbols separate fields
    private final boolean runs; // whether any number of them does
    private final boolean quotes; // whether fields may be in quotes

    private byte[] text;
    private int open; // where the first quote opens that is not closed, or −1

    /** Splits by a delimiter. */
    DelimitedFields(Delimiter delimiter) {
        this.symbol = delimiter.symbol();
        this.doubled = delimiter.width() == 2;
        this.runs = delimiter == Delimiter.SPACES;
        this.quotes = delimiter.allowsQuotes();
    }

    @Override
    void divide(byte[] bytes, int from, int to) {
        text = bytes;
        open = -1;
        int at = runs ? afterRun(from, to) : from;
        do {
            at = field(at, to);
        } while (at >= 0);
    }

    @Override
    int open() {
        return open;
    }

    @Override
    byte[] unescaped(byte[] bytes, int field) {
        byte[] raw = Arrays.copyOfRange(bytes, start(field), end(field));
        return new String(raw, StandardCharsets.ISO_8859_1)
                .replace("\"\"", "\"")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Takes the field that begins at {@code from}; returns where the next one begins, or −1. */
    private int field(int from, int to) {
        int start = afterBlanks(from, to);
        if (quotes && start < to && text[start] == '"') {
            int close = closing(start, to);
            int end = close < 0 ? to : afterBlanks(close + 1, to);
            if (close >= 0 && (end == to || text[end] == symbol)) {
                add(start + 1, close, hasQuote(start + 1, close));
                return next(end, to);
            }
            open = close < 0 && open < 0 && fault() == null ? start : open;
            fail(RatingsParser.BROKEN);
        }
        int end = start;
        byte[] bytes = text;
        byte mark = symbol;
        while (end < to && (bytes[end] != mark || doubled && !isDoubled(end, to))) {
            end++;
        }
        add(start, end, false);
        return next(end, to);
    }

    private boolean isDoubled(int at, int to) {
        return at + 1 < to && text[at + 1] == symbol;
    }

    private int next(int end, int to) {
        if (runs) {
            int next = afterRun(end, to);
            return next == to ? -1 : next;
        }
        return end == to ? -1 : end + (doubled ? 2 : 1);
    }

    private int afterRun(int from, int to) {
        int at = from;
        while (at < to && text[at] == symbol) {
            at++;
        }
        return at;
    }

    private int afterBlanks(int from, int to) {
        int at = from;
        while (at < to && isBlank(text[at]) && text[at] != symbol) {
            at++;
        }
        return at;
    }

    /** Where the quote that opens at {@code quote} closes, or −1. Two quotes inside stand for one. */
    private int closing(int quote, int to) {
        return closing(text, quote, to);
    }

    /** Where the quote that opens at {@code quote} closes in a text that ends before {@code to}, or −1. */
    static int closing(byte[] text, int quote, int to) {
        int at = quote + 1;
        while (at < to) {
            if (text[at] != '"') {
                at++;
            } else if (at + 1 < to && text[at + 1] == '"') {
                at += 2;
            } else {
                return at;
            }
        }
        return -1;
    }

    private boolean hasQuote(int from, int to) {
        for (int k = from; k < to; k++) {
            if (text[k] == '"') {
                return true;
            }
        }
        return false;
    }
}
