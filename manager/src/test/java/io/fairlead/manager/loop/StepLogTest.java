package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverNews.What;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is kept of what happened to a group's changes. */
final class StepLogTest {

    private static final NodeId NODE = new NodeId("gw-2");
    private static final SortedMap<String, Long> NO_RESULTS = new TreeMap<>();

    private final StepLog log = new StepLog();

    private void tell(HandoverKind kind, long number, What... told) {
        HandoverState.Course course =
                new HandoverState.Course(HandoverStep.CLEANING, kind, null, NODE, Duration.ZERO, false, number);
        for (What what : told) {
            log.tell(Scene.LINE, new HandoverNews(what, NODE), course, 0);
        }
    }

    private List<StepNews> news() {
        return log.view(HandoverState.initial(), Duration.ZERO, new DrillView(List.of(), NO_RESULTS, 0))
                .news();
    }

    @Test
    void whatWentWrongInTheLastChangeIsKeptHoweverManyDrillsComeAfterIt() {
        tell(HandoverKind.PLANNED, 1, What.STARTED, What.COMPLETED);
        tell(HandoverKind.PLANNED, 2, What.STARTED, What.DRAIN_CUT, What.COMPLETED_WITH_ERRORS);
        for (int number = 3; number < 100; number++) {
            tell(HandoverKind.DRILL, number, What.DRILL_STARTED, What.DRILL_PASSED);
        }
        assertThat(news())
                .hasSize(40)
                .filteredOn(news -> !news.ofDrill())
                .extracting(StepNews::what)
                .containsExactly(What.STARTED, What.DRAIN_CUT, What.COMPLETED_WITH_ERRORS);
        assertThat(news().get(39).change()).isEqualTo(99);
    }

    @Test
    void aChangeThatNeverEndsDoesNotGrowWithoutEnd() {
        for (int time = 0; time < 100; time++) {
            tell(HandoverKind.PLANNED, 1, What.PREPARE_FAILED);
        }
        assertThat(news()).hasSize(40);
    }
}
