package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.GroupId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reader of {@code GET /v1/events} gets, and what it can cost. */
final class EventsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final GroupId GROUP = new GroupId("line-1");

    /** Lines of server-sent events as they come in over a real connection. */
    private static final class Events implements AutoCloseable {

        final String head;
        private final Wire wire;

        Events(int port, String target, String... headers) throws IOException {
            wire = new Wire(port);
            wire.send("GET " + target + " HTTP/1.0\r\nhost: x\r\n" + String.join("", headers) + "\r\n");
            head = wire.response();
        }

        /** The next event of a kind, passing over others. */
        JsonNode next(String kind) throws IOException {
            for (int line = 0; line < 2_000; line++) {
                String event = wire.line();
                if (event.equals("event: " + kind)) {
                    return MAPPER.readTree(wire.line().substring("data: ".length()));
                }
            }
            throw new IOException("no event " + kind + " among 2,000 lines");
        }

        String line() throws IOException {
            return wire.line();
        }

        @Override
        public void close() throws IOException {
            wire.close();
        }
    }

    @Test
    void everyRoundIsToldWithItsNumbersAndWhatIsUnknownIsNullAndNotZero() throws Exception {
        try (Served served = new Served();
                Events events = new Events(served.port(), "/v1/events?group=line-1")) {
            assertThat(events.head)
                    .startsWith("HTTP/1.1 200")
                    .contains("content-type: text/event-stream; charset=utf-8")
                    .contains("cache-control: no-store");
            JsonNode round = MAPPER.createObjectNode();
            for (int sample = 1; sample < 50 && !isWhole(round); sample++) {
                served.beat("line-1", "gw-1", Served.heartbeat(sample, 12.5));
                served.beat("line-1", "gw-2", Served.heartbeat("b1", "standby", 0));
                round = events.next("round");
            }
            assertThat(round.get("group").textValue()).isEqualTo("line-1");
            assertThat(round.get("round").longValue()).isPositive();
            assertThat(round.get("words").textValue()).isNotBlank();
            assertThat(round.get("hysteresis").isNull()).isTrue();
            assertThat(round.get("cooldown_left_ms").isNull()).isTrue();
            JsonNode measured = round.get("nodes").get(0);
            assertThat(measured.get("newest").doubleValue()).isPositive();
            JsonNode unmeasured = round.get("nodes").get(1);
            assertThat(unmeasured.get("state").textValue()).isIn("alive", "late");
            assertThat(unmeasured.get("newest").isNull()).isTrue();
            assertThat(unmeasured.get("average").isNull()).isTrue();
            assertThat(unmeasured.get("failed").get("question").textValue()).isEqualTo("COVERAGE");
            assertThat(unmeasured.get("failed").get("words").textValue()).startsWith("gw-2: coverage");
        }
    }

    private static JsonNode noStandby(Events events, boolean begins) throws IOException {
        JsonNode notice = events.next("notice");
        while (!notice.get("kind").textValue().equals("NO_STANDBY")
                || notice.get("begins").booleanValue() != begins) {
            notice = events.next("notice");
        }
        return notice;
    }

    private static boolean isWhole(JsonNode round) {
        JsonNode nodes = round.path("nodes");
        return nodes.size() == 2 && nodes.get(0).get("newest").isNumber();
    }

    @Test
    void aChangeOfThePrimaryIsToldInWordsAndOtherGroupsAreNot() throws Exception {
        try (Served served = new Served();
                Events events = new Events(served.port(), "/v1/events?group=mine")) {
            await().until(() -> {
                served.beat("other", "gw-9", Served.heartbeat("c1", "standby", 0));
                served.beat("mine", "gw-1", Served.heartbeat("a1", "standby", 0));
                return served.get("/v1/groups/mine/primary").statusCode() == 200
                        && served.get("/v1/groups/other/primary").statusCode() == 200;
            });
            JsonNode change = events.next("change");
            assertThat(change.get("group").textValue()).isEqualTo("mine");
            assertThat(change.get("to").textValue()).isEqualTo("gw-1");
            assertThat(change.get("cause").textValue()).isEqualTo("BOOTSTRAP");
            assertThat(change.get("words").textValue()).isEqualTo("gw-1 becomes primary: the group had no primary yet");
            for (int i = 0; i < 5; i++) {
                assertThat(events.next("round").get("group").textValue()).isEqualTo("mine");
            }
        }
    }

    @Test
    void anAlarmIsToldWhenItBeginsAndWhenItEnds() throws Exception {
        try (Served served = new Served();
                Events events = new Events(served.port(), "/v1/events")) {
            await().until(() -> {
                served.beat("line-1", "gw-1", Served.heartbeat("a1", "standby", 0));
                served.beat("line-1", "gw-2", Served.heartbeat("b1", "standby", 0));
                return served.get("/v1/groups/line-1/primary").statusCode() == 200;
            });
            // A notice tells what is new since the first round that was told.
            events.next("round");
            String goodbye = Served.heartbeat("b1", "standby", 0).replace("{", "{\"goodbye\":true,");
            served.beat("line-1", "gw-2", goodbye);
            JsonNode notice = noStandby(events, true);
            served.beat("line-1", "gw-3", Served.heartbeat("c1", "standby", 0));
            noStandby(events, false);
            assertThat(notice.get("words").textValue()).isEqualTo("no standby is alive: nobody can take over");
        }
    }

    @Test
    void whoComesBackIsToldToReadEverythingAgain() throws Exception {
        try (Served served = new Served();
                Events events = new Events(served.port(), "/v1/events", "last-event-id: 17-4\r\n")) {
            assertThat(events.next("reset").get("words").textValue()).endsWith("read the groups again");
        }
    }

    @Test
    void aQuietConnectionShowsThatTheManagerLives() throws Exception {
        EventFeed feed = new EventFeed(Duration.ofMillis(50));
        try (Served served = served(feed, HttpLimits.standard());
                Events events = new Events(served.port(), "/v1/events")) {
            assertThat(events.line()).isEqualTo(": beat");
            assertThat(events.line()).isEmpty();
            assertThat(events.line()).isEqualTo(": beat");
        }
    }

    @Test
    void aReaderMoreThanThereMayBeIsRefusedUntilOneLeaves() throws Exception {
        List<Events> all = new ArrayList<>();
        try (Served served = new Served()) {
            for (int i = 0; i < EventFeed.READERS; i++) {
                all.add(new Events(served.port(), "/v1/events"));
            }
            HttpResponse<String> refused = served.get("/v1/events");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(Served.json(refused).get("code").textValue()).isEqualTo("limit-reached");
            all.remove(0).close();
            await().until(() -> {
                try (Events next = new Events(served.port(), "/v1/events")) {
                    return next.head.startsWith("HTTP/1.1 200");
                }
            });
        } finally {
            for (Events events : all) {
                events.close();
            }
        }
    }

    @Test
    void aWrongParameterIsRefusedAndHeadOpensNothing() throws Exception {
        EventFeed feed = new EventFeed();
        try (Served served = new Served()) {
            assertThat(served.get("/v1/events?grup=a").body()).contains("the nearest known parameter is \\\"group\\\"");
            assertThat(served.get("/v1/events?group=-a").statusCode()).isEqualTo(400);
        }
        try (Served served = served(feed, HttpLimits.standard());
                Wire wire = new Wire(served.port())) {
            wire.send("HEAD /v1/events HTTP/1.1\r\nhost: x\r\n\r\n");
            assertThat(wire.response(0)).startsWith("HTTP/1.1 200").contains("text/event-stream");
            assertThat(feed.pending()).isEmpty();
        }
    }

    @Test
    void ofTheRoundsOfAGroupOnlyTheNewestWaitsAndChangesComeFirst() {
        EventFeed feed = new EventFeed();
        EventReader reader = feed.open(null, false);
        EventFrame change = frame(EventFrame.Kind.CHANGE, "c", 10);
        EventFrame newer = frame(EventFrame.Kind.ROUND, "r2", 20);
        feed.send(List.of(frame(EventFrame.Kind.ROUND, "r1", 10), change));
        feed.send(List.of(newer));
        assertThat(feed.pending()).containsExactly((long) change.bytes().length + newer.bytes().length);
        assertThat(reader.next()).isEqualTo(change.bytes());
        assertThat(reader.next()).isEqualTo(newer.bytes());
        assertThat(reader.next()).isNull();
    }

    /** More than the operating system keeps for a connection is sent to a client that takes nothing. */
    @Test
    void aReaderThatStopsReadingNeitherGrowsMemoryNorDelaysOthersAndIsLetGo() throws Exception {
        HttpLimits standard = HttpLimits.standard();
        HttpLimits quick = new HttpLimits(
                standard.connections(),
                standard.body(),
                standard.target(),
                standard.headers(),
                standard.drained(),
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                standard.idle());
        EventFeed feed = new EventFeed();
        try (Served served = served(feed, quick);
                Socket stuck = new Socket();
                Events reading = new Events(served.port(), "/v1/events")) {
            stuck.setReceiveBufferSize(4_096);
            stuck.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), served.port()));
            stuck.getOutputStream()
                    .write("GET /v1/events HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            await().until(() -> feed.pending().size() == 2);

            long mostWaiting = 0;
            int sent = 0;
            while (feed.pending().size() == 2 && sent < 50_000) {
                feed.send(List.of(frame(EventFrame.Kind.NOTICE, "n" + sent, 60_000)));
                assertThat(reading.next("notice").get("name").textValue()).isEqualTo("n" + sent);
                for (long waiting : feed.pending()) {
                    mostWaiting = Math.max(mostWaiting, waiting);
                }
                sent++;
            }
            assertThat(mostWaiting).as("bytes that waited for the stuck reader").isBetween(60_000L, (long)
                    EventReader.BYTES);
            assertThat(feed.pending()).as("the stuck reader is gone").hasSize(1);
        }
    }

    @Test
    void whoFellBehindReadsTheOrderToReadAgainInsteadOfWhatWasDropped() {
        EventFeed feed = new EventFeed();
        EventReader reader = feed.open(GROUP, false);
        for (int i = 0; i * 60_000 <= EventReader.BYTES; i++) {
            feed.send(List.of(frame(EventFrame.Kind.NOTICE, "n" + i, 60_000)));
        }
        byte[] next = reader.next();
        assertThat(next).isNotNull();
        assertThat(new String(next, StandardCharsets.UTF_8)).contains("event: reset");
        assertThat(reader.next()).isNull();
    }

    private static EventFrame frame(EventFrame.Kind kind, String name, int size) {
        return EventFrame.of(kind, GROUP, name, json -> {
            json.writeStringField("name", name);
            json.writeStringField("much", "x".repeat(size));
        });
    }

    private static Served served(EventFeed feed, HttpLimits limits) throws IOException {
        EventResource resource = new EventResource(feed);
        return new Served(limits, request -> resource.stream(Target.of(request)));
    }
}
