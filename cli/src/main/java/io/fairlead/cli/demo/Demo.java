package io.fairlead.cli.demo;

import io.fairlead.cli.rest.Figures;
import io.fairlead.cli.rest.GroupShown;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.ManagerUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The demonstration: a manager as a child process, this machine measured for real, and four simulated machines, of
 * which the primary gets overloaded. Shows every step, and judges at the end whether the primary moved exactly once
 * and for a good reason.
 *
 * <p>Everything listens on this machine only, and nothing is left running or on disk, however it ends.
 */
public final class Demo {

    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final Settings settings;
    private final Surroundings surroundings;
    private final Story story = new Story(Cast.THIS_MACHINE);
    private final long began = System.nanoTime();
    private @Nullable GroupShown last;
    private boolean stopped;

    /** A demonstration that has not begun. */
    public Demo(Settings settings, Surroundings surroundings) {
        this.settings = settings;
        this.surroundings = surroundings;
    }

    /**
     * How it goes.
     *
     * @param exitAfter how long it goes on, or empty until it is stopped
     * @param round length of a round
     * @param command what the user types to run this program
     */
    public record Settings(Optional<Duration> exitAfter, Duration round, String command) {}

    /**
     * What it tells and whom it listens to.
     *
     * @param out takes one line
     * @param logTo takes the file that this process is to log to
     * @param pause waits, and tells whether the demonstration is to stop
     */
    public record Surroundings(Consumer<String> out, Consumer<Path> logTo, Pause pause) {}

    /** A wait that an order to stop ends. */
    @FunctionalInterface
    public interface Pause {
        /** Waits for a time; true as soon as the order to stop has come. */
        boolean of(Duration time) throws InterruptedException;
    }

    /** What keeps a demonstration from going on; the message is one line. */
    public static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        Failed(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Runs it to its end; tells whether everything went as it should, as far as it went where it was to go on until it
     * is stopped.
     */
    public boolean run() throws Failed, InterruptedException {
        try (TemporaryFolder folder = TemporaryFolder.make()) {
            surroundings.logTo.accept(folder.path().resolve("nodes.log"));
            try (ManagerProcess manager = start(folder.path())) {
                Optional<ManagerUrl> url = awaitReady(manager);
                if (url.isPresent()) {
                    introduce(manager, url.get());
                    play(manager, new ManagerClient(url.get()));
                }
            }
        }
        return end();
    }

    private ManagerProcess start(Path directory) throws Failed {
        try {
            return ManagerProcess.start(directory, Cast.configuration(settings.round));
        } catch (IOException e) {
            throw new Failed("the manager cannot be started: " + e.getMessage(), e);
        }
    }

    /** Waits for the manager to be ready; empty if the demonstration was stopped meanwhile. */
    private Optional<ManagerUrl> awaitReady(ManagerProcess manager) throws Failed, InterruptedException {
        long until = System.nanoTime() + LONGEST_START.toNanos();
        while (!surroundings.pause.of(Duration.ofMillis(50))) {
            requireAlive(manager);
            try {
                Optional<ManagerUrl> url = manager.ready();
                if (url.isPresent()) {
                    return url;
                }
            } catch (IOException e) {
                throw new Failed("the manager's log cannot be read: " + e.getMessage(), e);
            }
            if (System.nanoTime() - until > 0) {
                throw new Failed(
                        "the manager did not get ready within " + LONGEST_START.toSeconds() + " s; "
                                + manager.lastWords(),
                        null);
            }
        }
        return Optional.empty();
    }

    private void introduce(ManagerProcess manager, ManagerUrl url) {
        tell("The manager runs as process " + manager.pid() + " and listens on " + url + ".");
        plain("        Look for yourself, in a browser: " + url + "/dashboard/");
        plain("        or in another terminal:");
        plain("          " + settings.command + " status " + Cast.GROUP + " --manager " + url);
        plain("          " + settings.command + " why " + Cast.GROUP + " --manager " + url);
        tell("Four simulated machines report to it every " + Figures.seconds(settings.round.toMillis() / 1000.0)
                + ". The service of the primary costs it about 18 points of load (0 idle, 100 full).");
        tell("This machine is measured for real and shown as " + Cast.THIS_MACHINE
                + ", in maintenance: it is never chosen.");
    }

    private void play(ManagerProcess manager, ManagerClient client) throws Failed, InterruptedException {
        try (Cast cast = Cast.enter(client.url(), settings.round)) {
            while (!isStopped(settings.round) && !isOver()) {
                requireAlive(manager);
                Optional<GroupShown> group = look(client);
                if (group.isPresent()) {
                    last = group.get();
                    story.next(group.get()).forEach(this::tell);
                    cast.runJobOn(story.jobOn());
                }
            }
        } catch (IOException e) {
            throw new Failed("the agent of this machine cannot be started: " + e.getMessage(), e);
        }
    }

    private boolean isOver() {
        return settings.exitAfter.isPresent()
                && Duration.ofNanos(System.nanoTime() - began).compareTo(settings.exitAfter.get()) >= 0;
    }

    private boolean isStopped(Duration wait) throws InterruptedException {
        stopped = surroundings.pause.of(wait);
        return stopped;
    }

    /** The group as it is now, or empty while its first heartbeat is on its way. */
    private static Optional<GroupShown> look(ManagerClient client) {
        try {
            return Optional.of(GroupShown.of(
                    client.get("/v1/groups/" + Cast.GROUP, "group").document()));
        } catch (ManagerException e) {
            return Optional.empty();
        }
    }

    private void requireAlive(ManagerProcess manager) throws Failed, InterruptedException {
        // A Ctrl-C reaches the manager too; then the order to stop is on its way here.
        if (!manager.isAlive() && !surroundings.pause.of(Duration.ofMillis(500))) {
            throw new Failed("the manager (process " + manager.pid() + ") ended by itself: " + manager.end(), null);
        }
    }

    private boolean end() {
        GroupShown shown = last;
        boolean complete = settings.exitAfter.isPresent();
        if (shown == null) {
            tell("Stopped before anything happened.");
            return !complete;
        }
        Ending ending = story.ending(shown);
        plain("");
        ending.summary(stopped).forEach(this::plain);
        return ending.faults().isEmpty() && (ending.unfinished().isEmpty() || !complete);
    }

    private void tell(String line) {
        double seconds = (System.nanoTime() - began) / 1e9;
        // What is indented continues the line above it.
        plain((line.startsWith(" ") ? "       " : String.format(Locale.ROOT, "[%3.0f s] ", seconds)) + line);
    }

    private void plain(String line) {
        surroundings.out.accept(line);
    }
}
