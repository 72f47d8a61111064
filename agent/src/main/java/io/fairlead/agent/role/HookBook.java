package io.fairlead.agent.role;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Remembers what became of each hook. Safe for use by several threads. */
final class HookBook {
    private static final int LONGEST_LINE = 200;

    private final Map<HookOrder.Hook, HookStatus> byHook = new EnumMap<>(HookOrder.Hook.class);

    /**
     * Takes in how a run ended; one that a newer order ended or replaced says nothing of the hook.
     *
     * @return whether it ended in another way than the run before
     */
    synchronized boolean note(HookOrder.Hook hook, HookResult result, Instant now) {
        if (!result.succeeded() && !result.failed()) {
            return true;
        }
        HookStatus.State state = stateOf(result);
        HookStatus before = byHook.get(hook);
        String said = lastLine(result.output());
        HookStatus next = before != null && before.state() == state
                ? new HookStatus(state, before.since(), before.attempts() + 1, result.words(), said)
                : new HookStatus(state, now, 1, result.words(), said);
        byHook.put(hook, next);
        return before == null || !before.ended().equals(next.ended());
    }

    /** The hooks that were asked for at least once, by their word. */
    synchronized SortedMap<String, HookStatus> all() {
        SortedMap<String, HookStatus> all = new TreeMap<>();
        byHook.forEach((hook, status) -> all.put(hook.word(), status));
        return all;
    }

    /** The hook that fails, the demote before the promote. */
    synchronized Optional<HookTrouble> trouble() {
        return trouble(HookOrder.Hook.DEMOTE).or(() -> trouble(HookOrder.Hook.PROMOTE));
    }

    private Optional<HookTrouble> trouble(HookOrder.Hook hook) {
        return Optional.ofNullable(byHook.get(hook))
                .filter(status -> status.state() == HookStatus.State.FAILED)
                .map(status -> new HookTrouble(hook, status.attempts()));
    }

    private static HookStatus.State stateOf(HookResult result) {
        if (result.end() == HookResult.End.ABSENT) {
            return HookStatus.State.ABSENT;
        }
        return result.succeeded() ? HookStatus.State.SUCCEEDED : HookStatus.State.FAILED;
    }

    /** Hooks that fail say why at the end. */
    private static String lastLine(String output) {
        String line = output.lines()
                .filter(text -> !text.isBlank())
                .reduce("", (before, next) -> next)
                .strip();
        int end = Math.min(line.length(), LONGEST_LINE);
        return line.substring(0, end).replaceAll("\\p{Cntrl}", "?");
    }
}
