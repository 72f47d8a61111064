package io.fairlead.manager.journal;

import io.fairlead.GroupId;
import io.fairlead.handover.HandoverState;
import io.fairlead.manager.loop.Earlier;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.MemberList;
import io.fairlead.manager.loop.StandingOrders;
import io.fairlead.primary.GroupState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process that writes facts as fast as it can, and says the number of each one that it was promised to find again. */
final class FastWriter {

    private static final GroupId GROUP = new GroupId("line-1");

    /** Small, so that many a kill falls into the change from one file to the next. */
    private static final Snapshots.Room ROOM = new Snapshots.Room(2_000, 20_000);

    private FastWriter() {}

    /** Argument: the folder. The facts' numbers go on from what is found there. */
    public static void main(String[] arguments) throws IOException {
        Journal journal = Journal.open(Path.of(arguments[0]), BootClock.ofThisMachine(), ROOM);
        for (long number = last(journal.handOver()) + 1; ; number++) {
            // Two of three are not promised, and lie between those that are.
            boolean promised = number % 3 == 0;
            Fact fact = new Fact.Renewed(GROUP, number);
            if (promised ? journal.commit(fact) : journal.write(fact)) {
                System.out.println(promised ? number : 0);
            }
            if (journal.isSnapshotDue()) {
                journal.snapshot(List.of(memory(number)), List.of());
            }
        }
    }

    static long last(Earlier earlier) {
        long last = earlier.groups().isEmpty()
                ? 0
                : earlier.groups().get(0).memory().token();
        for (Fact.Past past : earlier.facts()) {
            long number = ((Fact.Renewed) past.fact()).token();
            if (number != last + 1) {
                throw new IllegalStateException("after " + last + " comes " + number);
            }
            last = number;
        }
        return last;
    }

    private static GroupMemory memory(long number) {
        return new GroupMemory(
                GROUP,
                Duration.ZERO,
                Duration.ZERO,
                GroupState.initial(),
                number,
                HandoverState.initial(),
                null,
                0,
                Duration.ZERO,
                MemberList.none(),
                StandingOrders.none(),
                List.of(),
                List.of(),
                List.of());
    }
}
