package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns once for each group of which a node runs on the manager's own machine, and another one elsewhere. */
final class Neighbours {

    private static final Logger LOG = LoggerFactory.getLogger(Neighbours.class);

    private final Set<GroupId> warned = new TreeSet<>();
    private volatile Set<String> own = Set.of();

    void own(Set<String> addresses) {
        own = addresses.stream().map(Neighbours::bare).collect(Collectors.toUnmodifiableSet());
    }

    /** Looks at the nodes of a group when one of them is heard. */
    void look(GroupId group, Collection<Member> members) {
        if (own.isEmpty() || warned.contains(group)) {
            return;
        }
        Member here = members.stream().filter(this::isHere).findFirst().orElse(null);
        Member elsewhere =
                members.stream().filter(member -> !isHere(member)).findFirst().orElse(null);
        if (here != null && elsewhere != null && warned.add(group)) {
            LOG.warn(
                    "group {}: node {} is on the manager's own machine: when this machine dies, that node and the manager are"
                            + " lost at once, and {} can take over from nobody. Give the manager a third machine, however"
                            + " small; several managers on a shared etcd or Redis would be another remedy, which does not"
                            + " exist yet",
                    group,
                    here.id,
                    elsewhere.id);
        }
    }

    private boolean isHere(Member member) {
        return own.contains(bare(member.from()));
    }

    /** Without the interface that an IPv6 address may name: one side names it by a word, the other by a number. */
    private static String bare(String address) {
        int scope = address.indexOf('%');
        return scope < 0 ? address : address.substring(0, scope);
    }
}
