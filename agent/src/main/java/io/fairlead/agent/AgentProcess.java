package io.fairlead.agent;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** The agent as a process of its own: works until SIGTERM or SIGINT, stops in order, and exits with 0. */
public final class AgentProcess {
    private AgentProcess() {}

    /**
     * Starts an agent and waits until the process is told to end; does not return before.
     *
     * <p>The JVM gives a process that a signal ends its own exit code, 143. An agent that stopped in order has not
     * failed, so the shutdown hook itself ends the process with 0, as the last thing it does.
     */
    public static void run(AgentConfig config) throws IOException, InterruptedException {
        Agent agent = Agent.start(config);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            agent.close();
                            Runtime.getRuntime().halt(0);
                        },
                        "fairlead-stop"));
        new CountDownLatch(1).await();
    }
}
