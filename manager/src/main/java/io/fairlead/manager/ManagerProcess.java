package io.fairlead.manager;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** A manager as a process of its own: runs until it is told to stop. */
public final class ManagerProcess {

    private ManagerProcess() {}

    /**
     * Starts a manager, prints one line {@code manager ready on http://HOST:PORT} and stays until the process is asked
     * to stop (SIGTERM, SIGINT); then it stops in order and the process ends with exit code 0.
     *
     * <p>The line is for scripts that need to know when, and with port 0 where: it goes to {@code out}, while logs go
     * wherever logging is configured to.
     *
     * @param settings what it is told
     * @param out where the line is printed
     * @throws StartRefusedException if it cannot start; nothing was printed then
     */
    public static void run(ManagerSettings settings, PrintStream out) throws StartRefusedException {
        Manager manager = Manager.start(settings);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(manager), "fairlead-stop"));
        out.println("manager ready on " + manager.url());
        out.flush();
        awaitStop();
    }

    /** A JVM that is stopped by a signal ends with 128 + the signal's number, although it stopped as it should. */
    private static void stop(Manager manager) {
        manager.close();
        Runtime.getRuntime().halt(0);
    }

    private static void awaitStop() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
