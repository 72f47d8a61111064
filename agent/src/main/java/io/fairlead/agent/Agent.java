package io.fairlead.agent;

import io.fairlead.agent.http.HaproxyPort;
import io.fairlead.agent.http.LocalPort;
import io.fairlead.agent.http.LocalStatus;
import io.fairlead.agent.keeper.Keeper;
import io.fairlead.agent.keeper.KeptRole;
import io.fairlead.agent.metrics.ServiceSource;
import io.fairlead.agent.role.HealthSettings;
import io.fairlead.agent.role.HookFolder;
import io.fairlead.agent.role.HookWatch;
import io.fairlead.agent.role.Hooks;
import io.fairlead.client.failsafe.GroupSecret;
import io.fairlead.client.machine.MachineReader;
import io.fairlead.client.role.Credential;
import io.fairlead.client.role.FailsafeSettings;
import io.fairlead.client.role.NodeMemory;
import io.fairlead.client.role.RoleParticipant;
import io.fairlead.client.role.RoleSettings;
import io.fairlead.client.role.StateFolder;
import io.fairlead.config.BearerToken;
import io.fairlead.config.TokenFile;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running agent: the reader of this machine, the part in the group, and the local port, wired together. */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    /** A little longer than HAProxy's usual {@code agent-inter} of 2 s. */
    private static final Duration LAST_WORD = Duration.ofMillis(2500);

    private final AgentConfig config;
    private final Optional<BearerToken> token;
    private final NodeLock lock;
    private final Sampler sampler;
    private final Optional<Keeper> keeper;
    private final Hooks hooks;
    private final RoleParticipant participant;
    private final LocalPort port;
    private final Optional<HaproxyPort> check;
    private @Nullable ServicePart service;
    private volatile boolean stopping;

    private Agent(AgentConfig config, HookFolder folder, NodeLock lock, Optional<BearerToken> token)
            throws IOException {
        this.config = config;
        this.token = token;
        this.lock = lock;
        Optional<FailsafeSettings> failsafe = failsafe(config);
        NodeMemory memory = memory(config);
        this.port = port(config, memory);
        this.check = check(memory);
        this.keeper = keeper(config, folder, lock);
        HookWatch watch = keeper.<HookWatch>map(KeptRole::new).orElse(HookWatch.NOBODY);
        this.hooks = new Hooks(config.identity(), folder, config.health(), watch);
        this.sampler = new Sampler(
                MachineReader.ofThisMachine(), config.measure().map(ServiceSource::meter), config.sampleInterval());
        this.participant = new RoleParticipant(
                new RoleSettings(
                        config.identity(),
                        config.managers(),
                        token.map(known -> new Credential(known::authorization, known.toString())),
                        config.address(),
                        config.capacity(),
                        config.heartbeatInterval(),
                        memory,
                        failsafe),
                hooks,
                sampler);
    }

    /** There is something to keep only where a hook undoes what the role did. */
    private static Optional<Keeper> keeper(AgentConfig config, HookFolder folder, NodeLock lock) {
        return folder.endsARole()
                ? config.hooksDir().map(hooks -> Keeper.start(new Keeper.Place(hooks, lock.file())))
                : Optional.empty();
    }

    private Optional<HaproxyPort> check(NodeMemory memory) throws IOException {
        if (config.check().isEmpty()) {
            return Optional.empty();
        }
        HaproxyPort taken = null;
        try {
            taken = HaproxyPort.take(
                    config.check().get().listen(), () -> checked(config.check().get()));
            return Optional.of(taken);
        } finally {
            if (taken == null) {
                port.close();
                memory.close();
            }
        }
    }

    private String checked(CheckConfig how) {
        ServicePart part = service;
        if (how.by() == CheckConfig.By.SERVICE && part != null) {
            return part.answer(stopping);
        }
        return status().checkAnswer(stopping, how.standbyShare());
    }

    private LocalPort port(AgentConfig config, NodeMemory memory) throws IOException {
        LocalPort taken = null;
        try {
            taken = LocalPort.take(config.listen(), this::status);
            return taken;
        } finally {
            if (taken == null) {
                memory.close();
            }
        }
    }

    private static Optional<FailsafeSettings> failsafe(AgentConfig config) throws IOException {
        if (config.peer().isEmpty()) {
            LOG.info("failsafe inactive: peer-listen, peer-address and group-secret-file are not set");
            return Optional.empty();
        }
        PeerConfig how = config.peer().get();
        try {
            GroupSecret secret = GroupSecretFile.read(how.secretFile());
            return Optional.of(new FailsafeSettings(how.listen().socketAddress(), how.address(), secret));
        } catch (IOException trouble) {
            throw new IOException("group-secret-file: " + trouble.getMessage(), trouble);
        }
    }

    private static NodeMemory memory(AgentConfig config) throws IOException {
        if (config.stateDir().isEmpty()) {
            LOG.warn("state-dir is none: this node forgets its highest token when its process ends");
            return NodeMemory.untilTheProcessEnds();
        }
        return StateFolder.open(config.stateDir().get(), config.group(), config.node());
    }

    /**
     * Starts an agent; it works until it is closed. Throws {@link IllegalArgumentException} for hooks that cannot be run
     * and {@link IOException} for a token that cannot be had, a node that another agent of this machine speaks for or a port that is taken, each
     * with one line that says so.
     */
    public static Agent start(AgentConfig config) throws IOException {
        HookFolder hooks = config.hooksDir().map(HookFolder::at).orElseGet(HookFolder::none);
        for (String name : hooks.neverRun()) {
            LOG.warn("hooks-dir has the executable \"{}\", which is never run; hooks are {}", name, HookFolder.names());
        }
        if (!config.health().equals(HealthSettings.standard()) && !hooks.tellsHealth()) {
            throw new IllegalArgumentException(
                    "health: says how a hook is asked that is not there: put an executable \"health\""
                            + " into hooks-dir, or leave the key out");
        }
        Agent agent = locked(config, hooks, token(config));
        LOG.info(
                "agent of node {} in group {}: managers {}, local port {}:{}",
                config.node(),
                config.group(),
                config.managers(),
                config.listen().host(),
                agent.port.port());
        if (config.service().isPresent()) {
            agent.service = ServicePart.start(
                    config.managers().get(0), agent.token, config.service().get(), config.node());
        }
        agent.port.start();
        agent.check.ifPresent(port -> {
            LOG.info(
                    "HAProxy's agent-check is answered at {}:{}",
                    config.check().get().listen().host(),
                    port.port());
            port.start();
        });
        agent.hooks.start();
        agent.begin();
        return agent;
    }

    /** Where the other agents cannot ask this one, nothing has begun, and nothing is left behind. */
    private void begin() throws IOException {
        boolean begun = false;
        try {
            participant.start();
            begun = true;
        } finally {
            if (!begun) {
                close();
            }
        }
    }

    private static Optional<BearerToken> token(AgentConfig config) throws IOException {
        if (config.tokenFile().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(TokenFile.read(config.tokenFile().get()));
        } catch (IOException trouble) {
            throw new IOException("token-file: " + trouble.getMessage(), trouble);
        }
    }

    /** The lock comes first: whatever else is wrong, no hook of a second agent may run. */
    private static Agent locked(AgentConfig config, HookFolder hooks, Optional<BearerToken> token) throws IOException {
        NodeLock lock = NodeLock.take(config.identity(), config.hooksDir());
        Agent agent = null;
        try {
            agent = new Agent(config, hooks, lock, token);
            return agent;
        } finally {
            if (agent == null) {
                lock.close();
            }
        }
    }

    /** Whether this node is primary now. */
    public boolean isPrimary() {
        return participant.role().isPrimary();
    }

    /** The local port that was taken. */
    public int localPort() {
        return port.port();
    }

    /** The port of HAProxy's agent-check that was taken, 0 for none. */
    public int checkPort() {
        return check.map(HaproxyPort::port).orElse(0);
    }

    /** Stops in order: the role is laid down, the managers hear a goodbye, the keeper hears one, then everything ends. */
    @Override
    public void close() {
        stopping = true;
        participant.close();
        ServicePart part = service;
        if (part != null) {
            part.close();
        }
        // HAProxy keeps what it heard last, so it should hear that this node is gone; its usual interval is 2 s.
        check.ifPresent(asked -> asked.awaitAsked(LAST_WORD));
        check.ifPresent(HaproxyPort::close);
        hooks.close();
        keeper.ifPresent(Keeper::close);
        port.close();
        sampler.close();
        lock.close();
        LOG.info("agent of node {} in group {} has stopped", config.node(), config.group());
    }

    private LocalStatus status() {
        return new LocalStatus(
                config.group().value(),
                config.node().value(),
                participant.role().primaryFor(),
                participant.role().token(),
                participant.role().primary(),
                participant.role().handover(),
                participant.failsafe(),
                participant.standing(),
                hooks.statuses(),
                sampler.states());
    }
}
