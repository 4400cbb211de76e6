import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies a jar and gives its oldest classes the version of Java 17, with the stack maps that it asks for: Modernize JAR COPY. picocli is
 * compiled for Java 5. Most classes that use such old ones stay out of class data, and the JVM checks old ones slowly at every start.
 */
public final class Modernize {
    private static final int NEWEST_WITHOUT_MAPS = ClassFile.JAVA_6_VERSION;

    private Modernize() {}

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        Path from = Path.of(args[0]);
        try (URLClassLoader classes = new URLClassLoader(new URL[] {from.toUri().toURL()}, null);
                ZipFile jar = new ZipFile(from.toFile());
                ZipOutputStream copy = new ZipOutputStream(Files.newOutputStream(Path.of(args[1])))) {
            ClassFile tool = ClassFile.of(
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)
                            .orElse(ClassHierarchyResolver.defaultResolver())));
            for (ZipEntry entry : jar.stream().toList()) {
                ZipEntry same = new ZipEntry(entry.getName());
                same.setTimeLocal(entry.getTimeLocal());
                copy.putNextEntry(same);
                try (InputStream in = jar.getInputStream(entry)) {
                    byte[] content = in.readAllBytes();
                    copy.write(entry.getName().endsWith(".class") ? modern(tool, content) : content);
                }
                copy.closeEntry();
            }
        }
    }

    private static byte[] modern(ClassFile tool, byte[] content) {
        ClassModel old = tool.parse(content);
        if (old.majorVersion() > NEWEST_WITHOUT_MAPS) {
            return content;
        }
        ClassTransform bodies = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL);
        return tool.transformClass(
                old,
                bodies.andThen(ClassTransform.endHandler(
                        builder -> builder.withVersion(ClassFile.JAVA_17_VERSION, 0))));
    }
}
