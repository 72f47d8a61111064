package io.fairlead.cli.client;

import io.fairlead.GroupId;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.client.Allocator;
import io.fairlead.client.CallException;
import io.fairlead.client.ClientSettings;
import io.fairlead.client.FairleadClient;
import io.fairlead.client.InstanceSettings;
import io.fairlead.client.LoadReporter;
import io.fairlead.client.MachineLoad;
import io.fairlead.client.Place;
import io.fairlead.client.PlaceWish;
import io.fairlead.client.Primary;
import io.fairlead.client.PrimaryLocator;
import io.fairlead.client.PrimaryView;
import io.fairlead.client.StoreClient;
import io.fairlead.client.role.RoleCallbacks;
import io.fairlead.client.role.RoleChange;
import io.fairlead.client.role.RoleParticipant;
import io.fairlead.client.role.RoleSettings;
import io.fairlead.placement.Claim;
import io.fairlead.redis.RedisSettings;
import io.fairlead.redis.RedisStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The programs of docs/client.md. What stands between the marks is the text of the page. */
final class Snippets {

    private Snippets() {}

    static void client(Consumer<FairleadClient> work, String address) {
        // snippet: client
        ClientSettings settings = ClientSettings.standard()
                .withManager(address) // http://127.0.0.1:7400 unless told otherwise
                .withBudget(Duration.ofSeconds(2));
        try (FairleadClient fairlead = FairleadClient.open(settings)) {
            work.accept(fairlead);
        }
        // end
    }

    static PrimaryLocator primary(FairleadClient fairlead, Consumer<String> connect, Runnable hold) {
        // snippet: primary
        PrimaryLocator locator = fairlead.locator(new GroupId("line-1"));
        locator.onChange(view -> {
            if (view instanceof Primary primary) {
                connect.accept(primary.address().orElseThrow());
            } else if (view instanceof PrimaryView.None) {
                hold.run(); // the manager says that there is none
            } else if (view instanceof PrimaryView.Unknown unknown) {
                unknown.last().ifPresent(last -> connect.accept(last.address().orElseThrow()));
            }
        });
        // end
        return locator;
    }

    static void allocate(FairleadClient fairlead, Consumer<Place> join, Consumer<String> sorry) {
        // snippet: allocate
        Allocator allocator = fairlead.allocator(new ServiceId("battle"));
        allocator.allocate(new RoomId("r-17")).whenComplete((place, trouble) -> {
            if (place != null) {
                join.accept(place); // place.instance().endpoint(), and place.claim() for the instance
            } else if (trouble instanceof CallException why && why.is("no-instances")) {
                sorry.accept("full, try again in a minute");
            } else {
                sorry.accept(trouble.getMessage());
            }
        });
        // end
    }

    static void unreachable(Allocator allocator, Place place, Consumer<Place> join) {
        // snippet: unreachable
        PlaceWish again = PlaceWish.forRoom(new RoomId("r-17")).avoiding(place.owner());
        allocator.allocate(again).thenAccept(join);
        // end
    }

    static LoadReporter report(FairleadClient fairlead, LongSupplier rooms, BiConsumer<RoomId, Long> endRoom) {
        // snippet: report
        MachineLoad machine = MachineLoad.withHeap();
        LoadReporter reporter = fairlead.reporter(
                InstanceSettings.of(new ServiceId("battle"), new InstanceId("i1"), "ws://10.0.0.5:9000"),
                () -> machine.read().withRooms(rooms.getAsLong()),
                (room, epoch) -> endRoom.accept(room, epoch));
        // end
        return reporter;
    }

    static void rooms(LoadReporter reporter, Claim claim) {
        // snippet: rooms
        reporter.hold(new RoomId("r-17"), claim); // it lives here from now on: its claim is renewed
        reporter.end(new RoomId("r-17")); // it is over: its claim ends
        // end
    }

    static void leave(LoadReporter reporter, Runnable untilEmpty) {
        // snippet: leave
        reporter.drain(); // said at once: no new rooms
        untilEmpty.run();
        reporter.close(); // goodbye, at most for the budget
        // end
    }

    static void redis(RedisSettings settings, Consumer<StoreClient> work) {
        // snippet: redis
        try (RedisStore redis = RedisStore.open(settings.withScheduler("lobby-1"));
                StoreClient fairlead = StoreClient.over(redis.reports(), redis.rooms(), redis.drains())) {
            work.accept(fairlead); // allocator(...) and reporter(...), as above
        }
        // end
    }

    static void begin(LoadReporter reporter, Place place) {
        // snippet: begin
        RoomId room = place.room().orElseThrow();
        place.claim().ifPresentOrElse(claim -> reporter.hold(room, claim), () -> reporter.hold(room));
        // end
    }

    static RoleParticipant node(String address, Path folder, LongConsumer serve, Runnable stop) throws IOException {
        // snippet: node
        RoleSettings settings = RoleSettings.of(new GroupId("line-1"), new NodeId("gw-1"))
                .withManager(URI.create(address))
                .withStateFolder(folder); // what must not be forgotten
        RoleParticipant node = RoleParticipant.join(settings, new RoleCallbacks() {
            @Override
            public void promote(RoleChange change) {
                serve.accept(change.token());
            }

            @Override
            public void demote(RoleChange change) {
                stop.run(); // also at the start, and maybe twice
            }
        });
        // end
        return node;
    }

    static void leave(RoleParticipant node, LongConsumer write) {
        // snippet: primaryonly
        if (node.isPrimary()) {
            write.accept(node.token()); // storage refuses a token below the highest it has seen
        }
        node.close(); // lays the role down, and says goodbye
        // end
    }
}
