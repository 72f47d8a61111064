package io.fairlead.manager;

import io.fairlead.GroupId;
import io.fairlead.ServiceId;
import io.fairlead.config.ListenAddress;
import io.fairlead.config.Settings;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.services.ServiceSettings;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything a manager is told at its start.
 *
 * @param listen where it listens
 * @param insecure whether it may listen where other machines reach it, although it asks nobody who they are
 * @param tokensFile the file with the tokens of those whom it answers, or empty if it asks nobody who he is
 * @param timing for how long a role lasts without an answer, and what happens when on the way there
 * @param dataDir the folder in which it remembers what must outlive it, or empty if nothing outlives it
 * @param store the store beside it in which services are remembered, or empty if that is in itself
 * @param afterLoss whether the data of an earlier manager was lost, so that a primary may be cut off of which nobody knows
 * @param groups how the groups that are named are treated; any other group gets the standard settings
 * @param services how the services that are named are treated; any other service gets the standard settings
 */
public record ManagerSettings(
        ListenAddress listen,
        boolean insecure,
        Optional<Path> tokensFile,
        Timing timing,
        Optional<Path> dataDir,
        Optional<SharedStore> store,
        boolean afterLoss,
        SortedMap<GroupId, GroupSettings> groups,
        SortedMap<ServiceId, ServiceSettings> services) {

    /** Every key at the top; docs/configuration.md explains each. */
    static final List<String> KEYS = List.of(
            "listen",
            "auth",
            "insecure",
            "timing",
            "store",
            "store-prefix",
            "store-password-file",
            "store-sentinel-password-file",
            "store-certificates",
            "store-wait-replicas",
            "data-dir",
            "after-loss",
            "groups",
            "services");

    /** Keys that mean nothing without a store beside the manager. */
    private static final List<String> STORE_KEYS = List.of(
            "store-prefix",
            "store-password-file",
            "store-sentinel-password-file",
            "store-certificates",
            "store-wait-replicas");

    /** The default port is not used by anything well known. */
    private static final ListenAddress LISTEN = new ListenAddress("127.0.0.1", 7400);

    private static final Path DATA_DIR = Path.of("data");

    /** Copies groups and services in the order of their ids. */
    public ManagerSettings {
        groups = Collections.unmodifiableSortedMap(new TreeMap<>(groups));
        services = Collections.unmodifiableSortedMap(new TreeMap<>(services));
    }

    /** What a manager without any configuration does. */
    public static ManagerSettings standard() {
        return new ManagerSettings(
                LISTEN,
                false,
                Optional.empty(),
                Timing.safe(),
                Optional.of(DATA_DIR),
                Optional.empty(),
                false,
                new TreeMap<>(),
                new TreeMap<>());
    }

    /**
     * Reads a configuration with any of its keys. Throws {@link io.fairlead.config.ConfigException} with the place of a fault.
     */
    public static ManagerSettings read(Settings settings) {
        settings.known(KEYS.toArray(String[]::new));
        ManagerSettings standard = standard();
        ListenAddress listen = settings.build(
                () -> settings.text("listen").map(ListenAddress::parse).orElse(LISTEN));
        Timing timing = TimingConfig.read(settings).orElse(standard.timing());
        SortedMap<GroupId, GroupSettings> groups = new TreeMap<>();
        settings.section("groups").ifPresent(named -> {
            for (String name : named.keys()) {
                GroupId id = named.build(() -> new GroupId(name));
                named.section(name).ifPresent(group -> groups.put(id, GroupConfig.read(group)));
            }
        });
        SortedMap<ServiceId, ServiceSettings> services = new TreeMap<>();
        settings.section("services").ifPresent(named -> {
            for (String name : named.keys()) {
                ServiceId id = named.build(() -> new ServiceId(name));
                named.section(name).ifPresent(service -> services.put(id, ServiceConfig.read(service)));
            }
        });
        return new ManagerSettings(
                listen,
                settings.onOff("insecure").orElse(false),
                tokensFile(settings),
                timing,
                dataDir(settings),
                sharedStore(settings),
                settings.onOff("after-loss").orElse(false),
                groups,
                services);
    }

    /** How a group is treated. */
    GroupSettings of(GroupId group) {
        return groups.getOrDefault(group, GroupSettings.standard());
    }

    private static Optional<Path> dataDir(Settings settings) {
        String store = settings.text("store").orElse("embedded");
        Optional<Path> folder = settings.build(() -> settings.path("data-dir"));
        if (store.equals("embedded") || SharedStore.isNamedBy(store)) {
            return Optional.of(folder.orElse(DATA_DIR));
        }
        if (!store.equals("memory")) {
            throw settings.refused("store", "embedded, memory, or a URL such as redis://10.0.0.9:6379");
        }
        if (folder.isPresent()) {
            throw settings.refused("data-dir", "no such key with store memory, which writes nothing");
        }
        return Optional.empty();
    }

    private static Optional<SharedStore> sharedStore(Settings settings) {
        Optional<String> url = settings.text("store").filter(SharedStore::isNamedBy);
        if (url.isPresent()) {
            return Optional.of(new SharedStore(
                    url.get(),
                    settings.text("store-prefix").orElse(""),
                    settings.path("store-password-file"),
                    settings.path("store-certificates"),
                    settings.build(() -> new SharedStore.Replicated(
                            settings.path("store-sentinel-password-file"),
                            settings.integer("store-wait-replicas").orElse(0)))));
        }
        for (String key : STORE_KEYS) {
            if (settings.text(key).isPresent()) {
                throw settings.refusedFor(key, "there is no store beside the manager that it is for: give store a URL");
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> tokensFile(Settings settings) {
        return settings.section("auth").map(auth -> {
            Optional<Path> file = auth.build(() -> auth.known("tokens-file").path("tokens-file"));
            return file.orElseThrow(
                    () -> auth.refused("tokens-file", "a file with a line of ROLE TOKEN [NAME] for each token"));
        });
    }

    /** The same for those who have one of the tokens in a file. */
    public ManagerSettings withTokensFile(Path file) {
        return new ManagerSettings(
                listen, insecure, Optional.of(file), timing, dataDir, store, afterLoss, groups, services);
    }

    /** The same with another folder for what must outlive it. */
    public ManagerSettings withDataDir(Path folder) {
        return new ManagerSettings(
                listen, insecure, tokensFile, timing, Optional.of(folder), store, afterLoss, groups, services);
    }

    /** The same with nothing that outlives it. */
    public ManagerSettings inMemory() {
        return new ManagerSettings(
                listen, insecure, tokensFile, timing, Optional.empty(), store, afterLoss, groups, services);
    }

    /** How a service is treated. */
    ServiceSettings of(ServiceId service) {
        return services.getOrDefault(service, ServiceSettings.standard());
    }

    /** The same with another place to listen. */
    public ManagerSettings with(ListenAddress other) {
        return new ManagerSettings(other, insecure, tokensFile, timing, dataDir, store, afterLoss, groups, services);
    }

    /** The same with another timing. */
    public ManagerSettings with(Timing other) {
        return new ManagerSettings(listen, insecure, tokensFile, other, dataDir, store, afterLoss, groups, services);
    }

    /** The same with other settings for one group. */
    public ManagerSettings with(GroupId group, GroupSettings settings) {
        SortedMap<GroupId, GroupSettings> more = new TreeMap<>(groups);
        more.put(group, settings);
        return new ManagerSettings(listen, insecure, tokensFile, timing, dataDir, store, afterLoss, more, services);
    }
}
