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

/** A group of which gw-1 is primary, on a timeline driven by hand. */
final class OneGroup {

    private static final GroupId LINE = new GroupId("line-1");

    final HandTimeline timeline = new HandTimeline();
    private final Groups groups = new Groups(
            timeline,
            Timing.safe(),
            id -> GroupSettings.of(PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(1))),
            Memory.NONE);
    Role role = Role.STANDBY;
    private long token;

    OneGroup() {
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

    HeartbeatAnswer beat(String node, Role as, NodeSteps steps) {
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

    static NodeSteps bound(Duration span, @Nullable String to) {
        NodeId promisedTo = to == null ? null : new NodeId(to);
        return new NodeSteps(-1, null, span, promisedTo, false, null, false, 0, null, null, null);
    }

    ActAnswer act(OperatorAct wanted) {
        ActAnswer answer = groups.act(LINE, wanted, new Act.By("127.0.0.1", ""))
                .toCompletableFuture()
                .join();
        if (answer == null) {
            throw new AssertionError("the group is not known");
        }
        return answer;
    }

    /** A switchover that is not possible. */
    ActAnswer refused(@Nullable NodeId to) {
        ActAnswer answer = act(new OperatorAct.SwitchingOver(to));
        assertThat(answer.act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        return answer;
    }
}
