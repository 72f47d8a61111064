package io.fairlead.client.role;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The files of a {@link StateFolder}, and what is right in them. */
record StateFiles(StateFile token, StateFile cluster, StateFile lease) {
    private static final String NOT_PRIMARY =
            "put it back from a copy, or, once this node is known not to be primary, delete it and start this node again";
    private static final String RIGHT_MANAGERS =
            "put it back from a copy, or, once its managers are known to be the right ones, delete it and start this node"
                    + " again";
    private static final String PROMISES_OVER =
            "delete it and start this node again, once it has been stopped for longer than the longest lease that its"
                    + " group had";

    static StateFiles in(Path folder, GroupId group, NodeId node) {
        String owner = "node " + node + " of group " + group;
        return new StateFiles(
                new StateFile(folder.resolve("node.token"), "token", owner),
                new StateFile(folder.resolve("node.cluster"), "cluster", owner),
                new StateFile(folder.resolve("node.lease"), "lease", owner));
    }

    /** All of it; throws {@link IOException} with one line that names the file and what to do about it. */
    Remembered read() throws IOException {
        return new Remembered(
                read(token, StateFiles::tokenIn, NOT_PRIMARY).orElse(0L),
                read(cluster, text -> Optional.of(text).filter(Remembered::isCluster), RIGHT_MANAGERS),
                read(lease, StateFiles::leaseIn, PROMISES_OVER).orElse(Duration.ZERO));
    }

    private interface Meaning<T> {
        /** Empty for a text that means nothing. */
        Optional<T> of(String text);
    }

    private static <T> Optional<T> read(StateFile file, Meaning<T> meaning, String remedy) throws IOException {
        try {
            Optional<String> text = file.read();
            if (text.isEmpty()) {
                return Optional.empty();
            }
            Optional<T> value = meaning.of(text.get());
            if (value.isEmpty()) {
                throw new IOException(file.path() + ": is damaged");
            }
            return value;
        } catch (IOException trouble) {
            throw new IOException(trouble.getMessage() + ": " + remedy, trouble);
        }
    }

    private static Optional<Long> tokenIn(String text) {
        return Optional.of(text)
                .filter(digits -> digits.matches("[0-9]{1,18}"))
                .map(Long::parseLong)
                .filter(token -> token == 0 || Remembered.isToken(token));
    }

    private static Optional<Duration> leaseIn(String text) {
        try {
            return text.matches("[0-9]{1,9}")
                    ? Optional.of(
                            Timing.of(Duration.ofMillis(Long.parseLong(text))).lease())
                    : Optional.empty();
        } catch (IllegalArgumentException outOfRange) {
            return Optional.empty();
        }
    }
}
