package io.fairlead.placement;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.load.Metrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Instances on the bench, in a short notation such as {@code a=20/10 b=-/10 c=20/10,age=9}.
 *
 * <p>An instance is its CPU and memory in percent, {@code -} where the reading failed. Behind commas may stand {@code drain},
 * {@code maint}, {@code age=9} (seconds), {@code run=2} (its process), {@code disk=70} (a further metric), {@code cpu<60} (a
 * ceiling of its own), {@code c=4} (cores), {@code gb=16} (memory), {@code n=100} (rooms), {@code y=2.5} (growth still to
 * come) and {@code up=30} (seconds since its start, else an hour).
 */
final class PlacementBench {

    static final ServiceId SERVICE = new ServiceId("battle");

    private PlacementBench() {}

    static ServiceView view(String line) {
        return view(line, 1);
    }

    /** The same, of reports with some sequence. */
    static ServiceView view(String line, long sequence) {
        List<Candidate> candidates = new ArrayList<>();
        for (String word : line.strip().split(" +")) {
            if (!word.isEmpty()) {
                int equals = word.indexOf('=');
                candidates.add(candidate(word.substring(0, equals), word.substring(equals + 1), sequence));
            }
        }
        return new ServiceView(SERVICE, candidates, true);
    }

    private static Candidate candidate(String id, String text, long sequence) {
        String[] words = text.split(",");
        TreeMap<String, Double> metrics = new TreeMap<>();
        String[] used = words[0].split("/");
        put(metrics, Metrics.CPU, used[0]);
        put(metrics, Metrics.MEMORY, used[1]);
        InstanceState state = InstanceState.UP;
        Duration age = Duration.ZERO;
        String run = "1";
        Duration uptime = Duration.ofHours(1);
        Occupancy size = Occupancy.unknown();
        SafetyMargin ceilings = null;
        for (int i = 1; i < words.length; i++) {
            String key = words[i].split("[=<]")[0];
            String value = words[i].substring(Math.min(words[i].length(), key.length() + 1));
            if (words[i].contains("<")) {
                ceilings = SafetyMargin.standard().with(key, Double.parseDouble(value));
                continue;
            }
            switch (key) {
                case "drain" -> state = InstanceState.DRAINING;
                case "maint" -> state = InstanceState.MAINTENANCE;
                case "age" -> age = seconds(value);
                case "run" -> run = value;
                case "up" -> uptime = seconds(value);
                case "c" -> size = size.withCapacity(OptionalDouble.of(Double.parseDouble(value)));
                case "gb" -> size = size.withMemoryLimit(OptionalLong.of(Math.round(Double.parseDouble(value) * 1e9)));
                case "n" -> size = size.withRooms(OptionalLong.of(Long.parseLong(value)));
                case "y" -> size = size.withGrowth(OptionalDouble.of(Double.parseDouble(value)));
                default -> metrics.put(key, Double.parseDouble(value));
            }
        }
        LoadReport report = LoadReport.fresh(new Incarnation(run), sequence, new Metrics(metrics))
                .with(state)
                .with(size)
                .withUptime(uptime);
        report = ceilings == null ? report : report.with(ceilings);
        return new Candidate(instance(id), report, age);
    }

    static Duration seconds(String text) {
        return Duration.ofNanos((long) (Double.parseDouble(text) * 1e9));
    }

    private static void put(Map<String, Double> metrics, String metric, String value) {
        if (!value.equals("-")) {
            metrics.put(metric, Double.parseDouble(value));
        }
    }

    static Instance instance(String id) {
        return new Instance(new InstanceId(id), new NodeId("node-" + id), "ws://" + id + ":9000");
    }

    /** The process {@code a#1}. */
    static Owner owner(String text) {
        String[] parts = text.split("#");
        return new Owner(new InstanceId(parts[0]), new Incarnation(parts[1]));
    }

    static Claim claim(String owner) {
        return new Claim(owner(owner), 7);
    }

    static Placer placer() {
        return new Placer(PlacementSettings.safetyMargin());
    }

    /** Places one room that has no home, with a given number drawn. */
    static Placement place(String line, long drawn) {
        return placer().place(PlacementRequest.plain(), view(line), null, bound -> drawn);
    }

    static String chosen(Placement placement) {
        return placement.chosen() == null ? "nowhere" : placement.chosen().id().value();
    }

    /** How many of some rooms each instance gets, drawn from a seed. */
    static SortedMap<String, Integer> shares(int rooms, ServiceView view, long seed) {
        TreeMap<String, Integer> shares = new TreeMap<>();
        SplittableRandom random = new SplittableRandom(seed);
        Placer placer = placer();
        for (int i = 0; i < rooms; i++) {
            shares.merge(chosen(placer.place(PlacementRequest.plain(), view, null, random::nextLong)), 1, Integer::sum);
        }
        return shares;
    }

    /** The share of an instance in the draw by weight, 0..1. */
    static double share(ServiceView view, String id) {
        List<Offer> offers = placer().offers(view);
        double total = Roulette.total(offers);
        return total == 0 ? 0 : offer(offers, id).weight() / total;
    }

    static Offer offer(List<Offer> offers, String id) {
        return offers.stream()
                .filter(offer -> offer.candidate().id().value().equals(id))
                .findFirst()
                .orElseThrow();
    }

    static int weight(double cpu, double memory) {
        TreeMap<String, Double> metrics = new TreeMap<>();
        metrics.put(Metrics.CPU, cpu);
        metrics.put(Metrics.MEMORY, memory);
        return Objects.requireNonNull(SafetyMargin.standard().of(new Metrics(metrics)))
                .weight();
    }
}
