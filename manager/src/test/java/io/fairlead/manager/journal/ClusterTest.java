package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.NodeSteps;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.manager.loop.Role;
import io.fairlead.primary.Pause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By which name nodes know a manager's memory again, and what follows when it was lost. */
final class ClusterTest {

    private static final Duration WAIT = Duration.ofSeconds(33);

    @TempDir
    Path folder;

    private static Heartbeat beat(String node, Role role, long token, @Nullable String cluster) {
        NodeSteps none = NodeSteps.none();
        return Site.beat(node, "a1", role, token, null)
                .with(new NodeSteps(
                        none.number(), null, none.bound(), null, false, null, false, 0, null, null, cluster));
    }

    @Test
    void theNameOfAFolderStaysThroughRestartsAndNoTwoFoldersHaveTheSame() throws Exception {
        Site site = new Site(folder.resolve("one"));
        String name = site.journal.cluster();
        assertThat(name).matches("[0-9a-f]{16}");
        site.killAndRestart();
        assertThat(site.journal.cluster()).isEqualTo(name);
        Site other = new Site(folder.resolve("other"));
        assertThat(other.journal.cluster()).isNotEqualTo(name);
        site.kill();
        other.kill();
    }

    @Test
    void aNodeThatRemembersAnotherStoreIsRefusedAndDoesNotCount() throws Exception {
        Site site = new Site(folder.resolve("data"));
        HeartbeatAnswer answer = site.send(beat("gw-1", Role.PRIMARY, 17, "feedfacefeedface"));
        assertThat(answer).isEqualTo(new HeartbeatAnswer.Foreign("feedfacefeedface", site.journal.cluster()));
        assertThat(site.groups.ids().toCompletableFuture().join()).isEmpty();
        assertThat(site.send(beat("gw-1", Role.PRIMARY, 17, site.journal.cluster())))
                .isInstanceOf(HeartbeatAnswer.Accepted.class);
        site.kill();
    }

    @Test
    void afterALossTheNameIsTakenOverOnceAndNobodyBecomesPrimaryBeforeAnOperatorSaysSo() throws Exception {
        Site site = new Site(folder.resolve("data"));
        site.groups.followALoss();
        HeartbeatAnswer answer = site.send(beat("gw-1", Role.STANDBY, 17, "feedfacefeedface"));
        assertThat(answer)
                .isInstanceOfSatisfying(
                        HeartbeatAnswer.Accepted.class,
                        accepted -> assertThat(accepted.cluster()).isEqualTo("feedfacefeedface"));
        assertThat(site.send(beat("gw-2", Role.STANDBY, 3, "0123456789abcdef")))
                .isInstanceOf(HeartbeatAnswer.Foreign.class);
        for (int second = 0; second < WAIT.toSeconds() * 2; second += 5) {
            site.send(beat("gw-1", Role.STANDBY, 17, "feedfacefeedface"));
            site.advance(Duration.ofSeconds(5));
        }
        assertThat(site.primary()).isEmpty();
        assertThat(site.view().orders().pause()).isEqualTo(Pause.ALL);
        site.groups
                .act(Site.LINE, new OperatorAct.Pausing(Pause.OFF), new Act.By("127.0.0.1", "gw-9 is scrapped"))
                .toCompletableFuture()
                .join();
        assertThat(site.primary()).isEqualTo("gw-1");
        site.killAndRestart();
        assertThat(site.journal.cluster()).isEqualTo("feedfacefeedface");
        site.kill();
    }

    @Test
    void aPrimaryThatIsHeardAfterALossKeepsItsRole() throws Exception {
        Site site = new Site(folder.resolve("data"));
        site.groups.followALoss();
        for (int second = 0; second < WAIT.toSeconds() * 2; second += 5) {
            site.send(beat("gw-1", Role.PRIMARY, 17, "feedfacefeedface"));
            site.advance(Duration.ofSeconds(5));
        }
        assertThat(site.primary()).isEqualTo("gw-1");
        assertThat(site.memory().token()).isEqualTo(17);
        site.kill();
    }

    @Test
    void aDamagedNameIsRefusedWithTheFileAndWhatToDo() throws Exception {
        new Site(folder.resolve("data")).kill();
        Files.writeString(folder.resolve("data").resolve("cluster"), "what?");
        assertThatThrownBy(() -> Journal.open(folder.resolve("data"), new HandClock()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cluster is damaged")
                .hasMessageContaining("write it there again");
    }
}
