package io.fairlead.manager;

import io.fairlead.NodeId;
import io.fairlead.config.ConfigException;
import io.fairlead.config.Quoted;
import io.fairlead.config.Settings;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.primary.Bootstrap;
import io.fairlead.primary.Observe;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import io.fairlead.primary.Safeguard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the section of one group, as a manager does it and as a replay does it with the same file. */
public final class GroupConfig {

    /** Every key of a group's section; docs/configuration.md explains each. */
    static final List<String> KEYS = List.of(
            "profile",
            "sample-interval",
            "weights",
            "bottleneck",
            "window",
            "weight",
            "observe",
            "bootstrap",
            "preferred",
            "role-load",
            "hysteresis-base",
            "hysteresis-floor",
            "noise-factor",
            "confirmations",
            "warm-up-windows",
            "cooldown",
            "cooldown-rounds",
            "ceiling",
            "least-coverage",
            "without",
            "maintenance",
            "timing",
            "handover",
            "single-writer",
            "prepare-timeout",
            "promote-timeout",
            "drain-timeout",
            "cleanup-timeout",
            "drill");

    private final Settings section;

    private GroupConfig(Settings section) {
        this.section = section;
    }

    /** Reads a section; throws {@link io.fairlead.config.ConfigException} with the place of a fault. */
    public static GroupSettings read(Settings section) {
        section.known(KEYS.toArray(String[]::new));
        GroupConfig config = new GroupConfig(section);
        return section.build(() -> new GroupSettings(
                config.primary(),
                config.observe(),
                config.maintenance(),
                config.handover(),
                TimingConfig.read(section).orElse(null),
                section.section("drill").map(DrillConfig::read).orElse(null)));
    }

    private PrimarySettings primary() {
        Profile profile = section.text("profile").map(Profile::of).orElse(Profile.STEADY);
        Duration interval = section.duration("sample-interval").orElse(GroupSettings.SAMPLE_INTERVAL);
        PrimarySettings settings = PrimarySettings.of(profile, interval);
        settings = settings.with(LoadConfig.formula(section, settings.load()))
                .with(LoadConfig.averaging(section, settings.averaging()))
                .with(new RuleConfig(section).rule(settings.rule()))
                .with(bootstrap(), preferred());
        for (String name : section.texts("without").orElse(List.of())) {
            settings = settings.without(safeguard(name));
        }
        return roleLoad(settings);
    }

    private PrimarySettings roleLoad(PrimarySettings settings) {
        String text = section.text("role-load").orElse("auto");
        if (text.equals("auto")) {
            return settings;
        }
        if (!settings.has(Safeguard.ROLE_LOAD)) {
            throw section.refused("role-load", "no such key with profile classic, which does not know a role load");
        }
        if (text.equals("off")) {
            return settings.without(Safeguard.ROLE_LOAD);
        }
        try {
            return settings.withRoleLoad(section.number("role-load").orElseThrow());
        } catch (ConfigException noNumber) {
            throw section.refused("role-load", "auto, off or points from 0 to 100");
        }
    }

    private Safeguard safeguard(String name) {
        List<String> known = new ArrayList<>();
        for (Safeguard safeguard : Safeguard.values()) {
            if (safeguard.label().equals(name)) {
                return safeguard;
            }
            known.add(safeguard.label());
        }
        throw section.refusedFor(
                "without", "found " + Quoted.of(name) + ", expected some of " + String.join(", ", known));
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

    private HandoverSettings handover() {
        HandoverMode mode = mode();
        HandoverSettings usual = HandoverSettings.of(mode);
        HandoverSettings.Limits limits = usual.limits();
        return new HandoverSettings(
                mode,
                section.onOff("single-writer").orElse(false),
                new HandoverSettings.Limits(
                        section.duration("prepare-timeout").orElse(limits.prepare()),
                        section.duration("promote-timeout").orElse(limits.promote()),
                        section.duration("drain-timeout").orElse(limits.drain()),
                        section.duration("cleanup-timeout").orElse(limits.clean())),
                usual.bars());
    }

    private HandoverMode mode() {
        String text = section.text("handover").orElse("overlap");
        for (HandoverMode mode : HandoverMode.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
                return mode;
            }
        }
        throw section.refused("handover", "overlap or exclusive");
    }

    private @Nullable NodeId preferred() {
        return section.text("preferred").map(id -> node("preferred", id)).orElse(null);
    }

    private SortedSet<NodeId> maintenance() {
        SortedSet<NodeId> nodes = new TreeSet<>();
        section.texts("maintenance").ifPresent(ids -> ids.forEach(id -> nodes.add(node("maintenance", id))));
        return nodes;
    }

    private NodeId node(String key, String id) {
        try {
            return new NodeId(id);
        } catch (IllegalArgumentException noId) {
            throw section.refusedFor(key, String.valueOf(noId.getMessage()));
        }
    }
}
