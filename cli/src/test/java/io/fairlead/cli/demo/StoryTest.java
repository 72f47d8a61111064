package io.fairlead.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.cli.rest.DecisionShown;
import io.fairlead.cli.rest.GroupShown;
import org.junit.jupiter.api.Test;

class StoryTest {

    private final Story story = new Story(Cast.THIS_MACHINE);
    private final DecisionShown first = Scene.first(2, "gw-1");

    @Test
    void theOverloadBeginsOnThePrimaryOnceEveryStandbyMayBeChosen() {
        story.next(Scene.group(3, "gw-1", Scene.observing(3, "gw-1", "gw-3"), first));
        story.next(Scene.group(32, "gw-1", Scene.observing(32, "gw-1", "gw-3"), first));
        assertThat(story.jobOn()).isEmpty();
        assertThat(story.next(Scene.group(33, "gw-1", Scene.kept(33, "gw-1", -1), first)))
                .anyMatch(line -> line.startsWith("A backup job starts on gw-1, the primary"));
        assertThat(story.jobOn()).isEqualTo("gw-1");
    }

    @Test
    void whatThisMachineMeasuresIsToldOnce() {
        story.next(Scene.group(3, "gw-1", Scene.observing(3, "gw-1", "gw-3"), first));
        assertThat(story.next(Scene.group(4, "gw-1", Scene.observing(4, "gw-1", "gw-3"), first)))
                .containsExactly("this-machine measures: cpu 7.3 %, memory 40.0 %; not measured: disk (test reason).");
        assertThat(story.next(Scene.group(5, "gw-1", Scene.observing(5, "gw-1", "gw-3"), first)))
                .isEmpty();
    }

    @Test
    void theOverloadDoesNotBeginWhileTheLastChangeIsBeingMeasured() {
        story.next(Scene.group(3, "gw-1", Scene.kept(3, "gw-1", -1), first));
        story.next(Scene.group(40, "gw-1", Scene.measuring(40, "gw-1"), first));
        assertThat(story.jobOn()).isEmpty();
    }

    @Test
    void aSwitchIsToldWithItsChecks() {
        overload();
        DecisionShown moved = Scene.moved(45, "PREFERENCE", "gw-1", "gw-2");
        assertThat(story.next(Scene.group(45, "gw-2", moved, moved)))
                .containsExactly(
                        "THE PRIMARY MOVES. gw-2 becomes primary: test.",
                        "What was checked for gw-2 and the group:",
                        "    ok  gw-2: ADVANTAGE 13.0, wanted 12.0");
    }

    @Test
    void aChangeIsToldOnce() {
        overload();
        DecisionShown moved = Scene.moved(45, "PREFERENCE", "gw-1", "gw-2");
        story.next(Scene.group(45, "gw-2", moved, moved));
        assertThat(story.next(Scene.group(46, "gw-2", Scene.kept(46, "gw-2", -20), moved)))
                .isEmpty();
    }

    @Test
    void oneSwitchAwayFromTheOverloadIsRight() {
        overload();
        GroupShown last = move(45, "PREFERENCE", "gw-1", "gw-2");
        assertThat(story.ending(last).faults()).isEmpty();
        assertThat(story.ending(last).unfinished()).isEmpty();
        assertThat(story.ending(last).summary(false))
                .contains("  switches: 1", "  exactly one switch, and it was called for");
    }

    @Test
    void noSwitchIsWrongAndSaysWhatWasInTheWay() {
        overload();
        GroupShown last = Scene.group(60, "gw-1", Scene.kept(60, "gw-1", 4), first);
        story.next(last);
        assertThat(story.ending(last).faults()).isEmpty();
        assertThat(story.ending(last).unfinished())
                .get()
                .asString()
                .startsWith("the primary did not move: gw-1 stays primary")
                .contains("ADVANTAGE 4.0, wanted 12.0 (8 points missing)");
    }

    @Test
    void anOverloadThatNeverBeganIsWrong() {
        GroupShown last = Scene.group(3, "gw-1", Scene.observing(3, "gw-1", "gw-3"), first);
        story.next(last);
        assertThat(story.ending(last).faults()).isEmpty();
        assertThat(story.ending(last).unfinished()).get().asString().startsWith("the overload never began");
        assertThat(story.ending(last).summary(false)).anyMatch(line -> line.startsWith("  WRONG: the overload never"));
        assertThat(story.ending(last).summary(true))
                .as("who stops it before is told so, and nothing is wrong")
                .anyMatch(line -> line.startsWith("  stopped before it was over: the overload never began"))
                .noneMatch(line -> line.contains("WRONG") || line.contains("exactly one"));
    }

    @Test
    void twoSwitchesAreWrong() {
        overload();
        move(45, "PREFERENCE", "gw-1", "gw-2");
        GroupShown last = move(80, "PREFERENCE", "gw-2", "gw-1");
        assertThat(story.ending(last).faults())
                .hasSize(2)
                .first()
                .isEqualTo("the primary moved 2 times, once would have been right");
    }

    @Test
    void aFailoverIsNotTheSwitchThatWasAskedFor() {
        overload();
        GroupShown last = move(45, "FAILOVER", "gw-1", "gw-2");
        assertThat(story.ending(last).faults()).singleElement().asString().contains("not called for");
    }

    @Test
    void theJobEndsSomeTimeAfterTheSwitch() {
        overload();
        move(45, "PREFERENCE", "gw-1", "gw-2");
        assertThat(story.jobOn()).isEqualTo("gw-1");
        DecisionShown moved = Scene.moved(45, "PREFERENCE", "gw-1", "gw-2");
        story.next(Scene.group(85, "gw-2", Scene.kept(85, "gw-2", -20), moved));
        assertThat(story.jobOn()).isEmpty();
    }

    private void overload() {
        story.next(Scene.group(3, "gw-1", Scene.observing(3, "gw-1", "gw-3"), first));
        story.next(Scene.group(33, "gw-1", Scene.kept(33, "gw-1", -1), first));
    }

    private GroupShown move(long round, String cause, String from, String to) {
        DecisionShown moved = Scene.moved(round, cause, from, to);
        GroupShown group = Scene.group(round, to, moved, moved);
        story.next(group);
        return group;
    }
}
