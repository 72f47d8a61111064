package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.handover.HandoverLevel;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverStep;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.DrillRecord;
import io.fairlead.manager.loop.DrillRecord.Result;
import io.fairlead.manager.loop.DrillSettings;
import io.fairlead.manager.loop.NodeSteps;
import io.fairlead.manager.loop.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a manager that is killed and started again knows of the drills before. */
final class DrillMemoryTest {

    private static final Duration WAIT = Timing.of(Duration.ofSeconds(30)).managerWait();

    @TempDir
    Path folder;

    private Site site;
    private long token;

    @BeforeEach
    void start() throws Exception {
        site = new Site(folder.resolve("data"));
        DrillSettings.Window always = new DrillSettings.Window(LocalTime.MIN, LocalTime.MAX);
        site.settings = site.settings.with(new DrillSettings(Duration.ofDays(7), always, ZoneOffset.UTC));
        site.killAndRestart();
        for (Duration past = Duration.ZERO; past.compareTo(WAIT) <= 0; past = past.plus(Site.ROUND)) {
            site.send(Site.beat("gw-1", "a1", Role.STANDBY, 0, null));
            site.advance(Site.ROUND);
        }
        token = site.memory().token();
    }

    @AfterEach
    void end() {
        site.kill();
    }

    private void round(HandoverLevel level, long id) {
        site.send(Site.beat("gw-1", "a1", Role.PRIMARY, token, null));
        site.send(Site.beat("gw-2", "a1", Role.STANDBY, token, null).with(NodeSteps.of(level, id)));
        site.advance(Site.ROUND);
    }

    private List<DrillRecord> drills() {
        return site.view().handover().drills().records();
    }

    /** Rounds in which gw-2 says the same, until the start wait is surely over. */
    private void rounds(HandoverLevel level, long id) {
        for (int i = 0; i < 10; i++) {
            round(level, id);
        }
    }

    private DrillRecord begun() {
        for (int i = 0; i < 20 && drills().isEmpty(); i++) {
            round(HandoverLevel.IDLE, 0);
        }
        assertThat(drills()).hasSize(1);
        assertThat(drills().get(0).result()).isEqualTo(Result.RUNNING);
        return drills().get(0);
    }

    @Test
    void aDrillGoesOnAfterARestartAndItsResultOutlivesTheNext() throws Exception {
        DrillRecord begun = begun();
        site.killAndRestart();
        assertThat(drills()).containsExactly(begun);
        round(HandoverLevel.PREPARED, begun.number());
        round(HandoverLevel.CLEANED, begun.number());
        assertThat(drills().get(0).result()).isEqualTo(Result.PASSED);
        DrillRecord passed = drills().get(0);
        site.killAndRestart();
        assertThat(drills()).containsExactly(passed);
        rounds(HandoverLevel.CLEANED, begun.number());
        assertThat(drills()).as("once in seven days").containsExactly(passed);
    }

    @Test
    void aDrillThatFailedIsKnownWithItsStepAndComesBackFromASnapshot() throws Exception {
        DrillRecord begun = begun();
        round(HandoverLevel.PREPARE_FAILED, begun.number());
        DrillRecord failed = drills().get(0);
        assertThat(failed.result()).isEqualTo(Result.FAILED);
        assertThat(failed.step()).isEqualTo(HandoverStep.PREPARING);
        assertThat(failed.why()).isEqualTo(HandoverNews.What.PREPARE_FAILED);
        Writer out = new Writer();
        StateCodec.write(out, site.memory());
        assertThat(StateCodec.read(new Reader(java.nio.ByteBuffer.wrap(out.bytes())))
                        .drills())
                .containsExactly(failed);
        site.killAndRestart();
        assertThat(drills()).containsExactly(failed);
        round(HandoverLevel.CLEANED, begun.number());
        assertThat(drills()).as("a cleanup that follows is no second outcome").containsExactly(failed);
    }
}
