package rung.bench;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts {@link SparkRatings}, {@link SparkLines} or {@link SparkLists} in a JVM that has Spark on its class path, which this one has not. */
final class SparkJvm {
    private SparkJvm() {}

    /** In a JVM that has Spark, with the options it wants. */
    static void start(String name) throws IOException, InterruptedException {
        Path jar = Path.of(System.getProperty("java.class.path")).toAbsolutePath();
        Path classPath = jar.resolveSibling("spark.classpath");
        if (!Files.exists(classPath)) {
            System.err.println(classPath + " must be there, which mvn package writes");
            System.exit(2);
        }
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of(options(Files.readString(classPath)).split(" ")));
        command.add("-Xmx" + System.getProperty("heap", "4g"));
        command.add("-Dratings=" + System.getProperty("ratings", "../shared/data"));
        for (String option : new String[] {
            "alpha",
            "events",
            "rank",
            "master",
            "executor",
            "least",
            "most",
            "blocks",
            "implicit",
            "cores",
            "count",
            "seconds",
            "libmf",
            "spark.jars"
        }) {
            if (System.getProperty(option) != null) {
                command.add("-D" + option + "=" + System.getProperty(option));
            }
        }
        command.add("-cp");
        command.add(jar + File.pathSeparator + Files.readString(classPath));
        command.add("rung.bench.Bench");
        command.add(name + "-here");
        System.exit(new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    private static String options(String classPath) throws IOException {
        for (String entry : classPath.split(File.pathSeparator)) {
            if (entry.contains("spark-launcher")) {
                try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {Path.of(entry).toUri().toURL()})) {
                    return (String) loader.loadClass("org.apache.spark.launcher.JavaModuleOptions")
                            .getMethod("defaultModuleOptions")
                            .invoke(null);
                } catch (ReflectiveOperationException e) {
                    throw new IOException(e);
                }
            }
        }
        throw new IOException("the class path must have spark-launcher, got " + classPath);
    }
}
