package io.fairlead.primary;

import io.fairlead.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Plays one transcript.
 *
 * <pre>
 * # prose
 * group classic interval=5 window=30 base=15      begins a group
 * rounds 30 a=20 b=40                             feeds rounds; answers with every round that reads unlike the one before
 * watch a=dead b=40                               looks for a dead primary between rounds
 * facts unsure a | held a | many-silent 4300 | none
 * order switchover b | observe preference | pause all | change b
 * why                                             answers with the last round's checks
 * averages                                        answers with averages and the role load in use
 * </pre>
 *
 * <p>Answers are indented by four spaces.
 */
final class TranscriptPlayer {

    private final List<String> out = new ArrayList<>();
    private Bench bench = Bench.steady();
    private String lastAnswer = "";

    private TranscriptPlayer() {}

    static String play(String transcript) {
        TranscriptPlayer player = new TranscriptPlayer();
        for (String line : transcript.lines().toList()) {
            if (!line.startsWith("    ")) {
                player.out.add(line);
                player.command(line.strip());
            }
        }
        return String.join("\n", player.out) + "\n";
    }

    private void command(String line) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        String[] words = line.split(" +", 2);
        String rest = words.length == 2 ? words[1] : "";
        switch (words[0]) {
            case "group" -> bench = new Bench(settings(rest));
            case "rounds" -> rounds(Integer.parseInt(rest.split(" +", 2)[0]), rest.split(" +", 2)[1]);
            case "watch" -> say("watch " + answer(bench.watch(rest)));
            case "facts" -> facts(rest.split(" +"));
            case "order" -> order(rest.split(" +"));
            case "why" -> bench.last().checks().stream().map(Check::words).forEach(this::say);
            case "averages" -> averages();
            default -> throw new IllegalArgumentException("unknown command: " + line);
        }
    }

    private static PrimarySettings settings(String rest) {
        String[] words = rest.split(" +");
        Duration interval = Duration.ofSeconds(5);
        for (String word : words) {
            if (word.startsWith("interval=")) {
                interval = Duration.ofSeconds(Long.parseLong(value(word)));
            }
        }
        PrimarySettings settings = PrimarySettings.of(Profile.of(words[0]), interval);
        for (int i = 1; i < words.length; i++) {
            String value = value(words[i]);
            settings = switch (words[i].substring(0, words[i].indexOf('='))) {
                case "interval" -> settings;
                case "base" ->
                    settings.with(
                            settings.rule().with(settings.rule().hysteresis().withBase(Double.parseDouble(value))));
                case "role-load" -> settings.withRoleLoad(Double.parseDouble(value));
                case "bootstrap" ->
                    settings.with(Bootstrap.valueOf(value.toUpperCase(Locale.ROOT)), settings.preferred());
                case "preferred" -> settings.with(settings.bootstrap(), Bench.node(value));
                case "without" -> settings.without(Safeguard.valueOf(value));
                default -> throw new IllegalArgumentException("unknown setting: " + words[i]);
            };
        }
        return settings;
    }

    private static String value(String word) {
        return word.substring(word.indexOf('=') + 1);
    }

    private void facts(String[] words) {
        bench.facts(
                switch (words[0]) {
                    case "unsure" -> GroupFacts.none().withUnsure(Bench.node(words[1]));
                    case "held" -> GroupFacts.none().withHeld(Bench.node(words[1]));
                    case "many-silent" -> GroupFacts.none().withManySilent(Duration.ofMillis(Long.parseLong(words[1])));
                    case "none" -> GroupFacts.none();
                    default -> throw new IllegalArgumentException("unknown fact: " + words[0]);
                });
    }

    private void order(String[] words) {
        Orders orders = bench.orders();
        bench.order(
                switch (words[0]) {
                    case "switchover" -> orders.withSwitchover(words.length > 1 ? Bench.node(words[1]) : null);
                    case "change" -> orders.withChangeTo(Bench.node(words[1]));
                    case "observe" -> orders.with(Observe.valueOf(words[1].toUpperCase(Locale.ROOT)));
                    case "pause" -> orders.with(Pause.valueOf(words[1].toUpperCase(Locale.ROOT)));
                    default -> throw new IllegalArgumentException("unknown order: " + words[0]);
                });
    }

    private void rounds(int count, String line) {
        lastAnswer = "";
        for (int i = 0; i < count; i++) {
            Evaluation evaluation = bench.round(line);
            String answer = answer(evaluation);
            if (!answer.equals(lastAnswer)) {
                say(evaluation.next().round() + " " + answer
                        + numbers(evaluation.decision().comparison()));
            }
            lastAnswer = answer;
        }
    }

    /** What makes a round read unlike the one before: the decision, its reason and the alarms. */
    private static String answer(Evaluation evaluation) {
        Decision decision = evaluation.decision();
        StringBuilder line = new StringBuilder(decision.kind().name());
        if (decision.from() != null && !decision.from().equals(decision.to())) {
            line.append(' ').append(decision.from()).append(" ->");
        }
        line.append(' ').append(decision.to() == null ? "nobody" : decision.to());
        line.append(' ').append(decision.reason().name()).append(' ');
        if (decision.cause() != null) {
            line.append("by ").append(decision.cause().name()).append(' ');
        }
        for (Alarm alarm : evaluation.alarms()) {
            line.append('[').append(alarm.kind().name());
            line.append(alarm.node() == null ? "" : " " + alarm.node()).append("] ");
        }
        return line.toString();
    }

    private static String numbers(Decision.Comparison numbers) {
        String k = "k=" + numbers.k();
        return numbers.candidate() == null
                ? k
                : String.format(
                        Locale.ROOT,
                        "%s candidate=%s advantage=%.2f hysteresis=%.2f streak=%d/%d",
                        k,
                        numbers.candidate(),
                        numbers.advantage(),
                        numbers.hysteresis(),
                        numbers.streak(),
                        numbers.confirmations());
    }

    private void averages() {
        bench.state()
                .nodes()
                .forEach((id, state) -> say(String.format(
                        Locale.ROOT,
                        "%s average %.2f over %d rounds, coverage %.0f %%",
                        id,
                        state.average().value(),
                        state.average().rounds(),
                        100 * state.average().coverage(30))));
        RoleLoad.Estimate cost = bench.last().roleLoad();
        say(String.format(Locale.ROOT, "role load %.2f (%s)", cost.points(), cost.source()));
    }

    private void say(String answer) {
        out.add(("    " + answer).stripTrailing());
    }
}
