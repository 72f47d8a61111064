package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatusCommandTest {

    private final FakeManager manager = new FakeManager();

    @AfterEach
    void stop() {
        manager.close();
    }

    @Test
    void oneGroupIsShownWithAllOfItsNodes() {
        manager.answer("/v1/groups/line-1", FakeManager.resource("group.json"));
        Called called = Called.with("status", "line-1", "--manager", manager.url());
        assertThat(called.out()).isEqualTo("""
                line-1: gw-1 is primary (token 1767225600123)
                profile steady, round 312 of 5 s each, role load 18.3 points (measured)
                k=4, candidate gw-3, advantage 13.5 points; needed are more than 12.0 for 2 rounds, so far held for 1
                last decision, round 312: gw-1 stays primary: the advantage has to hold for more rounds
                last change, round 2: gw-1 becomes primary: the group had no primary yet

                NODE  ROLE     LIFE   HEARD  LOAD  AVERAGE  AS PRIMARY  MAY BE CHOSEN
                gw-1  primary  alive  0.4 s  61.0     55.3        55.3  has the role
                gw-2  standby  alive  1.2 s  20.0     21.0        39.3  no: stable for 12 rounds, wanted at least 30 rounds (18 rounds missing)
                gw-3  standby  late    11 s  22.0     23.5        41.8  yes
                gw-4  standby  dead    91 s     ?        ?           ?  no: age of the last heartbeat 90.5 s, wanted at most 31.6 s (58.9 s too much)
                me    standby  alive  0.1 s   4.0      4.0           ?  no: in maintenance

                alarm: gw-2: a metric that other nodes report is unknown here and counts as the highest of theirs
                not measured: gw-2: disk: no block device is listed in /sys/block
                conflict: gw-3: 10.0.0.7:9000 has the id, 10.0.0.9:9000 wants it too
                """);
        assertThat(called.err()).isEmpty();
        assertThat(called.code()).isZero();
    }

    @Test
    void whatIsUnusualIsSaid() {
        manager.answer(
                "/v1/groups/line-1",
                FakeManager.resource("group.json")
                        .replace("\"role_load\": {", """
                                "orders": {"observe": {"value": "preference", "source": "configuration"},
                                 "pause": {"value": "all", "source": "ordered"},
                                 "maintenance": [{"node": "me", "on": true, "source": "ordered"},
                                                 {"node": "gw-4", "on": false, "source": "ordered"}]},
                                "role_load": {""")
                        .replace("\"start_wait_left_ms\": 0", "\"start_wait_left_ms\": 12300")
                        .replace("\"failed_rounds\": 0", "\"failed_rounds\": 2"));
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .contains(
                        "note: observe mode \"preference\" (configured): load-driven changes are shown and not carried"
                                + " out\n")
                .contains("note: paused (ordered): nothing is decided, and a dead primary is not replaced\n")
                .contains("note: me is in maintenance (ordered)\n")
                .doesNotContain("gw-4 is in maintenance")
                .contains("note: the manager has just started: for 12 s more nobody is promoted")
                .contains("note: 2 rounds failed because of a bug");
    }

    @Test
    void aPrimaryThatGoesOnByPromisesIsSaidToBeHeardWhereItIs() {
        String group = FakeManager.resource("group.json");
        String primary =
                "{\"node\": \"gw-1\", \"state\": \"alive\", \"role\": \"primary\", \"reported_role\": \"primary\",";
        assertThat(group).contains(primary);
        String held = group.replace("\"role_load\": {", "\"held_by_failsafe\": \"gw-1\", \"role_load\": {");
        manager.answer("/v1/groups/line-1", held);
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .contains(
                        "held by failsafe: gw-1 goes on as primary by the promises of the others, and is heard: where that"
                                + " lasts, the manager's answers do not reach it; mend their way\n");
        manager.answer(
                "/v1/groups/line-1",
                held.replace(primary, primary.replace("alive", "dead"))
                        .replace("\"heartbeat_age_ms\": 400", "\"heartbeat_age_ms\": 9000"));
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .contains(
                        "held by failsafe: gw-1 goes on as primary by the promises of the others, and has not been heard for"
                                + " 9.0 s: mend its way to the manager\n");
    }

    @Test
    void aDrillThatFailedIsSaidAndOneThatPassedIsNot() {
        String failed = """
                "last_drill": {"time": "2026-01-01T02:00:05.123Z", "node": "gw-2", "result": "failed", "step": "prepare",
                               "words": "gw-2 could not get ready"},""";
        String passed = """
                "last_drill": {"time": "2026-01-01T02:00:09Z", "node": "gw-3", "result": "passed", "step": null,
                               "words": "gw-3 got ready and tidied up"},""";
        String drill = """
                "handover": {"step": "preparing", "number": 8, "kind": "drill", "from": "gw-1", "to": "gw-3",
                             "since_ms": 2000, "barred": [], "news": []},
                "role_load": {""";
        manager.answer(
                "/v1/groups/line-1",
                FakeManager.resource("group.json")
                        .replace("\"role_load\": {", drill)
                        .replace("{\"node\": \"gw-2\",", "{\"node\": \"gw-2\"," + failed)
                        .replace("{\"node\": \"gw-3\",", "{\"node\": \"gw-3\"," + passed));
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .contains("drill of gw-3: preparing for 2.0 s; nothing changes\n")
                .doesNotContain("changing from")
                .contains(
                        "drill: gw-2: its last drill, 2026-01-01T02:00:05Z, failed at prepare: gw-2 could not get ready\n")
                .doesNotContain("drill: gw-3:");
    }

    @Test
    void aClockThatIsOffByMoreThanFiveSecondsIsSaidWithItsSize() {
        String group = FakeManager.resource("group.json");
        manager.answer(
                "/v1/groups/line-1",
                group.replace("{\"node\": \"gw-1\",", "{\"node\": \"gw-1\", \"clock_skew_ms\": 27400,")
                        .replace("{\"node\": \"gw-2\",", "{\"node\": \"gw-2\", \"clock_skew_ms\": -600000,")
                        .replace("{\"node\": \"gw-3\",", "{\"node\": \"gw-3\", \"clock_skew_ms\": 5000,")
                        .replace("{\"node\": \"gw-4\",", "{\"node\": \"gw-4\", \"clock_skew_ms\": null,"));
        assertThat(Called.with("status", "line-1", "--manager", manager.url())
                        .out()
                        .lines())
                .filteredOn(line -> line.startsWith("clock: "))
                .containsExactly(
                        "clock: gw-1: its clock is 27 s ahead of the manager's; no decision depends on it, but times in"
                                + " logs differ",
                        "clock: gw-2: its clock is 10 min behind the manager's; no decision depends on it, but times in"
                                + " logs differ");
    }

    @Test
    void whoIsChosenAndDoesNotHoldTheRoleIsNotCalledPrimary() {
        manager.answer(
                "/v1/groups/line-1",
                FakeManager.resource("group.json")
                        .replace("\"reported_role\": \"primary\"", "\"reported_role\": \"standby\""));
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .startsWith(
                        "line-1: gw-1 is chosen, but does not hold the role: its last heartbeat says standby (token")
                .containsPattern("gw-1 +chosen +alive .* is chosen\n");
    }

    private static String news(long change, String node, String what, boolean trouble) {
        return "{\"change\": " + change + ", \"drill\": " + what.startsWith("DRILL") + ", \"node\": \"" + node
                + "\", \"what\": \"" + what + "\", \"words\": \"" + node + " " + what + "\", \"trouble\": " + trouble
                + "}";
    }

    private static String handover(String step, long number, String... news) {
        return "\"handover\": {\"step\": \"" + step + "\", \"number\": " + number
                + ", \"kind\": \"planned\", \"from\": \"gw-1\", \"to\": \"gw-3\", \"since_ms\": 2000, \"barred\": [],"
                + " \"news\": [" + String.join(", ", news) + "]}, \"role_load\": {";
    }

    private String status(String group) {
        manager.answer("/v1/groups/line-1", group);
        return Called.with("status", "line-1", "--manager", manager.url()).out();
    }

    @Test
    void whatWentWrongInTheLastChangeIsSaidUntilTheNextOneIsOverWhateverIsRehearsedMeanwhile() {
        String[] cut = {news(7, "gw-2", "STARTED", false), news(7, "gw-1", "DRAIN_CUT", true)};
        String[] drilled = {
            cut[0], cut[1], news(8, "gw-1", "DRILL_STARTED", false), news(8, "gw-1", "DRILL_PASSED", false)
        };
        String[] next = {
            cut[0],
            cut[1],
            drilled[2],
            drilled[3],
            news(9, "gw-3", "STARTED", false),
            news(9, "gw-3", "COMPLETED", false)
        };
        String group = FakeManager.resource("group.json");
        String line = "handover: gw-1 DRAIN_CUT\n";
        assertThat(status(group.replace("\"role_load\": {", handover("steady", 7, cut))))
                .contains(line);
        assertThat(status(group.replace("\"role_load\": {", handover("steady", 8, drilled))))
                .contains(line);
        assertThat(status(group.replace("\"role_load\": {", handover("promoting", 9, next))))
                .contains(line);
        assertThat(status(group.replace("\"role_load\": {", handover("steady", 9, next))))
                .doesNotContain("handover:");
    }

    @Test
    void aNodeThatIsLeftOutAfterAStepFailedSaysSoInItsCell() {
        String group = FakeManager.resource("group.json").replace("\"eligible\": true", "\"eligible\": false");
        assertThat(status(group)).containsPattern("gw-3 +standby +late .* no *\n");
        String barred = handover("steady", 7)
                .replace("\"barred\": []", "\"barred\": [{\"node\": \"gw-3\", \"left_ms\": 53000}]");
        assertThat(status(group.replace("\"role_load\": {", barred)))
                .containsPattern("gw-3 +standby +late .* no: a step failed\n")
                .contains("left out: gw-3 for 53 s, after a step failed\n");
    }

    @Test
    void whoLaysTheRoleDownInAChangeIsNotCalledChosenAndTheNextIsNamed() {
        assertThat(status(FakeManager.resource("group.json")
                        .replace("\"reported_role\": \"primary\"", "\"reported_role\": \"standby\"")
                        .replace("\"role_load\": {", handover("stopping", 7))))
                .startsWith("line-1: gw-1 is laying down the role, and gw-3 is next (token")
                .containsPattern("gw-1 +stopping +alive .* lays it down\n")
                .doesNotContain("chosen,");
    }

    @Test
    void aPrimaryThatIsGoneWhileEverythingIsPausedIsSaidToBeGoneAndNotReplaced() {
        String paused = FakeManager.resource("group.json")
                .replace("\"primary\": {\"node\"", "\"before\": {\"node\"")
                .replace("the advantage has to hold for more rounds", "an operator paused the decisions")
                .replace(
                        "\"role_load\": {",
                        "\"orders\": {\"pause\": {\"value\": \"all\", \"source\": \"ordered\"}}, \"role_load\": {");
        assertThat(status(paused))
                .startsWith("line-1: gw-1 is gone and not replaced: decisions are paused (fairlead resume line-1)")
                .contains("last decision, round 312: nothing changes: an operator paused the decisions\n");
    }

    @Test
    void aGroupOfWhichAllNodesAreInMaintenanceSaysThatThisIsWhyNobodyIsPrimary() {
        assertThat(status(FakeManager.resource("group.json")
                        .replace("\"primary\": {\"node\"", "\"before\": {\"node\"")
                        .replace("\"heartbeat_age_ms\"", "\"maintenance\": true, \"heartbeat_age_ms\"")))
                .startsWith(
                        "line-1: nobody is primary: all nodes are in maintenance (fairlead maintenance line-1 NODE off)");
    }

    @Test
    void aSwitchoverWhoseTargetCouldNotBeginSaysWhyAlthoughAnotherChangeFollowed() {
        manager.answer("/v1/groups/line-1/switchover", "{\"act\": {\"old\": \"gw-1\", \"new\": \"gw-2\"}}");
        manager.answer(
                "/v1/groups/line-1",
                FakeManager.resource("group.json")
                        .replace(
                                "\"role_load\": {",
                                handover(
                                        "steady",
                                        8,
                                        news(6, "gw-1", "CLEANUP_FAILED", true),
                                        news(7, "gw-2", "STARTED", false),
                                        news(7, "gw-2", "PROMOTE_FAILED", true),
                                        news(8, "gw-1", "STARTED", false),
                                        news(8, "gw-1", "COMPLETED", false))));
        assertThat(Called.with("switchover", "line-1", "--manager", manager.url())
                        .err())
                .contains("gw-2 did not become primary of line-1: gw-2 PROMOTE_FAILED; gw-1 is primary");
    }

    @Test
    void whatElseHasToBeKnownOfAnOrderIsPrintedWithItsAnswer() {
        manager.answer(
                "/v1/groups/line-1/pause",
                "{\"act\": {\"old\": \"off\", \"new\": \"all\"}, \"notes\": [\"the change to gw-2 goes on\"]}");
        assertThat(Called.with("pause", "line-1", "--all", "--manager", manager.url())
                        .out())
                .isEqualTo("line-1 is paused.\nnote: the change to gw-2 goes on\n");
    }

    @Test
    void ordersStandBetweenTheDecisionsOfTheHistoryByTheirTimeAndThoseOfOtherGroupsOrRefusedOnesDoNot() {
        String round =
                "{\"round\": %d, \"time\": \"2026-01-01T00:%d:00Z\", \"kind\": \"keep\", \"words\": \"gw-1 stays\"}";
        manager.answer(
                "/v1/groups/line-1/history?newest=true&limit=20&changes=true",
                "{\"rounds\": [" + round.formatted(523, 20) + ", " + round.formatted(539, 40) + "]}");
        manager.answer(
                "/v1/audit?limit=200",
                "{\"acts\": [" + act("00:19:00.5", "line-1", "done") + ", " + act("00:30:00.5", "line-1", "done") + ", "
                        + act("00:31:00.5", "line-2", "done") + ", " + act("00:32:00.5", "line-1", "refused")
                        + "]}");
        assertThat(Called.with("history", "line-1", "--manager", manager.url())
                        .out()
                        .lines()
                        .toList())
                .hasSize(4)
                .element(2)
                .asString()
                .matches("2026-01-01T00:30:00Z +order: pause of gw-2, from off to all, by alice: moving racks");
    }

    private static String act(String time, String group, String result) {
        return "{\"time\": \"2026-01-01T" + time
                + "Z\", \"by\": \"alice\", \"from\": \"10.0.0.3\", \"what\": \"pause\", \"group\": \""
                + group + "\", \"node\": \"gw-2\", \"old\": \"off\", \"new\": \"all\", \"result\": \"" + result
                + "\", \"reason\": \"moving racks\"}";
    }

    @Test
    void roundsThatWereNotRecordedAreARowOfTheHistory() {
        manager.answer("/v1/audit?limit=200", "{\"acts\": []}");
        String round =
                "{\"round\": %d, \"time\": \"2026-01-01T00:26:00Z\", \"kind\": \"keep\", \"words\": \"gw-1 stays\"}";
        String page = "{\"rounds\": [" + round.formatted(523) + ", " + round.formatted(539)
                + "], \"gaps\": [{\"after\": 523, \"before\": 539, \"rounds\": 15}], \"next\": null}";
        manager.answer("/v1/groups/line-1/history?newest=true&limit=20", page);
        manager.answer("/v1/groups/line-1/history?newest=true&limit=20&changes=true", page);
        manager.answer("/v1/groups/line-1/history?limit=500", page);
        for (String[] command : new String[][] {{"history", "line-1", "--all"}, {"history", "line-1"}}) {
            String[] line = java.util.Arrays.copyOf(command, command.length + 2);
            line[command.length] = "--manager";
            line[command.length + 1] = manager.url();
            assertThat(Called.with(line).out().lines().toList())
                    .hasSize(4)
                    .element(2)
                    .asString()
                    .matches(" +524-538 +15 rounds not recorded: the journal could not be written");
        }
        assertThat(Called.with("record", "line-1", "--manager", manager.url()).err())
                .contains(
                        "note: round 524-538: 15 rounds not recorded: the journal could not be written, so the trace has"
                                + " a hole there");
    }

    @Test
    void aHookThatFailsIsSaidWithItsNode() {
        manager.answer(
                "/v1/groups/line-1",
                FakeManager.resource("group.json")
                        .replace(
                                "\"node\": \"gw-2\", \"state\"",
                                "\"node\": \"gw-2\", \"hook\": {\"failed\": \"demote\", \"attempts\": 7}, \"state\"")
                        .replace(
                                "\"node\": \"gw-3\", \"state\"",
                                "\"node\": \"gw-3\", \"hook\": {\"failed\": \"promote\", \"attempts\": 1}, \"state\"")
                        .replace("\"node\": \"gw-4\", \"state\"", "\"node\": \"gw-4\", \"hook\": null, \"state\""));
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .contains(
                        "\ntrouble: gw-2: hook demote has failed 7 times in a row: it may still do the primary's work\n")
                .contains("\ntrouble: gw-3: hook promote has failed\n")
                .doesNotContain("trouble: gw-1", "trouble: gw-4");
    }

    @Test
    void whatSeveralMetricsLackForOneReasonIsOneLine() {
        manager.answer(
                "/v1/groups/line-1",
                FakeManager.resource("group.json")
                        .replace(
                                "\"unknown\": {\"disk\": \"no block device is listed in /sys/block\"}",
                                "\"unknown\": {\"a\": \"none\", \"b\": \"other\", \"c\": \"none\"}"));
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .contains("not measured: gw-2: a, c: none\nnot measured: gw-2: b: other\n");
    }

    @Test
    void whoSaidGoodbyeMayNotBeChosenWhateverTheLastRoundSaid() {
        manager.answer("/v1/groups/line-1", FakeManager.resource("group.json").replace("\"late\"", "\"gone\""));
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .containsPattern("gw-3 +standby +gone .* no: said goodbye\n");
    }

    @Test
    void whatATerminalWouldObeyIsNotPrinted() {
        manager.answer(
                "/v1/groups/line-1",
                FakeManager.resource("group.json").replace("no block device", "no \\u001b[2J\\nblock device"));
        assertThat(Called.with("status", "line-1", "--manager", manager.url()).out())
                .contains("not measured: gw-2: disk: no  [2J block device is listed")
                .doesNotContain("\u001b");
    }

    @Test
    void aListThatNeverEndsIsRefused() {
        manager.answer("/v1/groups", "{\"groups\": [{\"group\": \"a\"}], \"next\": \"a\"}");
        manager.answer("/v1/groups?after=a", "{\"groups\": [{\"group\": \"a\"}], \"next\": \"a\"}");
        Called same = Called.with("status", "--manager", manager.url());
        assertThat(same.err())
                .isEqualTo(
                        "fairlead status: the list that " + manager.url() + "/v1/groups answers with never ends: after"
                                + " \"a\" comes a page that goes on with \"a\"\n");
        assertThat(same.code()).isEqualTo(1);
        manager.answer("/v1/groups", "{\"groups\": [], \"next\": \"a\"}");
        Called empty = Called.with("status", "--manager", manager.url());
        assertThat(empty.err()).contains("never ends").hasLineCount(1);
    }

    @Test
    void groupsAreListedThroughAllPages() {
        manager.answer("/v1/groups", """
                {"groups": [{"group": "a", "primary": "n1", "token": 1, "nodes": 1, "alive": 1, "round": 7}], "next": "a"}""");
        manager.answer("/v1/groups?after=a", """
                {"groups": [{"group": "line-12", "primary": null, "token": 0, "nodes": 3, "alive": 0, "round": 1200}], "next": null}""");
        Called called = Called.in(Map.of("FAIRLEAD_MANAGER", manager.url() + "/"), "status");
        assertThat(called.out()).isEqualTo("""
                GROUP    PRIMARY  ALIVE         ROUND
                a        n1       1 of 1 node       7
                line-12  none     0 of 3 nodes   1200
                """);
    }

    @Test
    void aManagerWithoutGroupsSaysHowOneComesIntoBeing() {
        manager.answer("/v1/groups", "{\"groups\": [], \"next\": null}");
        assertThat(Called.with("status", "--manager", manager.url()).out())
                .startsWith("No group yet")
                .contains("fairlead agent --group NAME");
    }

    @Test
    void jsonIsTheManagersOwnDocumentAndNothingElse() {
        String document = "{\"group\":\"line-1\",\"something\":\"newer\"}";
        manager.answer("/v1/groups/line-1", document);
        Called called = Called.with("status", "line-1", "--json", "--manager", manager.url());
        assertThat(called.out()).isEqualTo(document + "\n");
        assertThat(called.err()).isEmpty();
    }

    @Test
    void anEmptyDocumentIsShownAsUnknownAndNeverAsZero() {
        manager.answer("/v1/groups/x", "{\"group\": \"x\", \"nodes\": [{\"node\": \"n\"}]}");
        Called called = Called.with("status", "x", "--manager", manager.url());
        assertThat(called.code()).isZero();
        assertThat(called.out())
                .contains("role load not known yet")
                .containsPattern("n +\\? +\\? +\\? +\\? +\\? +\\? +no\n");
    }
}
