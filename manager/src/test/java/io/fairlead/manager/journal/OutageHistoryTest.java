package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the changes of a history tell of a time without a primary. */
final class OutageHistoryTest {

    private static final String FIRST = "gw-1 becomes primary: the group had no primary yet";
    private static final String NOBODY_ALIVE = "nobody is primary: no node is alive and in service";

    @TempDir
    Path folder;

    private Site site;
    private final Hand first = new Hand("gw-1");
    private final Hand second = new Hand("gw-2");

    @BeforeEach
    void firstIsPrimary() throws Exception {
        site = new Site(folder.resolve("data"), Snapshots.Room.standard(), Timing.safe());
        for (int i = 0; i < 20 && first.told.what() != Directive.PREPARE; i++) {
            seconds(1);
        }
        first.does(HandoverLevel.PREPARED);
        seconds(2);
        first.takesTheRole();
        seconds(2);
        assertThat(site.primary()).isEqualTo("gw-1");
        assertThat(told()).endsWith(FIRST);
    }

    @AfterEach
    void end() {
        site.kill();
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            for (Hand node : List.of(first, second)) {
                if (node.up && site.send(node.beat()) instanceof HeartbeatAnswer.Accepted accepted) {
                    node.told = accepted.order();
                }
            }
            site.advance(Duration.ofSeconds(1));
        }
    }

    private List<String> told() throws Exception {
        return new History(site.folder)
                .page(Site.LINE, new History.Wish(-1, 100, true, false)).rounds().stream()
                        .map(Fact.Decided::words)
                        .toList();
    }

    private List<String> toldSinceTheFirst() throws Exception {
        List<String> told = told();
        return told.subList(told.indexOf(FIRST) + 1, told.size());
    }

    @Test
    void aPrimaryWhoseSuccessorFailsIsFollowedByNobodyAndOneLineSaysSo() throws Exception {
        first.up = false;
        for (int i = 0; i < 20 && second.told.what() != Directive.PREPARE; i++) {
            seconds(1);
        }
        second.up = false;
        seconds(60);
        assertThat(site.primary()).isEmpty();
        assertThat(toldSinceTheFirst())
                .containsExactly("nobody is primary: a change of primary is being carried out", NOBODY_ALIVE);
    }

    @Test
    void aPrimaryThatLostTheRoleForAMomentAndHasItAgainIsALine() throws Exception {
        History.Wish changes = new History.Wish(-1, 100, true, false);
        int before = new History(site.folder).page(Site.LINE, changes).rounds().size();
        long token = first.token;
        first.role = Role.STANDBY;
        first.level = HandoverLevel.STOPPED;
        for (int i = 0; i < 10 && first.told.what() != Directive.PREPARE; i++) {
            seconds(1);
        }
        first.does(HandoverLevel.PREPARED);
        seconds(2);
        first.takesTheRole();
        seconds(30);
        assertThat(first.token).isGreaterThan(token);
        History.Page page = new History(site.folder).page(Site.LINE, changes);
        assertThat(page.rounds()).hasSize(before + 1);
        assertThat(page.rounds().subList(0, before)).noneMatch(page::isRenewal);
        assertThat(page.isRenewal(page.rounds().get(before))).isTrue();
    }

    @Test
    void aPrimaryThatIsBackWithoutHavingBeenChosenIsALineAsItsLossIs() throws Exception {
        first.up = false;
        second.up = false;
        seconds(12);
        assertThat(site.primary()).isEmpty();
        first.up = true;
        seconds(30);
        assertThat(first.role).isEqualTo(Role.PRIMARY);
        assertThat(toldSinceTheFirst()).containsExactly(NOBODY_ALIVE, "gw-1 stays primary: no standby is alive");
    }
}
