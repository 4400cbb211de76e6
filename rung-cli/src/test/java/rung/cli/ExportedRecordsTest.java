package rung.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import rung.LowRankMatrix;
import rung.Solution;
import rung.baseline.PrincipalComponentPursuit;
import rung.engine.sampling.biased.FoldIn;
import rung.linalg.Lbfgs;
import rung.linalg.Matrix;
import rung.linalg.SingularPair;
import rung.linalg.Svd;
import rung.linalg.SymmetricEigen;
import rung.page.Histogram;
import rung.page.Plot;
import rung.video.Size;
import rung.video.VideoSeparation;

/** The records that the modules export share no array with whoever made them or asks them. */
class ExportedRecordsTest {
    /** One of each public record that holds an array. */
    private static final Map<Class<?>, Record> SAMPLES = samples(
            new Svd(Matrix.identity(2), new double[] {3, 2}, Matrix.identity(2)),
            new SingularPair(2, new double[] {1, 0}, new double[] {0, 1}),
            new SymmetricEigen(new double[] {3, 2}, Matrix.identity(2)),
            new Lbfgs.Minimum(new double[] {1, 2}, 3, 4, true),
            new PrincipalComponentPursuit.Decomposition(
                    LowRankMatrix.zero(2, 2), new Matrix(2, 2), new Matrix(2, 2), 1, 2, new double[] {0.5, 0.1}, true),
            new FoldIn.Line(new float[] {1, 2}, 3),
            new Histogram(new double[] {0, 1, 2}, new long[] {3, 4}),
            new Plot.Series("line", new double[] {1, 2}, new double[] {3, 4}),
            new Plot.Band(new double[] {1, 2}, new double[] {3, 4}, "range"),
            new VideoSeparation.Summary(2, List.of(), 1, new double[] {0.1, 0.2}, new long[] {3, 4}, Optional.empty()));

    private static Map<Class<?>, Record> samples(Record... records) {
        return Stream.of(records).collect(Collectors.toMap(Record::getClass, record -> record));
    }

    private static ModuleReference module(Class<?> inside) throws Exception {
        Path place = Path.of(
                inside.getProtectionDomain().getCodeSource().getLocation().toURI());
        return ModuleFinder.of(place).findAll().iterator().next();
    }

    /** The public records in the packages that a module exports to all. */
    private static List<Class<?>> records(ModuleReference module) throws IOException, ClassNotFoundException {
        Set<String> exported = module.descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        List<Class<?>> records = new ArrayList<>();
        try (ModuleReader reader = module.open();
                Stream<String> resources = reader.list()) {
            for (String resource : resources
                    .filter(r -> r.endsWith(".class") && r.contains("/"))
                    .toList()) {
                String name = resource.substring(0, resource.length() - 6).replace('/', '.');
                if (exported.contains(name.substring(0, name.lastIndexOf('.')))) {
                    Class<?> type = Class.forName(name, false, ExportedRecordsTest.class.getClassLoader());
                    if (type.isRecord() && isPublic(type)) {
                        records.add(type);
                    }
                }
            }
        }
        return records;
    }

    private static boolean isPublic(Class<?> type) {
        return type == null || Modifier.isPublic(type.getModifiers()) && isPublic(type.getDeclaringClass());
    }

    /* A list of arrays, or an optional array, cannot be copied by copying the list. */
    private static boolean holdsArrays(RecordComponent component) {
        Class<?> type = component.getType();
        boolean isContainer = Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type == Optional.class
                || type.isArray() && type.getComponentType().isArray();
        return isContainer && component.getGenericType().getTypeName().contains("[]");
    }

    @Test
    void noneSharesAnArray() throws Exception {
        Map<String, Boolean> seen = new LinkedHashMap<>();
        for (Class<?> inside : List.of(Solution.class, Plot.class, Size.class)) {
            for (Class<?> type : records(module(inside))) {
                assertThat(type.getRecordComponents())
                        .as("components of %s", type.getName())
                        .noneMatch(ExportedRecordsTest::holdsArrays);
                if (Stream.of(type.getRecordComponents())
                        .anyMatch(component -> component.getType().isArray())) {
                    seen.put(type.getName(), true);
                    assertThat(SAMPLES)
                            .as("a sample of %s, which holds an array", type.getName())
                            .containsKey(type);
                    requireOwnArrays(SAMPLES.get(type));
                }
            }
        }
        assertThat(seen.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        SAMPLES.keySet().stream().map(Class::getName).toList());
    }

    /** Writes into the arrays that a record was made of, and into those that it returns, and reads it again. */
    private static void requireOwnArrays(Record sample) throws ReflectiveOperationException {
        RecordComponent[] components = sample.getClass().getRecordComponents();
        Object[] given = new Object[components.length];
        for (int k = 0; k < given.length; k++) {
            given[k] = components[k].getAccessor().invoke(sample);
        }
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object record = sample.getClass().getConstructor(types).newInstance(given);
        for (int k = 0; k < given.length; k++) {
            if (types[k].isArray()) {
                String what = sample.getClass().getName() + "." + components[k].getName();
                Object first = Array.get(given[k], 0);
                Array.set(given[k], 0, Array.get(given[k], Array.getLength(given[k]) - 1));
                assertThat(Array.get(given[k], 0))
                        .as("the sample of %s, to be changed", what)
                        .isNotEqualTo(first);
                Object returned = components[k].getAccessor().invoke(record);
                assertThat(Array.get(returned, 0))
                        .as("%s after its maker wrote", what)
                        .isEqualTo(first);
                Array.set(returned, 0, Array.get(given[k], 0));
                assertThat(Array.get(components[k].getAccessor().invoke(record), 0))
                        .as("%s after a reader wrote", what)
                        .isEqualTo(first);
            }
        }
    }
}
