package io.fairlead.simulator.rooms;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The worlds in which policies of placement are judged. Numbers and names stay; number 1 is the arithmetic of {@code
 * safety-margin}, which needs no world.
 *
 * <p>20 machines of 4, 8 and 16 cores unless said; what happens begins when the run counts, after {@value #SETTLED_S} s
 * or, with brief rooms, {@value #SOON_SETTLED_S} s.
 */
public enum RoomScenario {
    /** Three quarters loaded, machines of three sizes. */
    STEADY_MIXED(2, "steady 75 %, 4/8/16 cores"),
    /** Three quarters loaded, machines of one size. */
    HOMOGENEOUS(3, "homogeneous, 75 %"),
    /** Three quarters loaded, machines of five sizes. */
    MANY_SIZES(4, "2..32 cores, 75 %"),
    /** Sensors that jitter much more. */
    ROUGH_SENSORS(5, "noise sd 8 and a spike each 20 s, 60 %"),
    /** Ten times the arrivals for ten seconds. */
    STORM(6, "storm 10x for 10 s at 50 %"),
    /** Most rooms arrive in batches. */
    BATCHES(7, "60 % in 0.3 s batches each 15 s, 4 schedulers, 65 %"),
    /** The same with many schedulers. */
    BATCHES_16(7, "the same with 16 schedulers"),
    /** A cold machine joins many others. */
    COLD_JOIN_BRIEF(8, "cold machine joins 49, rooms live 60 s, 65 %"),
    /** A cold machine joins a few others. */
    COLD_JOIN_LONG(9, "cold machine joins 9, rooms live 300 s, 70 %"),
    /** A cold machine joins while many rooms arrive. */
    JOIN_IN_STORM(10, "cold machine joins 19 within a 4x storm of 60 s, 50 %"),
    /** A large machine dies. */
    DEATH(11, "16-core machine of 10 dies, 60 %"),
    /** A sensor reads 0. */
    BLIND_SENSOR(12, "an 8-core machine's CPU reads 0, 65 %"),
    /** A report says idle again and again. */
    FROZEN_REPORT(13, "an 8-core machine's report freezes at idle, 65 %"),
    /** The store is away. */
    STORE_AWAY(14, "store away for 120 s, 65 %"),
    /** More is wanted than the ceiling allows. */
    NEARLY_FULL(15, "offered 92 %"),
    /** As much is wanted as there is. */
    FULL(15, "offered 100 %");

    /** Seconds after which a run counts. */
    public static final int SETTLED_S = 300;

    /** Rooms that live shorter settle sooner. */
    private static final int SOON_SETTLED_S = 60;

    private static final double USUAL_S = 600;

    /** Where nothing happens: the longest room lives that long. */
    private static final double LONG_S = 1800;

    private static final double AWAY_S = 120;
    private static final double WARM_UP_S = 60;

    private final int number;
    private final String title;

    RoomScenario(int number, String title) {
        this.number = number;
        this.title = title;
    }

    /** Its number in the table of scenarios, 2 to 15. */
    public int number() {
        return number;
    }

    /** Its name in lower case with dashes, one for each. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What happens, in words. */
    public String title() {
        return title;
    }

    /** The world. */
    public RoomWorld world() {
        return switch (this) {
            case STEADY_MIXED -> mixed(20, 75).with(lasting(LONG_S));
            case HOMOGENEOUS -> RoomWorld.of(RoomNode.fleet(20, 8), 75, lasting(LONG_S));
            case MANY_SIZES -> RoomWorld.of(RoomNode.fleet(20, 2, 4, 8, 16, 32), 75, lasting(LONG_S));
            case ROUGH_SENSORS -> mixed(20, 60).with(new Jitter(8, 20));
            case STORM -> mixed(20, 50).with(Arrivals.steady(50).with(new Arrivals.Storm(SETTLED_S, 10, 10)));
            case BATCHES -> mixed(20, 65).with(Arrivals.steady(65).inBatches(0.6));
            case BATCHES_16 -> BATCHES.world().withSchedulers(16);
            case COLD_JOIN_BRIEF ->
                mixed(49, 65)
                        .with(RoomMix.brief())
                        .with(RoomNode.joining("n50", 8, SOON_SETTLED_S))
                        .with(new RoomWorld.Span(SOON_SETTLED_S, SOON_SETTLED_S + 90));
            case COLD_JOIN_LONG -> mixed(9, 70).with(RoomNode.joining("n10", 8, SETTLED_S));
            case JOIN_IN_STORM ->
                mixed(19, 50)
                        .with(Arrivals.steady(50).with(new Arrivals.Storm(SETTLED_S - 10, 60, 4)))
                        .with(RoomNode.joining("n20", 8, SETTLED_S));
            case DEATH -> mixed(10, 60).with(new Fault(Fault.Kind.DIES, "n06", SETTLED_S));
            case BLIND_SENSOR -> mixed(20, 65).with(new Fault(Fault.Kind.SENSOR_READS_ZERO, "n02", SETTLED_S));
            case FROZEN_REPORT ->
                mixed(20, 65)
                        .with(new Fault(Fault.Kind.REPORT_FROZEN_AT_IDLE, "n02", SETTLED_S))
                        .with(lasting(60));
            case STORE_AWAY -> mixed(20, 65).with(new RoomWorld.Away(SETTLED_S, AWAY_S));
            case NEARLY_FULL -> mixed(20, 92);
            case FULL -> mixed(20, 100);
        };
    }

    /** What it is judged by. */
    public List<RoomFigure> figures() {
        return switch (this) {
            case HOMOGENEOUS ->
                List.of(RoomFigure.overloaded(), RoomFigure.measured("max/mean", RoomMeasures::maxOverMean));
            case STEADY_MIXED, MANY_SIZES -> bySize();
            case ROUGH_SENSORS, STORM, BATCHES, BATCHES_16 -> List.of(RoomFigure.overloaded());
            case COLD_JOIN_BRIEF -> newcomer("n50", SOON_SETTLED_S);
            case COLD_JOIN_LONG -> newcomer("n10", SETTLED_S);
            case JOIN_IN_STORM -> newcomer("n20", SETTLED_S);
            case DEATH -> death();
            case BLIND_SENSOR -> List.of(RoomFigure.measured("its peak, %", measures -> measures.peak("n02")));
            case FROZEN_REPORT -> frozen("n02");
            case STORE_AWAY ->
                List.of(
                        RoomFigure.overloaded(),
                        RoomFigure.counted(
                                "last blind placement after the return, s",
                                tallies -> Math.max(0, tallies.lastBlindS() - SETTLED_S - AWAY_S)),
                        RoomFigure.counted(
                                "last room with two owners after the return, s",
                                tallies -> Math.max(0, tallies.lastDoubledS() - SETTLED_S - AWAY_S)));
            case NEARLY_FULL, FULL ->
                List.of(
                        RoomFigure.area(),
                        RoomFigure.counted(
                                "rooms refused, %", tallies -> 100.0 * tallies.refused() / tallies.arrived()));
        };
    }

    private List<RoomFigure> bySize() {
        List<RoomFigure> figures = new ArrayList<>(List.of(RoomFigure.overloaded()));
        world().nodes().stream()
                .map(RoomNode::cores)
                .distinct()
                .sorted()
                .forEach(cores -> figures.add(RoomFigure.measured(
                        "mean load of machines with " + Math.round(cores) + " cores, %",
                        measures -> measures.mean(node -> node.cores() == cores))));
        return figures;
    }

    private static List<RoomFigure> newcomer(String node, double from) {
        return List.of(
                RoomFigure.measured(
                        "its peak in its first 60 s, %",
                        measures -> measures.within(from, from + WARM_UP_S).peak(node)),
                RoomFigure.measured(
                        "times its fair share in its first 30 s",
                        measures -> measures.within(from, from + 31).timesFairShare(node)),
                RoomFigure.measured(
                                "until it carries its share, s (median)", measures -> measures.secondsUntilFair(node))
                        .asMedian());
    }

    private static List<RoomFigure> death() {
        return List.of(
                RoomFigure.counted("placements on the dead machine", RoomTallies::onDead),
                RoomFigure.counted("of them by a scheduler that was told", RoomTallies::onDeadAfterFailure),
                RoomFigure.counted("rooms that lost their machine", RoomTallies::orphans),
                RoomFigure.counted("of them with one new owner", RoomTallies::movedOnce),
                RoomFigure.counted("with more than one", RoomTallies::movedMore),
                RoomFigure.counted("with none in the end", RoomTallies::homeless));
    }

    private static List<RoomFigure> frozen(String node) {
        return List.of(
                RoomFigure.measured(
                        "its part of the arrivals in 10 s, %",
                        measures -> measures.within(SETTLED_S, SETTLED_S + 11).shareOfPlacements(node)),
                RoomFigure.measured("in 60 s, %", measures -> measures.shareOfPlacements(node)),
                RoomFigure.measured(
                        "placements on it after 13 s",
                        measures -> measures.within(SETTLED_S + 13, SETTLED_S + WARM_UP_S)
                                .placements(node)));
    }

    private static RoomWorld mixed(int machines, double offered) {
        return RoomWorld.of(RoomNode.fleet(machines, 4, 8, 16), offered, lasting(USUAL_S));
    }

    private static RoomWorld.Span lasting(double seconds) {
        return new RoomWorld.Span(SETTLED_S, SETTLED_S + seconds);
    }
}
