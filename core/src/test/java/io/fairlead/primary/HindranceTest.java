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

    private static Bench running() {
        PrimarySettings settings = PrimarySettings.of(Profile.STEADY, Duration.ofSeconds(5));
        Bench bench = new Bench(settings).rounds(40, "a=30 b=30 c=40");
        assertThat(bench.primary()).isEqualTo("a");
        return bench;
    }
}
