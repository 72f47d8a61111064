package io.fairlead.client.failsafe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.client.BoundedPort;
import io.fairlead.client.failsafe.PeerWords.Question;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Asks and promises on real sockets, among nodes that are what they say and others. */
class PeerPortTest {
    private static final GroupId GROUP = new GroupId("line-1");
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final GroupSecret SECRET = secret("a secret of sixteen bytes or more");

    private final List<AutoCloseable> open = new ArrayList<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void close() throws Exception {
        logger().detachAppender(log);
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("io.fairlead.client.failsafe");
    }

    private List<String> warnings() {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getLevel().levelInt >= ch.qos.logback.classic.Level.WARN_INT)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private static GroupSecret secret(String text) {
        return new GroupSecret(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Member member(String node) {
        return new Member(GROUP, new NodeId(node), "of-" + node);
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** A standby that knows token 7. */
    private static final class Standby implements PeerView {
        @Override
        public long highestToken() {
            return 7;
        }

        @Override
        public boolean hasAcceptedPromote() {
            return false;
        }

        @Override
        public void higherToken(long token) {}

        @Override
        public Duration leaseBefore() {
            return Duration.ZERO;
        }

        @Override
        public void promising(Duration lease) {}

        @Override
        public void promised(NodeId to, Duration forHowLong) {}
    }

    private record Opened(PeerPort port, PromiseBook book) {
        Peer at(String node) {
            return new Peer(new NodeId(node), "127.0.0.1:" + port.port());
        }
    }

    private Opened node(Member member, GroupSecret secret) throws IOException {
        return node(member, secret, PeerPort.STANDARD);
    }

    private Opened node(Member member, GroupSecret secret, BoundedPort.Limits limits) throws IOException {
        PromiseBook book = new PromiseBook(member, new Standby(), () -> 0, LEASE);
        PeerPort port = PeerPort.open(loopback(), new PeerPort.Desk(member, secret, book), limits);
        open.add(port);
        return new Opened(port, book);
    }

    private static Peer asker() {
        return new Peer(new NodeId("gw-1"), "127.0.0.1:1");
    }

    private boolean all(Ask ask, Duration timeout, Peer... others) throws Exception {
        List<Peer> members = new ArrayList<>(List.of(others));
        members.add(asker());
        PeerAsks asks = new PeerAsks(SECRET);
        open.add(asks);
        return asks.all(members, ask, timeout).get(60, TimeUnit.SECONDS);
    }

    private boolean all(Peer... others) throws Exception {
        return all(new Ask(member("gw-1"), 7, LEASE), LONG, others);
    }

    private static boolean hasPromised(Opened node) {
        return node.book().bound().orElseThrow().promisedTo().isPresent();
    }

    @Test
    void whenEveryOtherMemberPromisesTheAnswerIsYes() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        Opened third = node(member("gw-3"), SECRET);
        assertThat(all(second.at("gw-2"), third.at("gw-3"))).isTrue();
        assertThat(hasPromised(second)).isTrue();
        assertThat(hasPromised(third)).isTrue();
        assertThat(warnings()).isEmpty();
    }

    @Test
    void aMemberThatRefusesIsEnoughForANo() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        Ask old = new Ask(member("gw-1"), 6, LEASE);
        assertThat(all(old, LONG, second.at("gw-2"))).isFalse();
        assertThat(warnings())
                .containsExactly("failsafe: no promise of gw-2 at "
                        + second.at("gw-2").address() + ": knows a higher token: the asker was replaced");
    }

    @Test
    void aMemberThatDoesNotListenIsEnoughForANo() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        int nobody;
        try (ServerSocket taken = new ServerSocket(0)) {
            nobody = taken.getLocalPort();
        }
        assertThat(all(second.at("gw-2"), new Peer(new NodeId("gw-3"), "127.0.0.1:" + nobody)))
                .isFalse();
        assertThat(all(second.at("gw-2"), new Peer(new NodeId("gw-3"), ""))).isFalse();
        assertThat(warnings()).anyMatch(line -> line.contains("gw-3") && line.contains("has no usable peer address"));
    }

    @Test
    void aMemberThatTakesTheConnectionAndSaysNothingIsSilent() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Peer peer = new Peer(new NodeId("gw-2"), "127.0.0.1:" + deaf.getLocalPort());
            assertThat(all(new Ask(member("gw-1"), 7, LEASE), Duration.ofMillis(200), peer))
                    .isFalse();
        }
    }

    @Test
    void twoAddressesThatReachOneProcessAreNotTwoPromises() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        assertThat(all(second.at("gw-2"), second.at("gw-3"))).isFalse();
        assertThat(warnings()).hasSize(1).first().asString().contains("node gw-2 answered");
    }

    @Test
    void twoNodesWithOneIncarnationAreNotTwoPromises() throws Exception {
        Opened second = node(new Member(GROUP, new NodeId("gw-2"), "same"), SECRET);
        Opened third = node(new Member(GROUP, new NodeId("gw-3"), "same"), SECRET);
        assertThat(all(second.at("gw-2"), third.at("gw-3"))).isFalse();
        Opened own = node(new Member(GROUP, new NodeId("gw-2"), "of-gw-1"), SECRET);
        assertThat(all(own.at("gw-2"))).isFalse();
    }

    @Test
    void aListWithoutTheAskerIsRefusedAndOneWithNobodyElseIsAYes() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        try (PeerAsks asks = new PeerAsks(SECRET)) {
            Ask ask = new Ask(member("gw-1"), 7, LEASE);
            assertThat(asks.all(List.of(second.at("gw-2")), ask, LONG).get()).isFalse();
            assertThat(asks.all(List.of(), ask, LONG).get()).isFalse();
            assertThat(asks.all(List.of(asker()), ask, LONG).get()).isTrue();
        }
        assertThat(hasPromised(second)).isFalse();
    }

    @Test
    void anotherSecretIsNoPromiseAndIsToldOnceOnEachSide() throws Exception {
        Opened second = node(member("gw-2"), secret("another secret that is long enough"));
        List<Peer> members = List.of(asker(), second.at("gw-2"));
        try (PeerAsks asks = new PeerAsks(SECRET)) {
            for (int times = 0; times < 3; times++) {
                assertThat(asks.all(members, new Ask(member("gw-1"), 7, LEASE), LONG)
                                .get(60, TimeUnit.SECONDS))
                        .isFalse();
            }
        }
        assertThat(hasPromised(second)).isFalse();
        assertThat(warnings()).hasSize(2).allMatch(line -> line.contains("group-secret-file"));
        assertThat(warnings()).noneMatch(line -> line.contains("sixteen") || line.contains("another secret that"));
    }

    @Test
    void whatThePortSendsWithoutTheSecretIsAChallengeAndNothingElse() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        try (Socket socket = connect(second)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\ncode x\n".getBytes(StandardCharsets.UTF_8));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).matches("fairlead-peer 1 [0-9a-f]{32}\n");
        }
    }

    private static Socket connect(Opened node) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port().port());
        socket.setSoTimeout(30_000);
        return socket;
    }

    private static String line(Socket socket) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = socket.getInputStream().read(); next >= 0 && next != '\n'; ) {
            line.append((char) next);
            next = socket.getInputStream().read();
        }
        return line.toString();
    }

    private static String said(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Question question(String challenge) {
        return new Question(new Ask(member("gw-1"), 7, LEASE), new NodeId("gw-2"), challenge, "0123456789abcdef");
    }

    @Test
    void anAskThatIsSentAgainGetsNoAnswerAndNoPromise() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        String text;
        try (Socket socket = connect(second)) {
            Question question = question(PeerWords.challengeIn(line(socket)).orElseThrow());
            text = PeerWords.question(SECRET, question);
            String answer = said(socket, text);
            assertThat(PeerWords.answer(SECRET, answer, text, question).promise())
                    .isEqualTo(Promise.GRANTED);
        }
        Opened same = node(member("gw-2"), SECRET);
        for (Opened each : List.of(second, same)) {
            try (Socket socket = connect(each)) {
                assertThat(line(socket)).isNotEmpty();
                assertThat(said(socket, text)).isEmpty();
            }
        }
        assertThat(hasPromised(same)).isFalse();
    }

    /** Whoever sits between two nodes can change bytes, and answer with what he heard before. */
    @Test
    void anAnswerOfAnEarlierAskOrWithAnyByteChangedIsNone() throws Exception {
        String ask = PeerWords.question(SECRET, question("c1"));
        String answer = PeerWords.answer(
                SECRET, ask, "0123456789abcdef", new PeerWords.Answered(member("gw-2"), Promise.GRANTED));
        assertThat(PeerWords.answer(SECRET, answer, ask, question("c1")).incarnation())
                .isEqualTo("of-gw-2");
        String later = PeerWords.question(SECRET, question("c2"));
        assertThatExceptionOfType(PeerWords.Strange.class)
                .isThrownBy(() -> PeerWords.answer(SECRET, answer, later, question("c2")))
                .withMessage("an answer to another ask");
        for (int at = 0; at < answer.length(); at++) {
            String wrong = answer.substring(0, at) + (char) (answer.charAt(at) ^ 1) + answer.substring(at + 1);
            assertThatExceptionOfType(PeerWords.Strange.class)
                    .as("byte %s", at)
                    .isThrownBy(() -> PeerWords.answer(SECRET, wrong, ask, question("c1")));
        }
        for (int at = 0; at < ask.length(); at++) {
            String wrong = ask.substring(0, at) + (char) (ask.charAt(at) ^ 1) + ask.substring(at + 1);
            assertThatExceptionOfType(PeerWords.Strange.class)
                    .as("byte %s of the ask", at)
                    .isThrownBy(() -> PeerWords.question(SECRET, wrong, "c1"));
        }
        assertThatExceptionOfType(PeerWords.Strange.class)
                .as("an ask sent back as its own answer")
                .isThrownBy(() -> PeerWords.answer(SECRET, ask, ask, question("c1")));
    }

    @Test
    void anAnswerThatIsAnotherNodesIsNone() {
        String ask = PeerWords.question(SECRET, question("c1"));
        String answer = PeerWords.answer(
                SECRET, ask, "0123456789abcdef", new PeerWords.Answered(member("gw-3"), Promise.GRANTED));
        assertThatExceptionOfType(PeerWords.Strange.class)
                .isThrownBy(() -> PeerWords.answer(SECRET, answer, ask, question("c1")))
                .withMessage("node gw-3 answered");
    }

    @Test
    void connectionsThatSayNothingKeepNobodyFromBeingAnswered() throws Exception {
        Opened second = node(member("gw-2"), SECRET, new BoundedPort.Limits(Duration.ofHours(1), 4));
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 12; i++) {
                silent.add(connect(second));
            }
            assertThat(all(second.at("gw-2"))).isTrue();
            assertThat(line(silent.get(0))).as("the oldest was greeted").startsWith("fairlead-peer");
            assertThat(silent.get(0).getInputStream().read()).as("and closed").isEqualTo(-1);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void aConnectionEndsWhenItsTimeIsOverOrItSaysTooMuch() throws Exception {
        Opened quick = node(member("gw-2"), SECRET, new BoundedPort.Limits(Duration.ofMillis(50), 4));
        try (Socket socket = connect(quick)) {
            assertThat(line(socket)).isNotEmpty();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        Opened slow = node(member("gw-2"), SECRET, new BoundedPort.Limits(Duration.ofHours(1), 4));
        try (Socket socket = connect(slow)) {
            assertThat(line(socket)).isNotEmpty();
            socket.getOutputStream().write(new byte[Sealed.LARGEST]);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aPortThatIsTakenIsOneLine() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        InetSocketAddress taken = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), second.port().port());
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> PeerPort.open(taken, member("gw-3"), SECRET, second.book()))
                .withMessageStartingWith("peer-listen: ")
                .withMessageEndingWith("use an address of this machine and a port that is free");
    }

    @Test
    void aClosedPortAnswersNobody() throws Exception {
        Opened second = node(member("gw-2"), SECRET);
        assertThat(all(second.at("gw-2"))).isTrue();
        second.port().close();
        await().untilAsserted(() -> assertThat(all(second.at("gw-2"))).isFalse());
    }

    @Test
    void aSecretThatIsTooShortIsRefusedAndNoneIsEverShown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> secret("fifteen bytes .".substring(0, 15)))
                .withMessage("the group's secret has 15 bytes: use 16 to 256");
        assertThat(SECRET).hasToString("the group's secret");
    }
}
