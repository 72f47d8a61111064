package io.fairlead.manager;

import io.fairlead.NodeId;
import io.fairlead.config.Settings;
import io.fairlead.load.Averaging;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.primary.Bootstrap;
import io.fairlead.primary.Observe;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Safeguard;
import io.fairlead.primary.SwitchRule;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the section of one group, as a manager does it and as a replay does it with the same file. */
public final class GroupConfig {

    private final Settings section;

    private GroupConfig(Settings section) {
        this.section = section;
    }

    /** Reads a section; throws {@link io.fairlead.config.ConfigException} with the place of a fault. */
    public static GroupSettings read(Settings section) {
        section.known(
                "profile",
                "sample-interval",
                "window",
                "observe",
                "bootstrap",
                "preferred",
                "role-load",
                "hysteresis-base",
                "hysteresis-floor",
                "cooldown",
                "cooldown-rounds",
                "ceiling",
                "maintenance");
        GroupConfig config = new GroupConfig(section);
        return section.build(() -> new GroupSettings(config.primary(), config.observe(), config.maintenance()));
    }

    private PrimarySettings primary() {
        Profile profile = section.text("profile").map(Profile::of).orElse(Profile.STEADY);
        Duration interval = section.duration("sample-interval").orElse(GroupSettings.SAMPLE_INTERVAL);
        PrimarySettings settings = PrimarySettings.of(profile, interval);
        OptionalLong window = section.integer("window");
        if (window.isPresent()) {
            int rounds = (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, window.getAsLong()));
            settings = settings.with(
                    profile == Profile.CLASSIC ? Averaging.fixedWeight(rounds) : Averaging.windowLong(rounds));
        }
        settings = settings.with(rule(settings.rule())).with(bootstrap(), preferred());
        return roleLoad(settings);
    }

    private SwitchRule rule(SwitchRule rule) {
        SwitchRule changed = rule;
        OptionalDouble base = section.number("hysteresis-base");
        if (base.isPresent()) {
            changed = changed.withHysteresisBase(base.getAsDouble());
        }
        OptionalDouble floor = section.number("hysteresis-floor");
        if (floor.isPresent()) {
            changed = changed.withFloor(floor.getAsDouble(), changed.noiseFactor());
        }
        Duration cooldown = section.duration("cooldown").orElse(null);
        if (cooldown != null) {
            changed = changed.withCooldown(cooldown, cooldown);
        }
        OptionalLong rounds = section.integer("cooldown-rounds");
        if (rounds.isPresent()) {
            changed = changed.withCooldownRounds((int) Math.max(-1, Math.min(Integer.MAX_VALUE, rounds.getAsLong())));
        }
        OptionalDouble ceiling = section.number("ceiling");
        return ceiling.isPresent() ? changed.withCeiling(ceiling.getAsDouble()) : changed;
    }

    private PrimarySettings roleLoad(PrimarySettings settings) {
        String text = section.text("role-load").orElse("auto");
        if (text.equals("auto")) {
            return settings;
        }
        if (!settings.has(Safeguard.ROLE_LOAD)) {
            throw section.refused("role-load", "no such key with profile classic, which does not know a role load");
        }
        return text.equals("off")
                ? settings.without(Safeguard.ROLE_LOAD)
                : settings.withRoleLoad(section.number("role-load").orElseThrow());
    }

    private Bootstrap bootstrap() {
        String text = section.text("bootstrap").orElse("immediate");
        for (Bootstrap bootstrap : Bootstrap.values()) {
            if (bootstrap.name().toLowerCase(Locale.ROOT).equals(text)) {
                return bootstrap;
            }
        }
        throw section.refused("bootstrap", "immediate or wait");
    }

    private Observe observe() {
        String text = section.text("observe").orElse("off");
        for (Observe observe : Observe.values()) {
            if (observe.name().toLowerCase(Locale.ROOT).equals(text)) {
                return observe;
            }
        }
        throw section.refused("observe", "off, preference or all");
    }

    private @Nullable NodeId preferred() {
        return section.text("preferred").map(NodeId::new).orElse(null);
    }

    private SortedSet<NodeId> maintenance() {
        SortedSet<NodeId> nodes = new TreeSet<>();
        section.texts("maintenance").ifPresent(ids -> ids.forEach(id -> nodes.add(new NodeId(id))));
        return nodes;
    }
}
