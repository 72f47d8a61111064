package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.ActAnswer;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.HandTimeline;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.Memory;
import io.fairlead.manager.loop.NodeSteps;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.manager.loop.Role;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a switchover that is not possible is refused with, where the standbys are alive. */
final class NoSwitchoverTest {

    private static final GroupId LINE = new GroupId("line-1");

    private final HandTimeline timeline = new HandTimeline();
    private final Groups groups = new Groups(
            timeline,
            Timing.safe(),
            id -> GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(1))),
            Memory.NONE);
    private Role role = Role.STANDBY;
    private long token;

    @BeforeEach
    void gw1IsPrimary() {
        timeline.advance(Duration.ofHours(1));
        for (int second = 0; second < 10; second++) {
            if (beat("gw-1", role, NodeSteps.none()) instanceof HeartbeatAnswer.Accepted answer) {
                role = answer.role();
                token = answer.token();
            }
            timeline.advance(Duration.ofSeconds(1));
        }
        assertThat(role).isEqualTo(Role.PRIMARY);
    }

    private HeartbeatAnswer beat(String node, Role as, NodeSteps steps) {
        Heartbeat beat = new Heartbeat(
                        LINE,
                        new NodeId(node),
                        "a1",
                        as,
                        as == Role.PRIMARY ? token : 0,
                        null,
                        1,
                        Duration.ofSeconds(1),
                        false,
                        null,
                        null,
                        null)
                .with(steps);
        return groups.heartbeat(beat, "127.0.0.1").toCompletableFuture().join();
    }

    private static NodeSteps bound(Duration span, @Nullable String to) {
        NodeId promisedTo = to == null ? null : new NodeId(to);
        return new NodeSteps(-1, null, span, promisedTo, false, null, false, 0, null, null, null);
    }

    private String refusal(@Nullable String to) {
        NodeId node = to == null ? null : new NodeId(to);
        ActAnswer answer = groups.act(LINE, new OperatorAct.SwitchingOver(node), new Act.By("127.0.0.1", ""))
                .toCompletableFuture()
                .join();
        if (answer == null) {
            throw new AssertionError("the group is not known");
        }
        assertThat(answer.act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        return NoSwitchover.why(
                answer.view(), node == null ? null : answer.view().node(node));
    }

    @Test
    void aStandbyThatIsBoundIsSaidToBeWithWhatBindsItAndForHowLongStill() {
        beat("gw-2", Role.STANDBY, bound(Duration.ofMillis(4_300), "gw-1"));
        beat("gw-3", Role.STANDBY, bound(Duration.ofSeconds(2), null));
        timeline.advance(Duration.ofMillis(1_200));
        String second =
                "node gw-2 is alive, but takes no role for 3.1 s more, bound by its promise to gw-1 not to take over:"
                        + " ask again then";
        String third =
                "node gw-3 is alive, but takes no role for 0.8 s more, bound by the wait after its start: ask again"
                        + " then";
        assertThat(refusal("gw-2")).isEqualTo(second);
        assertThat(refusal("gw-3")).isEqualTo(third);
        assertThat(refusal(null)).isEqualTo("no standby is free to take the role: " + second + "; " + third);
    }

    @Test
    void withoutAStandbyThatIsAliveNoneIsCalledBound() {
        assertThat(refusal(null)).isEqualTo("no standby is alive and in service: start or mend one");
        beat("gw-2", Role.STANDBY, bound(Duration.ofMinutes(1), null));
        timeline.advance(Duration.ofSeconds(3));
        beat("gw-1", role, NodeSteps.none());
        timeline.advance(Duration.ofSeconds(3));
        assertThat(refusal("gw-2")).isEqualTo("node gw-2 is dead: name a standby that is alive, or none for the best");
        assertThat(refusal(null)).isEqualTo("no standby is alive and in service: start or mend one");
    }
}
