package io.fairlead.manager.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a node's word means for whom the last primary knows. */
final class MemberListTest {

    private static final NodeId FIRST = new NodeId("gw-1");
    private static final NodeId SECOND = new NodeId("gw-2");
    private static final NodeId THIRD = new NodeId("gw-3");

    /** Two nodes; the first is primary, asks others, and knows both. */
    private static final MemberList TWO =
            MemberList.none().with(FIRST, "gw-1:7403").with(SECOND, "gw-2:7403").takenOver(FIRST, true);

    private static NodeSteps said(boolean asks, long version, @Nullable String hash) {
        return new NodeSteps(-1, null, Duration.ZERO, null, false, null, asks, version, hash, null, null);
    }

    private static NodeSteps has(MemberList list) {
        return said(true, list.version(), list.hash());
    }

    @Test
    void whoeverJoinsIsKnownToThePrimaryOnceItSaysThatItHasTheNewList() {
        MemberList three = TWO.with(THIRD, "gw-3:7403");
        assertThat(three.isUnknownToPrimary(THIRD)).isTrue();
        assertThat(three.acknowledged(FIRST, has(TWO), MemberList.Claim.HOLDS)).isEqualTo(three);
        MemberList told = three.acknowledged(FIRST, has(three), MemberList.Claim.HOLDS);
        assertThat(told.isUnknownToPrimary(THIRD)).isFalse();
        assertThat(three.acknowledged(SECOND, has(three), MemberList.Claim.STANDS_BY))
                .as("what a standby has says nothing of the primary")
                .isEqualTo(three);
    }

    @Test
    void aNewPrimaryKnowsTheListThatItHasOrNobodyButItself() {
        MemberList three = TWO.with(THIRD, "gw-3:7403");
        assertThat(three.promoted(SECOND, has(three)).known().keySet()).containsExactly(FIRST, SECOND, THIRD);
        assertThat(three.promoted(SECOND, has(TWO)).known().keySet()).containsExactly(SECOND);
        assertThat(three.acknowledged(SECOND, has(TWO), MemberList.Claim.HOLDS)
                        .known()
                        .keySet())
                .as("one that is found as primary")
                .containsExactly(SECOND);
        assertThat(three.promoted(SECOND, said(false, 0, null)).primary())
                .as("one that asks nobody")
                .isNull();
    }

    @Test
    void aPrimaryThatIsAStandbyAgainAsksNobodyUnlessItIsAskedElsewhereNowOrMayStillHoldTheRole() {
        assertThat(TWO.acknowledged(FIRST, has(TWO), MemberList.Claim.STANDS_BY).primary())
                .isNull();
        assertThat(TWO.acknowledged(FIRST, has(TWO), MemberList.Claim.NEITHER)).isEqualTo(TWO);
        MemberList moved = TWO.with(FIRST, "spare:7403");
        assertThat(moved.acknowledged(FIRST, has(moved), MemberList.Claim.STANDS_BY))
                .isEqualTo(moved);
    }

    @Test
    void aHigherVersionThanThisOrThePrimarysOwnOfOtherContentShowsThatThisIsOlderThanWhatWasTold() {
        long version = TWO.version();
        assertThat(TWO.aboveWhatIsTold(has(TWO), MemberList.Claim.HOLDS)).isEqualTo(TWO);
        assertThat(TWO.aboveWhatIsTold(said(true, version - 1, "old"), MemberList.Claim.HOLDS))
                .isEqualTo(TWO);
        assertThat(TWO.aboveWhatIsTold(said(true, version, "other"), MemberList.Claim.STANDS_BY))
                .isEqualTo(TWO);
        MemberList other = TWO.aboveWhatIsTold(said(true, version, "other"), MemberList.Claim.HOLDS);
        assertThat(other.version()).isEqualTo(version + 1);
        assertThat(other.known().keySet()).containsExactly(FIRST);
        assertThat(TWO.aboveWhatIsTold(said(true, version + 8, null), MemberList.Claim.STANDS_BY)
                        .version())
                .isEqualTo(version + 9);
    }
}
