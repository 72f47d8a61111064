package io.fairlead.client.failsafe;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What two nodes say to each other on one connection: the asked one a challenge that it has made up, the asker its ask with
 * that challenge and a nonce of its own, the asked one its answer with the code of the ask. So a message that is sent again
 * later fits to nothing, and neither side keeps a list of old ones.
 */
final class PeerWords {
    private static final String HELLO = "fairlead-peer 1 ";
    private static final Pattern RANDOM = Pattern.compile("[0-9a-f]{32}");
    private static final SecureRandom SECURE = new SecureRandom();
    private static final Sealed ASK = new Sealed(
            "fairlead-ask 1", "challenge", "nonce", "group", "from", "incarnation", "asked", "token", "lease_ms");
    private static final Sealed ANSWER =
            new Sealed("fairlead-promise 1", "ask", "nonce", "node", "incarnation", "promise");

    private PeerWords() {}

    /** An ask as it stands on the wire, and to whom. */
    record Question(Ask ask, NodeId asked, String challenge, String nonce) {}

    /** An answer that belongs to a question: who gave it, and what it is. */
    record Answer(String incarnation, Promise promise) {}

    /** A text that is none of this group's; the message says whether the secret is to blame. */
    static final class Strange extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean otherSecret;

        Strange(boolean otherSecret, String words) {
            super(words);
            this.otherSecret = otherSecret;
        }

        boolean otherSecret() {
            return otherSecret;
        }
    }

    /** A text that nobody can guess and that never comes again. */
    static String random() {
        byte[] bytes = new byte[16];
        SECURE.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    static String hello(String challenge) {
        return HELLO + challenge + "\n";
    }

    static Optional<String> challengeIn(String line) {
        String challenge =
                line.startsWith(HELLO) ? line.substring(HELLO.length()).stripTrailing() : "";
        return RANDOM.matcher(challenge).matches() ? Optional.of(challenge) : Optional.empty();
    }

    static String question(GroupSecret secret, Question question) {
        Ask ask = question.ask();
        return ASK.seal(
                secret,
                List.of(
                        question.challenge(),
                        question.nonce(),
                        ask.from().group().value(),
                        ask.from().node().value(),
                        ask.from().incarnation(),
                        question.asked().value(),
                        Long.toString(ask.token()),
                        Long.toString(ask.lease().toMillis())));
    }

    /** Reads an ask that answers the challenge. */
    static Question question(GroupSecret secret, String text, String challenge) throws Strange {
        List<String> values = opened(ASK.open(secret, text)).values();
        if (!values.get(0).equals(challenge)) {
            throw new Strange(false, "an ask to another challenge");
        }
        try {
            Member from = new Member(new GroupId(values.get(2)), new NodeId(values.get(3)), values.get(4));
            Duration lease = Duration.ofMillis(Long.parseLong(values.get(7)));
            Ask ask = new Ask(from, Long.parseLong(values.get(6)), lease);
            return new Question(ask, new NodeId(values.get(5)), challenge, values.get(1));
        } catch (IllegalArgumentException e) {
            throw new Strange(false, String.valueOf(e.getMessage()));
        }
    }

    /** The answer to an ask, which is given as the text that came. */
    static String answer(GroupSecret secret, String askText, String nonce, Answered answered) {
        return ANSWER.seal(
                secret,
                List.of(
                        Sealed.codeOf(askText),
                        nonce,
                        answered.self().node().value(),
                        answered.self().incarnation(),
                        answered.promise().name()));
    }

    /** Who answers what. */
    record Answered(Member self, Promise promise) {}

    /** Reads the answer to a question that was sent as this text. */
    static Answer answer(GroupSecret secret, String text, String askText, Question question) throws Strange {
        List<String> values = opened(ANSWER.open(secret, text)).values();
        if (!values.get(0).equals(Sealed.codeOf(askText)) || !values.get(1).equals(question.nonce())) {
            throw new Strange(false, "an answer to another ask");
        }
        if (!values.get(2).equals(question.asked().value())) {
            throw new Strange(false, "node " + values.get(2) + " answered");
        }
        try {
            return new Answer(values.get(3), Promise.valueOf(values.get(4)));
        } catch (IllegalArgumentException e) {
            throw new Strange(false, "an answer that is not known here");
        }
    }

    private static Sealed.Opened opened(Sealed.Opened opened) throws Strange {
        if (opened.trouble() == Sealed.Trouble.OTHER_SECRET) {
            throw new Strange(true, "a message under another secret: group-secret-file must be the same on all nodes");
        }
        if (opened.trouble() == Sealed.Trouble.OTHER_FORM) {
            throw new Strange(false, "no message between nodes of this version");
        }
        return opened;
    }
}
