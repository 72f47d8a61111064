package io.fairlead.primary;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What holds for the death path in every state that a world can lead to. */
class FailoverProperties {

    private static final int ROUNDS = 150;

    /**
     * The primary dies in a random round of a world. It is replaced in that round if anybody lives, and by the same
     * node whether hysteresis, confirmations and cooldown are as they are or as large as they can be.
     */
    @Test
    void noHysteresisStreakOrCooldownDelaysOrSteersAFailover() {
        int[] failovers = {0};
        Worlds.forEach(80, seed -> {
            Worlds.World world = new Worlds.World(seed);
            Worlds.Play play = Worlds.play(world, ROUNDS);
            PrimarySelector core = new PrimarySelector(play.settings());
            PrimarySelector sluggish = new PrimarySelector(sluggish(play.settings()));
            for (int round = world.dice.of(1, 9); round < ROUNDS; round += world.dice.of(1, 9)) {
                GroupState before = play.before(round);
                NodeId primary = before.primary();
                if (primary == null) {
                    continue;
                }
                Observation seen = dead(play, round, primary).with(Orders.none());
                Evaluation evaluation = core.evaluate(before, seen);
                Decision decision = evaluation.decision();
                boolean anybody = evaluation.standings().values().stream().anyMatch(Standing::alive);
                assertThat(decision.kind())
                        .as("round " + round)
                        .isEqualTo(anybody ? Decision.Kind.SWITCH : Decision.Kind.NO_PRIMARY);
                if (anybody) {
                    failovers[0]++;
                    assertThat(decision.reason()).isEqualTo(Reason.PRIMARY_LOST);
                    assertThat(decision.cause()).isEqualTo(Cause.FAILOVER);
                    assertThat(evaluation.standings().get(decision.to())).matches(Standing::alive);
                }
                assertThat(sluggish.evaluate(before, seen).decision())
                        .as("round " + round)
                        .isEqualTo(decision);
                assertThat(core.watch(before, seen).decision().isSwitch())
                        .as("between the rounds, " + round)
                        .isEqualTo(anybody);
            }
        });
        if (Long.getLong("fairlead.seed") == null) {
            assertThat(failovers[0]).as("cases met").isGreaterThan(1_000);
        }
    }

    private static Observation dead(Worlds.Play play, int round, NodeId primary) {
        Duration age = play.settings().heartbeatTimeout().plusNanos(1);
        return Worlds.eachNode(
                play.seen().get(round), (id, node) -> id.equals(primary) ? node.withHeartbeatAge(age) : node);
    }

    private static PrimarySettings sluggish(PrimarySettings settings) {
        return settings.with(settings.rule()
                .with(new Hysteresis(100, 100, 10))
                .withConfirmations(new ByGroupSize(20, 20, 20))
                .with(new Cooldown(Duration.ofHours(24), Duration.ofHours(24), 100)));
    }

    /** Only a pause of all decisions leaves the role with a dead node. */
    @Test
    void aNodeThatKeepsTheRoleIsAlive() {
        Worlds.forEach(80, seed -> {
            Worlds.Play play = Worlds.play(new Worlds.World(seed), ROUNDS);
            for (int round = 0; round < ROUNDS; round++) {
                Evaluation evaluation = play.evaluation(round);
                Decision decision = evaluation.decision();
                if (decision.kind() == Decision.Kind.KEEP
                        && play.seen().get(round).orders().pause() != Pause.ALL) {
                    assertThat(evaluation.standings().get(decision.to()))
                            .as("round " + round)
                            .matches(Standing::alive);
                }
            }
        });
    }

    /** A move that is carried out goes to a node that is alive, whatever its cause, and never to where the role is. */
    @Test
    void theRoleOnlyMovesToANodeThatIsAlive() {
        Worlds.forEach(80, seed -> {
            Worlds.Play play = Worlds.play(new Worlds.World(seed), ROUNDS);
            for (Evaluation evaluation : play.evaluations()) {
                Decision decision = evaluation.decision();
                if (!decision.isSwitch()) {
                    continue;
                }
                assertThat(evaluation.standings().get(decision.to())).matches(Standing::alive);
                if (decision.reason() != Reason.PRIMARY_RESTARTED) {
                    assertThat(decision.to()).isNotEqualTo(decision.from());
                }
            }
        });
    }
}
