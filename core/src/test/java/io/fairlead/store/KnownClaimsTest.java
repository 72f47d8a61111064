package io.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class KnownClaimsTest {

    private static final Instant START = Instant.EPOCH;
    private static final Owner OWNER = new Owner(new InstanceId("i1"), new Incarnation("a"));

    private final KnownClaims known = new KnownClaims(3);

    private static Room room(String id) {
        return new Room(new ServiceId("battle"), new RoomId(id));
    }

    @Test
    void anOlderClaimReplacesNoLaterOne() {
        known.told(room("r"), new Claim(OWNER, 5), START);
        known.told(room("r"), new Claim(OWNER, 4), START);
        assertThat(known.last(room("r"))).isEqualTo(new Claim(OWNER, 5));
    }

    @Test
    void ofMoreRoomsThanAreRememberedTheOneThatWasToldLongestAgoGoes() {
        for (String id : new String[] {"a", "b", "c", "a", "d"}) {
            known.told(room(id), new Claim(OWNER, 1), START);
        }
        assertThat(known.last(room("b"))).isNull();
        assertThat(known.last(room("a"))).isNotNull();
    }

    @Test
    void whatWasToldIsFreshForOnePeriodOfRenewalAndRememberedForLonger() {
        known.told(room("r"), new Claim(OWNER, 1), START);
        Instant end = START.plus(AffinityStore.RENEW_EVERY);
        assertThat(known.fresh(room("r"), end.minusNanos(1))).isNotNull();
        assertThat(known.fresh(room("r"), end)).isNull();
        assertThat(known.last(room("r"))).isNotNull();
        known.forget(room("r"));
        assertThat(known.last(room("r"))).isNull();
    }
}
