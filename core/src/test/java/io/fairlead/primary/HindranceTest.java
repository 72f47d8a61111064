package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What keeps a node from the role, its load and its heartbeats aside. */
class HindranceTest {

    @Test
    void aNodeThatHasPromisedIsGivenTheRoleByNobody() {
        Bench bench = running();
        bench.round("a=dead b=30#bound c=40");
        assertThat(bench.primary()).isEqualTo("c");
    }

    @Test
    void whereEveryNodeHasPromisedNobodyIsPrimaryUntilOneIsFree() {
        Bench bench = running();
        bench.round("a=dead b=30#bound c=40#bound");
        assertThat(bench.primary()).isEqualTo("nobody");
        assertThat(bench.decision().reason()).isEqualTo(Reason.NO_NODE_FREE);
        assertThat(bench.hasAlarm(Alarm.Kind.NO_NODE_FREE)).isTrue();
        bench.round("a=dead b=30#bound c=40#bound");
        assertThat(bench.decision().reason()).isEqualTo(Reason.NO_NODE_FREE);
        bench.round("a=dead b=30#bound c=40");
        assertThat(bench.primary()).isEqualTo("c");
    }

    @Test
    void aNodeThatTheLastPrimaryDidNotKnowIsNotItsSuccessor() {
        Bench bench = running();
        bench.round("a=dead b=20#unlisted c=40");
        assertThat(bench.primary()).isEqualTo("c");
    }

    @Test
    void whereOnlyNodesAreLeftThatTheLastPrimaryDidNotKnowAnOperatorIsNeededUntilOneIsFree() {
        Bench bench = running().facts(GroupFacts.none().withUnsure(Bench.node("a")));
        Alarm wanted = new Alarm(Alarm.Kind.NEEDS_OPERATOR, Bench.node("a"));
        bench.round("a=dead b=20#unlisted c=dead");
        assertThat(bench.last().alarms()).containsExactly(wanted);
        assertThat(bench.decision().reason()).isEqualTo(Reason.NO_NODE_FREE);
        bench.round("a=dead b=20#unlisted c=40#unlisted");
        assertThat(bench.last().alarms()).containsExactly(wanted);
        bench.round("a=dead b=20#unlisted c=40");
        assertThat(bench.primary()).isEqualTo("c");
        assertThat(bench.hasAlarm(Alarm.Kind.NEEDS_OPERATOR)).isFalse();
    }

    @Test
    void whileAPromiseOrAStartWaitRunsNoOperatorIsNeeded() {
        for (String nodes : new String[] {"b=20#unlisted c=40#bound", "b=20#unlisted#bound c=40#unlisted"}) {
            Bench bench = running().facts(GroupFacts.none().withUnsure(Bench.node("a")));
            for (int round = 0; round < 2; round++) {
                bench.round("a=dead " + nodes);
                assertThat(bench.last().alarms()).as(nodes).containsExactly(new Alarm(Alarm.Kind.NO_NODE_FREE, null));
            }
        }
    }

    @Test
    void neitherLoadNorAnOperatorMovesTheRoleToANodeThatIsBound() {
        Bench bench = running().rounds(60, "a=80 b=20#bound");
        assertThat(bench.primary()).isEqualTo("a");
        assertThat(bench.decision().reason()).isEqualTo(Reason.NO_CANDIDATE);
        bench.order(Orders.none().withSwitchover(Bench.node("b"))).round("a=80 b=20#bound");
        assertThat(bench.decision().reason()).isEqualTo(Reason.SWITCHOVER_REFUSED);
    }

    @Test
    void aBarredNodeIsNotChosenForItsLoadButSucceedsAPrimaryThatIsGone() {
        Bench bench = running().rounds(60, "a=80 b=20#barred");
        assertThat(bench.primary()).isEqualTo("a");
        bench.round("a=dead b=20#barred");
        assertThat(bench.primary()).isEqualTo("b");
    }

    @Test
    void whoeverFailedAStepLatelyFollowsALostPrimaryAfterAllOthersEvenThoseThatAreNotMeasured() {
        Bench bench = running();
        bench.round("a=dead b=20#barred c=-");
        assertThat(bench.primary()).isEqualTo("c");
    }

    @Test
    void whoeverFailedAStepJustNowIsLeftAloneForAMoment() {
        Bench one = running();
        one.round("a=dead b=20#barred#resting c=dead");
        assertThat(one.primary()).isEqualTo("nobody");
        assertThat(one.decision().reason()).isEqualTo(Reason.NO_NODE_FREE);
        one.round("a=dead b=20#barred c=dead");
        assertThat(one.primary()).isEqualTo("b");
        Bench all = running();
        all.round("a=dead b=20#barred#resting c=40#barred");
        assertThat(all.primary()).isEqualTo("c");
    }

    @Test
    void aPrimaryWhoseHealthFailsIsFollowedByAHealthyNode() {
        Bench bench = running();
        bench.round("a=30#unhealthy b=20#unhealthy c=90");
        assertThat(bench.decision().reason()).isEqualTo(Reason.PRIMARY_UNHEALTHY);
        assertThat(bench.primary()).isEqualTo("c");
    }

    @Test
    void whereHealthFailsEverywhereThePrimaryStaysAndSomebodyIsTold() {
        Bench bench = running();
        bench.round("a=30#unhealthy b=20#unhealthy c=90#unhealthy");
        assertThat(bench.primary()).isEqualTo("a");
        assertThat(bench.hasAlarm(Alarm.Kind.ALL_UNHEALTHY)).isTrue();
    }

    @Test
    void aDeadPrimaryIsFollowedByAnUnhealthyNodeOnlyWhereThereIsNoOther() {
        Bench both = running();
        both.round("a=dead b=10#unhealthy c=-");
        assertThat(both.primary()).isEqualTo("c");
        Bench one = running();
        one.round("a=dead b=10#unhealthy c=dead");
        assertThat(one.primary()).isEqualTo("b");
    }

    @Test
    void whileAChangeIsCarriedOutNoOtherIsBegunAndThePrimaryStays() {
        Bench bench = running();
        bench.order(Orders.none().withChangeTo(Bench.node("b"))).rounds(60, "a=80 b=20 c=70");
        assertThat(bench.primary()).isEqualTo("a");
        assertThat(bench.decision().reason()).isEqualTo(Reason.CHANGING);
        assertThat(bench.decision().comparison().candidate()).isEqualTo(Bench.node("b"));
    }

    @Test
    void aPrimaryThatDiesWhileAChangeIsCarriedOutIsPrimaryNoMore() {
        Bench bench = running();
        bench.order(Orders.none().withChangeTo(Bench.node("b"))).round("a=dead b=20 c=70");
        assertThat(bench.primary()).isEqualTo("nobody");
        assertThat(bench.decision().from()).isEqualTo(Bench.node("a"));
        assertThat(bench.decision().reason()).isEqualTo(Reason.CHANGING);
    }

    @Test
    void theCheckThatEachOfTheseReasonsNamesHasFailed() {
        for (String line : new String[] {
            "a=dead b=30#bound c=40#bound", "a=30#unhealthy b=20 c=90", "a=dead b=20 c=70", "a=dead b=1#unhealthy c=-"
        }) {
            Bench bench = running();
            bench.order(Orders.none().withChangeTo(line.contains("c=70") ? Bench.node("b") : null))
                    .round(line);
            ExplanationProperties.explain(line + " ", bench.last());
        }
    }

    @Test
    void aPrimaryThatGoesOnByPromisesIsAnAlarmWhoeverHasTheRoleByDecision() {
        Alarm wanted = new Alarm(Alarm.Kind.HELD_BY_FAILSAFE, Bench.node("a"));
        Bench bench = running().facts(GroupFacts.none().withHeld(Bench.node("a")));
        assertThat(bench.round("a=30 b=20 c=40").alarms()).contains(wanted);
        assertThat(bench.round("a=dead b=20#bound c=40#bound").alarms()).contains(wanted);
        assertThat(bench.round("a=dead b=20#bound c=40#bound").alarms()).contains(wanted);
        assertThat(bench.round("a=dead b=20#bound c=40").alarms()).contains(wanted);
        assertThat(bench.primary()).isEqualTo("c");
        assertThat(bench.facts(GroupFacts.none()).round("a=30 b=20 c=40").alarms())
                .doesNotContain(wanted);
    }

    @Test
    void aPrimaryThatFellSilentWithManyOthersIsWaitedForAndAStandbyIsNot() {
        Bench bench = running().facts(GroupFacts.none().withManySilent(Duration.ofSeconds(4)));
        bench.round("a=late b=late c=40");
        assertThat(bench.primary()).isEqualTo("a");
        assertThat(bench.standing("b").alive()).isFalse();
        assertThat(bench.hasAlarm(Alarm.Kind.MANY_SILENT)).isTrue();
        bench.round("a=dead b=late c=40");
        assertThat(bench.primary()).isEqualTo("c");
        Bench usual = running();
        usual.round("a=late b=20 c=40");
        assertThat(usual.primary()).isEqualTo("b");
        assertThat(usual.hasAlarm(Alarm.Kind.MANY_SILENT)).isFalse();
    }

    private static Bench running() {
        PrimarySettings settings = PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(5));
        Bench bench = new Bench(settings).rounds(40, "a=30 b=30 c=40");
        assertThat(bench.primary()).isEqualTo("a");
        return bench;
    }
}
