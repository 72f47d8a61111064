package io.fairlead.primary;

import io.fairlead.Check;
import io.fairlead.NodeId;
import java.util.List;

/** A switchover that a person asks for: it needs an alive standby, and no hysteresis or cooldown binds it. */
final class OperatorPath {

    private OperatorPath() {}

    static Decision decide(Round round) {
        List<Standing> alive = round.standbys(Standing::able);
        NodeId target = round.seen.orders().target();
        if (target == null) {
            return round.ask(Check.of(PrimaryQuestion.STANDBYS, alive.size(), 1))
                    ? moved(round, best(round, alive))
                    : round.keep(Reason.SWITCHOVER_REFUSED);
        }
        boolean standing = alive.stream().anyMatch(standby -> standby.node().equals(target));
        return round.ask(Check.yes(PrimaryQuestion.TARGET_ALIVE, target, standing))
                ? moved(round, target)
                : round.keep(Reason.SWITCHOVER_REFUSED);
    }

    private static NodeId best(Round round, List<Standing> alive) {
        return round.standbys(Standing::eligible).stream()
                .min(PreferencePath.LEAST_LOADED)
                .map(Standing::node)
                .orElseGet(() -> FailoverPath.successor(round, alive));
    }

    private static Decision moved(Round round, NodeId to) {
        round.streak = 0;
        return round.move(Reason.OPERATOR_REQUEST, Cause.OPERATOR, to);
    }
}
