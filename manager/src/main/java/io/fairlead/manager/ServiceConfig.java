package io.fairlead.manager;

import io.fairlead.config.ConfigException;
import io.fairlead.config.Quoted;
import io.fairlead.config.Settings;
import io.fairlead.manager.services.ServiceSettings;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.PlacementTerms;
import io.fairlead.placement.Policy;
import io.fairlead.placement.SafetyMargin;
import io.fairlead.placement.Term;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Reads the section of one service. */
final class ServiceConfig {

    /** Every key of a service's section; docs/configuration.md explains each. */
    static final List<String> KEYS = List.of("policy", "admission", "growth-reserve", "warm-up", "without", "ceilings");

    private ServiceConfig() {}

    /** Reads a section; throws {@link ConfigException} with the place of a fault. */
    static ServiceSettings read(Settings section) {
        section.known(KEYS.toArray(String[]::new));
        PlacementSettings standard = PlacementSettings.standard();
        SafetyMargin ceilings = section.section("ceilings")
                .map(named -> ceilings(named, standard.ceilings()))
                .orElse(standard.ceilings());
        boolean admission = section.onOff("admission").orElse(standard.admission());
        return new ServiceSettings(standard.with(policy(section))
                .with(ceilings)
                .with(terms(section, standard.terms()))
                .withAdmission(admission));
    }

    private static Policy policy(Settings section) {
        Optional<String> name = section.text("policy");
        return name.isEmpty()
                ? PlacementSettings.standard().policy()
                : Policy.of(name.get()).orElseThrow(() -> section.refused("policy", "safety-margin or fairlead"));
    }

    private static PlacementTerms terms(Settings section, PlacementTerms standard) {
        OptionalDouble reserve = section.number("growth-reserve");
        Optional<Duration> warmUp = section.duration("warm-up");
        PlacementTerms terms = section.build(() -> standard.withReserve(reserve.orElse(standard.reserve()))
                .withWarmUp(warmUp.orElse(standard.warmUp()), standard.coldShare()));
        for (String label : section.texts("without").orElse(List.of())) {
            terms = terms.without(Term.of(label).orElseThrow(() -> unknownTerm(section, label)));
        }
        return terms;
    }

    private static ConfigException unknownTerm(Settings section, String label) {
        String known = Arrays.stream(Term.values()).map(Term::label).collect(Collectors.joining(", "));
        return section.refusedFor("without", "found " + Quoted.of(label) + ", expected some of " + known);
    }

    /** The named ceilings move, the others stay: a ceiling that was forgotten would be a machine that runs full. */
    private static SafetyMargin ceilings(Settings named, SafetyMargin standard) {
        SafetyMargin ceilings = standard;
        for (String metric : named.keys()) {
            double ceiling = named.number(metric).orElseThrow(() -> named.refused(metric, "a number"));
            SafetyMargin before = ceilings;
            ceilings = named.build(() -> before.with(metric, ceiling));
        }
        return ceilings;
    }
}
