package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.manager.loop.ActAnswer;
import io.fairlead.manager.loop.NodeSteps;
import io.fairlead.manager.loop.Role;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a switchover that is not possible is refused with, where the standbys are alive. */
final class NoSwitchoverTest {

    private final OneGroup group = new OneGroup();

    private String refusal(@Nullable String to) {
        NodeId node = to == null ? null : new NodeId(to);
        ActAnswer answer = group.refused(node);
        return NoSwitchover.why(
                answer.view(), node == null ? null : answer.view().node(node));
    }

    @Test
    void aStandbyThatIsBoundIsSaidToBeWithWhatBindsItAndForHowLongStill() {
        group.beat("gw-2", Role.STANDBY, OneGroup.bound(Duration.ofMillis(4_300), "gw-1"));
        group.beat("gw-3", Role.STANDBY, OneGroup.bound(Duration.ofSeconds(2), null));
        group.timeline.advance(Duration.ofMillis(1_200));
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
        group.beat("gw-2", Role.STANDBY, OneGroup.bound(Duration.ofMinutes(1), null));
        group.timeline.advance(Duration.ofSeconds(3));
        group.beat("gw-1", group.role, NodeSteps.none());
        group.timeline.advance(Duration.ofSeconds(3));
        assertThat(refusal("gw-2")).isEqualTo("node gw-2 is dead: name a standby that is alive, or none for the best");
        assertThat(refusal(null)).isEqualTo("no standby is alive and in service: start or mend one");
    }
}
