package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WhyCommandTest {

    private final FakeManager manager = new FakeManager();

    @AfterEach
    void stop() {
        manager.close();
    }

    @Test
    void theReasonComesFirstThenWhatStandsInTheWayThenEveryCheck() {
        manager.answer("/v1/groups/line-1/decisions?limit=1", decisions());
        Called called = Called.with("why", "line-1", "--manager", manager.url());
        assertThat(called.out()).isEqualTo("""
                gw-1 stays primary: the advantage has to hold for more rounds.
                round 312, 2026-01-01T00:26:00Z

                In the way of a change:
                  advantage has held for 1 round, wanted at least 2 rounds (1 round missing)

                May not be chosen by load (a failover takes any that is alive):
                  gw-4: age of the last heartbeat 90.5 s, wanted at most 31.6 s (58.9 s too much)
                  me: not in maintenance: no
                  gw-2: stable for 12 rounds, wanted at least 30 rounds (18 rounds missing)

                Alarms:
                  gw-2: a metric that other nodes report is unknown here and counts as the highest of theirs

                Checked, in this order:
                  ok   gw-1: age of the last heartbeat 0.4 s, wanted at most 31.6 s
                  no   gw-4: age of the last heartbeat 90.5 s, wanted at most 31.6 s
                  no   me: not in maintenance: no
                  no   gw-2: stable for 12 rounds, wanted at least 30 rounds
                  ok   eligible standbys 1 node, wanted at least 1 node
                  ok   gw-3: advantage 13.5 points, wanted above 12 points
                  no   advantage has held for 1 round, wanted at least 2 rounds
                  ok   time since the last switch never, wanted at least 180 s
                """);
        assertThat(called.code()).isZero();
    }

    @Test
    void anEarlierRoundIsAskedForByItsNumber() {
        manager.answer("/v1/groups/line-1/decisions/312", decisions());
        Called called = Called.with("why", "line-1", "--round", "312", "--manager", manager.url());
        assertThat(called.out()).startsWith("gw-1 stays primary");
    }

    @Test
    void aSwitchHasNothingInItsWay() {
        manager.answer(
                "/v1/groups/line-1/decisions?limit=1",
                decisions().replace("\"kind\": \"keep\"", "\"kind\": \"switch\""));
        assertThat(Called.with("why", "line-1", "--manager", manager.url()).out())
                .doesNotContain("In the way");
    }

    @Test
    void aGroupWithoutADecisionSaysSo() {
        manager.answer("/v1/groups/line-1/decisions?limit=1", "{\"group\": \"line-1\", \"decisions\": []}");
        Called called = Called.with("why", "line-1", "--manager", manager.url());
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err())
                .isEqualTo("fairlead why: nothing has been decided in group line-1 yet: its first round is to come\n");
    }

    /** The newest decision of the prepared group, as the page of decisions that the manager answers with. */
    private static String decisions() {
        String group = FakeManager.resource("group.json");
        int from = group.indexOf("{", group.indexOf("\"decision\""));
        int to = group.lastIndexOf("}", group.indexOf("\"last_change\"")) + 1;
        return "{\"group\": \"line-1\", \"decisions\": [" + group.substring(from, to) + "]}";
    }
}
