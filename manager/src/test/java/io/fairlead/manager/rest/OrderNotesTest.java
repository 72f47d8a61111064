package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverLevel;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.ActAnswer;
import io.fairlead.manager.loop.NodeSteps;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.manager.loop.Role;
import io.fairlead.primary.Pause;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the answer to an order says that whoever gave it would not expect. */
final class OrderNotesTest {

    private static final NodeId FIRST = new NodeId("gw-1");
    private static final NodeId SECOND = new NodeId("gw-2");

    private final OneGroup group = new OneGroup();

    private List<String> notes(OperatorAct wanted) {
        ActAnswer answer = group.act(wanted);
        assertThat(answer.act().refused()).isNull();
        return OrderNotes.of(answer.act(), answer.view());
    }

    @Test
    void aPauseSaysThatAChangeWhichIsUnderWayGoesOn() {
        group.beat("gw-2", Role.STANDBY, NodeSteps.of(HandoverLevel.IDLE, 0));
        group.act(new OperatorAct.SwitchingOver(SECOND));
        assertThat(notes(new OperatorAct.Pausing(Pause.ALL)))
                .containsExactly("the change to gw-2 that was under way goes on, step prepare");
        assertThat(notes(new OperatorAct.Pausing(Pause.OFF))).isEmpty();
    }

    @Test
    void aPauseWithoutAChangeSaysNothingMore() {
        assertThat(notes(new OperatorAct.Pausing(Pause.ALL))).isEmpty();
    }

    @Test
    void aPrimaryThatIsTakenOutWhileTheOthersAreBoundIsAnsweredWithForHowLongTheyAre() {
        group.beat("gw-2", Role.STANDBY, OneGroup.bound(Duration.ofMillis(2_900), null));
        assertThat(notes(new OperatorAct.Maintaining(FIRST, true)))
                .containsExactly(
                        "nobody follows at once: node gw-2 is alive, but takes no role for 2.9 s more, bound by"
                                + " the wait after its start");
        assertThat(notes(new OperatorAct.Maintaining(FIRST, false))).isEmpty();
    }

    @Test
    void aPrimaryThatIsTakenOutAndFollowedIsAnsweredWithoutANote() {
        group.beat("gw-2", Role.STANDBY, NodeSteps.none());
        ActAnswer answer = group.act(new OperatorAct.Maintaining(FIRST, true));
        assertThat(answer.act().refused()).isNull();
        assertThat(OrderNotes.of(answer.act(), answer.view())).isEmpty();
    }

    @Test
    void aSwitchoverThatAPauseOrMaintenanceIsInTheWayOfSaysSo() {
        group.act(new OperatorAct.Pausing(Pause.ALL));
        assertThat(NoSwitchover.why(group.refused(null).view(), null))
                .isEqualTo("it is paused with all: resume it first, fairlead resume line-1");
        group.timeline.advance(Duration.ofSeconds(8));
        group.beat("gw-2", Role.STANDBY, NodeSteps.none());
        assertThat(NoSwitchover.why(group.refused(null).view(), null))
                .isEqualTo("it is paused with all, so nobody replaces a primary that is gone: resume it first, fairlead"
                        + " resume line-1");
        group.act(new OperatorAct.Maintaining(FIRST, true));
        group.act(new OperatorAct.Maintaining(SECOND, true));
        group.act(new OperatorAct.Pausing(Pause.OFF));
        group.timeline.advance(Duration.ofSeconds(2));
        ActAnswer out = group.refused(null);
        assertThat(out.act().refused()).isEqualTo(Act.Refused.SWITCHOVER_REFUSED);
        assertThat(NoSwitchover.why(out.view(), null))
                .isEqualTo(
                        "nobody is primary, so there is nobody to take over from: all of its nodes are in maintenance,"
                                + " end that for one, fairlead maintenance line-1 NODE off");
    }
}
