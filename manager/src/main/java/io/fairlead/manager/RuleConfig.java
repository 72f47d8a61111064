package io.fairlead.manager;

import io.fairlead.config.Settings;
import io.fairlead.primary.ByGroupSize;
import io.fairlead.primary.Cooldown;
import io.fairlead.primary.Hysteresis;
import io.fairlead.primary.SwitchRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads when a less loaded standby of a group takes over. */
final class RuleConfig {

    private final Settings section;

    RuleConfig(Settings section) {
        this.section = section;
    }

    SwitchRule rule(SwitchRule standard) {
        return section.build(() -> standard.with(hysteresis(standard.hysteresis()))
                .with(cooldown(standard.cooldown()))
                .withConfirmations(byGroupSize("confirmations", standard.confirmations()))
                .withWarmUpWindows(byGroupSize("warm-up-windows", standard.warmUpWindows()))
                .withCeiling(section.number("ceiling").orElse(standard.ceiling()))
                .withLeastCoverage(section.number("least-coverage").orElse(standard.leastCoverage())));
    }

    private Hysteresis hysteresis(Hysteresis standard) {
        return new Hysteresis(
                section.number("hysteresis-base").orElse(standard.base()),
                section.number("hysteresis-floor").orElse(standard.floor()),
                section.number("noise-factor").orElse(standard.noiseFactor()));
    }

    private Cooldown cooldown(Cooldown standard) {
        Optional<Duration> time = section.duration("cooldown");
        return new Cooldown(
                time.orElse(standard.pair()),
                time.orElse(standard.more()),
                LoadConfig.rounds(section.integer("cooldown-rounds"), standard.rounds()));
    }

    private ByGroupSize byGroupSize(String key, ByGroupSize standard) {
        Optional<List<String>> given = section.texts(key);
        if (given.isEmpty()) {
            return standard;
        }
        List<String> numbers = given.get();
        if (numbers.size() != 3 || !numbers.stream().allMatch(number -> number.matches("[0-9]{1,4}"))) {
            throw section.refused(key, "three whole numbers for k = 2, 3 and 4 or more, such as [4, 3, 2]");
        }
        return new ByGroupSize(
                Integer.parseInt(numbers.get(0)), Integer.parseInt(numbers.get(1)), Integer.parseInt(numbers.get(2)));
    }
}
