package rung.spark.block;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the JVMs of a cluster have the JDK's vector module, with which the arithmetic is several times faster. */
final class VectorModule {
    private static final Logger LOG = LoggerFactory.getLogger(VectorModule.class);
    private static final String NAME = "jdk.incubator.vector";
    private static final AtomicBoolean IS_SAID = new AtomicBoolean();

    private VectorModule() {}

    /** Whether this JVM has it. */
    static boolean isHere() {
        return ModuleLayer.boot().findModule(NAME).isPresent();
    }

    /** Says once what is lost if executors do not have it. */
    static void sayMissing() {
        if (IS_SAID.compareAndSet(false, true)) {
            LOG.warn(
                    "executors run without the module {}: the results are the same to rounding, but the arithmetic takes two to four times as long; set spark.executor.extraJavaOptions and spark.driver.extraJavaOptions to --add-modules={}",
                    NAME,
                    NAME);
        }
    }
}
