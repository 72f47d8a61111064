package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.client.failsafe.GroupSecret;
import io.fairlead.handover.Directive;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which list of members a node takes over, and when it relies on it. */
final class BeatMakerTest {

    private static final FailsafeSettings FAILSAFE = new FailsafeSettings(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            "10.0.0.1:7403",
            new GroupSecret("a secret of the group line-1".getBytes(StandardCharsets.UTF_8)));

    private final RoleState state = RoleBench.free(RoleBench.SAFE).state();
    private final BeatMaker maker = new BeatMaker(
            RoleSettings.of(new GroupId("line-1"), RoleBench.SELF).withFailsafe(FAILSAFE),
            "ab12",
            () -> new Moment(0, 0),
            () -> NodeHealth.UNKNOWN);

    private static MemberList list(long version, String... nodes) {
        SortedMap<NodeId, String> addresses = new TreeMap<>();
        for (String node : nodes) {
            addresses.put(new NodeId(node), node + ":7403");
        }
        return new MemberList(version, "hash of " + version, addresses);
    }

    private Beat beat() {
        return maker.beat(state, Optional.empty(), Duration.ofSeconds(1));
    }

    private static HeartbeatAnswer telling(MemberList list) {
        HeartbeatAnswer plain = RoleBench.told(RoleBench.SAFE, Directive.NONE, 0, 0);
        HeartbeatAnswer.Steps steps = plain.steps().orElseThrow();
        return new HeartbeatAnswer(
                plain.role(),
                plain.token(),
                plain.hold(),
                plain.primary(),
                plain.round(),
                Optional.of(new HeartbeatAnswer.Steps(
                        steps.terms(), steps.told(), steps.renewed(), steps.cluster(), Optional.of(list))));
    }

    private Optional<MemberList> taken() {
        return beat().steps().peers().members();
    }

    @Test
    void aListThatIsOlderThanTheOneTakenOverIsIgnored() {
        assertThat(taken()).isEmpty();
        MemberList third = list(3, "gw-1", "gw-2", "gw-3");
        maker.answered(beat(), telling(third));
        assertThat(taken()).contains(third);
        maker.answered(beat(), telling(list(2, "gw-1", "gw-2")));
        assertThat(taken()).contains(third);
        MemberList fourth = list(4, "gw-1");
        maker.answered(beat(), telling(fourth));
        assertThat(taken()).contains(fourth);
    }

    @Test
    void nobodyIsAskedByAListBeforeAManagerHasHeardThatItWasTakenOver() {
        MemberList first = list(1, "gw-1", "gw-2");
        Beat before = beat();
        maker.answered(before, telling(first));
        assertThat(maker.acknowledged()).isEmpty();
        Beat unanswered = beat();
        assertThat(unanswered.steps().peers().members()).contains(first);
        assertThat(maker.acknowledged()).isEmpty();
        MemberList second = list(2, "gw-1", "gw-2", "gw-3");
        maker.answered(unanswered, telling(second));
        assertThat(maker.acknowledged()).contains(first);
        maker.answered(beat(), telling(first));
        assertThat(maker.acknowledged()).contains(second);
        assertThat(taken()).contains(second);
    }
}
