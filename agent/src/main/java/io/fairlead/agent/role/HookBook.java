package io.fairlead.agent.role;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Remembers what became of each hook. Safe for use by several threads. */
final class HookBook {
    private static final int LONGEST_LINE = 200;

    private final Map<HookOrder.Hook, HookStatus> byHook = new EnumMap<>(HookOrder.Hook.class);

    /** Takes in how a run ended. */
    synchronized void note(HookOrder.Hook hook, HookResult result, Instant now) {
        HookStatus.State state = stateOf(result);
        HookStatus before = byHook.get(hook);
        String said = lastLine(result.output());
        HookStatus next = before != null && before.state() == state
                ? new HookStatus(state, before.since(), before.attempts() + 1, result.words(), said)
                : new HookStatus(state, now, 1, result.words(), said);
        byHook.put(hook, next);
    }

    /** The hooks that were asked for at least once, by their word. */
    synchronized SortedMap<String, HookStatus> all() {
        SortedMap<String, HookStatus> all = new TreeMap<>();
        byHook.forEach((hook, status) -> all.put(hook.word(), status));
        return all;
    }

    private static HookStatus.State stateOf(HookResult result) {
        if (result.end() == HookResult.End.ABSENT) {
            return HookStatus.State.ABSENT;
        }
        if (result.end() == HookResult.End.INTERRUPTED) {
            return HookStatus.State.INTERRUPTED;
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
