package io.fairlead.agent;

import io.fairlead.agent.http.LocalPort;
import io.fairlead.agent.http.LocalStatus;
import io.fairlead.agent.metrics.MachineReader;
import io.fairlead.agent.metrics.RoleMeter;
import io.fairlead.agent.role.HookFolder;
import io.fairlead.agent.role.RoleParticipant;
import io.fairlead.agent.role.RoleSettings;
import io.fairlead.config.BearerToken;
import io.fairlead.config.TokenFile;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running agent: the reader of this machine, the part in the group, and the local port, wired together. */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    private final AgentConfig config;
    private final NodeLock lock;
    private final Sampler sampler;
    private final RoleParticipant participant;
    private final LocalPort port;

    private Agent(AgentConfig config, HookFolder hooks, NodeLock lock, Optional<BearerToken> token) throws IOException {
        this.config = config;
        this.lock = lock;
        this.port = LocalPort.take(config.listen(), this::status);
        this.sampler = new Sampler(
                MachineReader.ofThisMachine(), config.measure().map(RoleMeter::ofThisMachine), config.sampleInterval());
        this.participant = new RoleParticipant(
                new RoleSettings(
                        config.identity(),
                        config.managers(),
                        token,
                        config.address(),
                        config.capacity(),
                        config.heartbeatInterval()),
                hooks,
                sampler);
    }

    /**
     * Starts an agent; it works until it is closed. Throws {@link IllegalArgumentException} for hooks that cannot be run
     * and {@link IOException} for a token that cannot be had, a node that another agent of this machine speaks for or a port that is taken, each
     * with one line that says so.
     */
    public static Agent start(AgentConfig config) throws IOException {
        HookFolder hooks = config.hooksDir().map(HookFolder::at).orElseGet(HookFolder::none);
        for (String name : hooks.neverRun()) {
            LOG.warn("hooks-dir has the executable \"{}\", which is never run; hooks are promote and demote", name);
        }
        Agent agent = locked(config, hooks, token(config));
        LOG.info(
                "agent of node {} in group {}: managers {}, local port {}:{}",
                config.node(),
                config.group(),
                config.managers(),
                config.listen().host(),
                agent.port.port());
        agent.port.start();
        agent.participant.start();
        return agent;
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

    /** Stops in order: the role is laid down, the managers hear a goodbye, then everything ends. */
    @Override
    public void close() {
        participant.close();
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
                participant.standing(),
                participant.hooks(),
                sampler.states());
    }
}
