package io.fairlead.manager.journal;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Owner;
import io.fairlead.store.Drain;
import io.fairlead.store.DrainStore;
import io.fairlead.store.InMemoryDrainStore;
import io.fairlead.store.InMemoryDrainStore.Given;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders to drain in a file of the data folder, so that each keeps its deadline when the manager is started again. They are
 * few and rare: the whole file is written anew with each. Callable from any thread.
 */
public final class DrainFile implements DrainStore {

    private static final Logger LOG = LoggerFactory.getLogger(DrainFile.class);

    private static final String NAME = "drains";
    private static final String HEAD = "fairlead drains 1";

    private final Path file;
    private final InMemoryDrainStore orders = new InMemoryDrainStore();

    private DrainFile(Path file) {
        this.file = file;
    }

    /**
     * Opens the orders of a data folder, which this manager has to itself.
     *
     * @throws IOException if the file cannot be read or is no such file, naming it and what would be right
     */
    public static DrainFile open(Path dataFolder) throws IOException {
        DrainFile opened = new DrainFile(dataFolder.resolve(NAME));
        if (Files.exists(opened.file)) {
            opened.read();
        }
        return opened;
    }

    private void read() throws IOException {
        List<String> lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
        if (lines.isEmpty() || !lines.get(0).equals(HEAD)) {
            throw new IOException(file + ": its first line is not \"" + HEAD
                    + "\": move it away to begin without the orders to drain that were in it");
        }
        for (int line = 1; line < lines.size(); line++) {
            try {
                orders.restore(given(lines.get(line)));
            } catch (IllegalArgumentException | ArithmeticException broken) {
                throw new IOException(
                        file + ", line " + (line + 1) + ": no order to drain (" + broken.getMessage()
                                + "): mend it, or move the file away to begin without its orders",
                        broken);
            }
        }
    }

    private static Given given(String line) {
        String[] parts = line.split(" ", -1);
        if (parts.length != 6) {
            throw new IllegalArgumentException(parts.length + " words instead of 6");
        }
        Owner process = new Owner(new InstanceId(parts[1]), new Incarnation(parts[2]));
        Drain.Then then = Drain.Then.valueOf(parts[4].toUpperCase(Locale.ROOT));
        Drain.Wish wish = new Drain.Wish(Duration.ofMillis(Long.parseLong(parts[3])), then);
        return new Given(new ServiceId(parts[0]), process, wish, Instant.ofEpochMilli(Long.parseLong(parts[5])));
    }

    private static String line(Given given) {
        return String.join(
                " ",
                given.service().value(),
                given.process().instance().value(),
                given.process().incarnation().value(),
                String.valueOf(given.wish().within().toMillis()),
                given.wish().then().name().toLowerCase(Locale.ROOT),
                String.valueOf(given.at().toEpochMilli()));
    }

    @Override
    public synchronized CompletionStage<Drain> order(ServiceId service, Owner process, Drain.Wish wish, Instant now) {
        List<Given> before = orders.all();
        CompletionStage<Drain> ordered = orders.order(service, process, wish, now);
        writeIfOther(before);
        return ordered;
    }

    @Override
    public synchronized CompletionStage<@Nullable Drain> cancel(ServiceId service, Owner process, Instant now) {
        List<Given> before = orders.all();
        CompletionStage<@Nullable Drain> cancelled = orders.cancel(service, process, now);
        writeIfOther(before);
        return cancelled;
    }

    @Override
    public CompletionStage<List<Drain>> drains(ServiceId service, Instant now) {
        return orders.drains(service, now);
    }

    /** An order that cannot be written down still counts: it is the wish of an operator who is there to read the log. */
    private void writeIfOther(List<Given> before) {
        List<Given> all = orders.all();
        if (all.equals(before)) {
            return;
        }
        StringBuilder text = new StringBuilder(HEAD).append('\n');
        all.forEach(given -> text.append(line(given)).append('\n'));
        try {
            write(text.toString());
        } catch (IOException trouble) {
            LOG.error(
                    "{} cannot be written, so a restart of the manager forgets the newest order to drain: {}",
                    file,
                    trouble.getMessage());
        }
    }

    private void write(String text) throws IOException {
        Path unfinished = file.resolveSibling(NAME + ".unfinished");
        try (FileChannel channel = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
