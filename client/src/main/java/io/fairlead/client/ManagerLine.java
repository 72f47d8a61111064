package io.fairlead.client;

import io.fairlead.Incarnation;
import io.fairlead.RoomId;
import io.fairlead.client.Errand.Repeat;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reports to a manager. */
final class ManagerLine implements ReportLine {

    private final InstanceSettings self;
    private final Incarnation incarnation;
    private final Calls background;
    private final Calls calls;

    /**
     * The way of one process.
     *
     * @param background calls of the client's own
     * @param calls calls of the application
     */
    ManagerLine(InstanceSettings self, Incarnation incarnation, Calls background, Calls calls) {
        this.self = self;
        this.incarnation = incarnation;
        this.background = background;
        this.calls = calls;
    }

    @Override
    public CompletableFuture<Taken> report(Report report, Duration budget) {
        return background.begin(new Errand<>(
                "the report of instance " + self.instance().id() + " of service " + self.service(),
                new Wire.Request("PUT", path(), Optional.of(report.json(self))),
                Repeat.NEVER,
                budget,
                (document, sent) -> new Taken(Report.Answer.read(document), report.renewed(), sent, null, false)));
    }

    @Override
    public CompletableFuture<Void> goodbye(Duration budget) {
        return background
                .begin(new Errand<>(
                        "the goodbye of instance " + self.instance().id() + " of service " + self.service(),
                        Wire.Request.of("DELETE", path() + "?incarnation=" + incarnation),
                        Repeat.ALWAYS,
                        budget,
                        new Goodbye()))
                .thenAccept(gone -> {});
    }

    @Override
    public CompletableFuture<ReleaseAnswer> release(RoomId room, long epoch, Duration budget) {
        return calls.begin(ManagerAllocator.release(self.service(), room, OptionalLong.of(epoch), budget));
    }

    private String path() {
        return "/v1/services/" + self.service() + "/instances/"
                + self.instance().id();
    }

    /** An instance that the manager does not know has left as well. */
    private static final class Goodbye implements Errand.Reader<Boolean> {
        @Override
        public Boolean read(Document document, long sent) {
            return true;
        }

        @Override
        public @Nullable Boolean refused(CallException refusal, long sent) {
            boolean gone = refusal.is("unknown-instance");
            return gone ? Boolean.TRUE : null;
        }
    }
}
