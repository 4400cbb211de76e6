package rung.spark;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.sql.SparkSession;

/**
 * A standalone Spark cluster on loopback: a Master and Workers in JVMs of their own, which start executors in more, from the
 * jars of this JVM's class path.
 */
final class Cluster implements AutoCloseable {
    /** What one job may send the driver. */
    static final int MOST_KILOBYTES = 150;

    /* What runs for seconds should not be compiled as if it ran for hours. */
    private static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Path home;
    private final int port;
    private final List<Process> daemons = new ArrayList<>();
    private final List<Process> workers = new ArrayList<>();
    private int killed;
    private int replaced;

    private Cluster(Path home, int port) {
        this.home = home;
        this.port = port;
    }

    static Cluster start(Path home, int workers) throws IOException {
        Path jars = Files.createDirectories(home.resolve("jars"));
        int k = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (Files.isRegularFile(path)) {
                Files.createSymbolicLink(jars.resolve(k++ + "-" + path.getFileName()), path);
            } else if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
                pack(path, jars.resolve("rung-" + k++ + ".jar"));
            }
        }
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Cluster cluster = new Cluster(home, port);
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::end)); // if the test itself is killed
        cluster.daemon(
                "master",
                "org.apache.spark.deploy.master.Master",
                "--host",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--webui-port",
                "0");
        for (int w = 0; w < workers; w++) {
            cluster.workers.add(cluster.daemon(
                    "worker" + w,
                    "org.apache.spark.deploy.worker.Worker",
                    "--host",
                    "127.0.0.1",
                    "--cores",
                    "1",
                    "--memory",
                    "700m",
                    "--webui-port",
                    "0",
                    "--work-dir",
                    home.resolve("work" + w).toString(),
                    cluster.master()));
        }
        return cluster;
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                zip.putNextEntry(new JarEntry(folder.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    private Process daemon(String name, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split(" ")));
        command.addAll(SHORT_LIVED);
        command.addAll(List.of("-Xmx256m", "-Dspark.worker.timeout=3600", "-cp", home.resolve("jars") + "/*", main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve(name + ".log").toFile());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        Process process = builder.start();
        daemons.add(process);
        return process;
    }

    String master() {
        return "spark://127.0.0.1:" + port;
    }

    /** A session whose driver is this JVM. */
    SparkSession session() throws TimeoutException {
        SparkSession session = SparkSession.builder()
                .master(master())
                .appName("rung-spark cluster test")
                .config("spark.serializer", "org.apache.spark.serializer.KryoSerializer") // as many clusters have
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.executor.memory", "500m")
                .config("spark.executor.cores", 1)
                .config("spark.executor.extraJavaOptions", String.join(" ", SHORT_LIVED))
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.scheduler.minRegisteredResourcesRatio", 1.0)
                .config("spark.scheduler.maxRegisteredResourcesWaitingTime", "1h") // a busy machine is slow, not broken
                .config("spark.network.timeout", "1h")
                .config("spark.cores.max", workers.size())
                .config("spark.driver.maxResultSize", MOST_KILOBYTES + "k") // nothing that grows with users or items
                .config("spark.sql.warehouse.dir", home.resolve("warehouse").toString())
                .getOrCreate();
        session.sparkContext()
                .listenerBus()
                .waitUntilEmpty(TimeUnit.HOURS.toMillis(1)); // the first executors are counted by none
        session.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onExecutorAdded(SparkListenerExecutorAdded added) {
                countReplacement();
            }
        });
        return session;
    }

    private synchronized void countReplacement() {
        replaced++;
        notifyAll();
    }

    /** The executors that run now, by the Workers that started them. */
    List<ProcessHandle> executors() {
        return workers.stream()
                .flatMap(worker -> worker.descendants())
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /** Kills an executor; Spark will start another in its place. */
    synchronized void kill(ProcessHandle executor) {
        killed++;
        executor.destroyForcibly();
    }

    /** Waits until Spark has started another executor in the place of each that was killed. */
    synchronized void awaitReplacements() {
        try {
            while (replaced < killed) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills the executors one by one. After each, waits until the cluster has started another in its place. */
    void replaceAll() {
        for (ProcessHandle executor : executors()) {
            kill(executor);
            awaitReplacements();
        }
    }

    @Override
    public void close() {
        end();
        daemons.forEach(daemon -> daemon.onExit().join());
    }

    private void end() {
        List<ProcessHandle> executors = executors();
        daemons.forEach(Process::destroyForcibly); // first, or a Worker would start an executor anew
        executors.forEach(ProcessHandle::destroyForcibly);
    }
}
