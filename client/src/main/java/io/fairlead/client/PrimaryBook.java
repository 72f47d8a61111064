package io.fairlead.client;

import io.fairlead.FencingToken;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What answers have said of one group's primary: keeps the newest and never goes back. Of two answers the one with the higher
 * token is newer; with the same token, the one whose question was sent later.
 */
final class PrimaryBook {

    private final Duration staleAfter;
    private final long opened;
    private long highestToken;
    private @Nullable Primary lastPrimary;

    /** The manager's reason if it said last that there is none. */
    private @Nullable String none;

    private boolean answered;
    private long sentLast;
    private String trouble = "no answer has come yet";

    PrimaryBook(Duration staleAfter, long now) {
        this.staleAfter = staleAfter;
        this.opened = now;
    }

    /** What became of an answer. */
    enum Entry {
        /** It counts. */
        TAKEN,
        /** A newer one was there before. */
        OVERTAKEN,
        /** Its token is lower than one seen before. */
        OLDER_TOKEN,
        /** It gives another node the token of the primary that is known. */
        SAME_TOKEN_OTHER_NODE
    }

    /** Enters that a question sent at some time was answered with a primary. */
    synchronized Entry primary(Primary seen, long sent) {
        if (seen.token() < highestToken) {
            return Entry.OLDER_TOKEN;
        }
        if (lastPrimary != null && seen.token() == lastPrimary.token()) {
            if (!seen.node().equals(lastPrimary.node())) {
                return Entry.SAME_TOKEN_OTHER_NODE;
            }
            if (isOvertaken(sent)) {
                return Entry.OVERTAKEN;
            }
        }
        // One absurd token must not shut out every later primary.
        highestToken = FencingToken.learned(seen.token());
        lastPrimary = seen;
        none = null;
        enter(sent);
        return Entry.TAKEN;
    }

    /** Enters that a question sent at some time was answered with none. */
    synchronized Entry none(String why, long sent) {
        if (isOvertaken(sent)) {
            return Entry.OVERTAKEN;
        }
        none = why;
        enter(sent);
        return Entry.TAKEN;
    }

    private void enter(long sent) {
        sentLast = sent;
        answered = true;
    }

    private boolean isOvertaken(long sent) {
        return answered && sent - sentLast < 0;
    }

    /** Enters that a question came to nothing. */
    synchronized void trouble(String why) {
        trouble = why;
    }

    /** What is known at a time. */
    synchronized PrimaryView at(long now) {
        Duration age = Duration.ofNanos(Math.max(0, now - (answered ? sentLast : opened)));
        boolean fresh = answered && age.compareTo(staleAfter) < 0;
        if (!fresh) {
            return new PrimaryView.Unknown(age, Optional.ofNullable(known(age)), trouble);
        }
        if (none != null) {
            return new PrimaryView.None(none, age);
        }
        Primary known = known(age);
        if (known == null) {
            throw new IllegalStateException("an answer that says nothing");
        }
        return known;
    }

    private @Nullable Primary known(Duration age) {
        return lastPrimary == null || none != null ? null : lastPrimary.aged(age);
    }
}
