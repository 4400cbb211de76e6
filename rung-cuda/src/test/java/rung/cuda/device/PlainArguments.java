package rung.cuda.device;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/** The arguments of a kernel on a {@link PlainDevice}, by their places. */
record PlainArguments(Object[] all) {
    int number(int k) {
        return (Integer) all[k];
    }

    float single(int k) {
        return (Float) all[k];
    }

    Floats floats(int k) {
        return new Floats(PlainDevice.segment((Memory) all[k]));
    }

    Doubles doubles(int k) {
        return new Doubles(PlainDevice.segment((Memory) all[k]));
    }

    Ints ints(int k) {
        return new Ints(PlainDevice.segment((Memory) all[k]));
    }

    PlainArguments struct(int k) {
        return new PlainArguments(((Device.Struct) all[k]).fields());
    }

    record Floats(MemorySegment at) {
        boolean isThere() {
            return at != null;
        }

        float get(long k) {
            return at.getAtIndex(JAVA_FLOAT, k);
        }

        void set(long k, float x) {
            at.setAtIndex(JAVA_FLOAT, k, x);
        }
    }

    record Doubles(MemorySegment at) {
        double get(long k) {
            return at.getAtIndex(JAVA_DOUBLE, k);
        }

        void set(long k, double x) {
            at.setAtIndex(JAVA_DOUBLE, k, x);
        }
    }

    record Ints(MemorySegment at) {
        int get(long k) {
            return at.getAtIndex(JAVA_INT, k);
        }

        void set(long k, int x) {
            at.setAtIndex(JAVA_INT, k, x);
        }
    }
}
