package io.fairlead.placement;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Services made from a seed: instances of every kind, often near a limit. */
final class Services {

    private static final List<String> AGES = List.of("", "", "", "", ",age=3", ",age=8.999", ",age=9", ",age=60");
    private static final List<String> STATES = List.of("", "", "", "", "", ",drain", ",maint");
    private static final List<String> EDGES = List.of("-", "0", "84", "84.1", "85", "86", "89.5", "90", "100");

    private final Random random;

    private Services(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    }

    /** Runs a test over seeds 1 to the count, or over the one of {@code -Dfairlead.seed}; names the seed that fails. */
    static void forEach(int count, LongConsumer test) {
        Long only = Long.getLong("fairlead.seed");
        for (long seed = only == null ? 1 : only; seed <= (only == null ? count : only); seed++) {
            try {
                test.accept(seed);
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError(
                        "seed " + seed + " (again with -Dfairlead.seed=" + seed + "): " + failure.getMessage(),
                        failure);
            }
        }
    }

    /**
     * One service, a request to it, and perhaps a remembered home.
     *
     * @param line its instances in the notation of the bench
     * @param view the same
     */
    record Service(
            String line,
            ServiceView view,
            PlacementRequest request,
            @Nullable Claim remembered) {

        Placement place(Draw draw) {
            return PlacementBench.placer().place(request, view, remembered, draw);
        }
    }

    static Service of(long seed) {
        return new Services(seed).service();
    }

    /** Only instances with a small weight or none, so that every number can be drawn. */
    static ServiceView small(long seed) {
        Services services = new Services(seed);
        StringBuilder line = new StringBuilder();
        int count = services.random.nextInt(9);
        for (int i = 0; i < count; i++) {
            line.append(name(i)).append('=').append(services.number(70, 86)).append("/10 ");
        }
        return PlacementBench.view(line.toString());
    }

    private Service service() {
        StringBuilder line = new StringBuilder();
        int count = random.nextInt(8);
        for (int i = 0; i < count; i++) {
            line.append(name(i)).append('=').append(reading()).append('/').append(reading());
            line.append(one(AGES)).append(one(STATES));
            line.append(random.nextInt(6) == 0 ? ",run=2" : "");
            line.append(random.nextInt(6) == 0 ? ",cpu<" + number(1, 100) : "");
            line.append(' ');
        }
        ServiceView view = PlacementBench.view(line.toString());
        return new Service(
                line.toString(),
                random.nextInt(5) == 0 ? view.outdated() : view,
                new PlacementRequest(random.nextInt(3) == 0 ? PlacementBench.owner(anyName() + "#1") : null),
                random.nextInt(3) == 0 ? PlacementBench.claim(anyName() + "#1") : null);
    }

    private String reading() {
        return random.nextInt(3) == 0 ? one(EDGES) : number(0, 100);
    }

    private String number(int low, int high) {
        return String.format(Locale.ROOT, "%.2f", low + random.nextDouble() * (high - low));
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String anyName() {
        return name(random.nextInt(8));
    }

    /** Names whose order is not that of their numbers. */
    private static String name(int i) {
        return "i" + (i * 5 % 8);
    }
}
