// A group as the answer to a request shows it, in the form in which an event tells it.

export function fromGroup(group) {
  const decision = group.decision;
  const nodes = group.nodes.map(node => {
    const standing = node.standing;
    return {
      node: node.node,
      state: node.state,
      role: node.role,
      heartbeat_age_ms: node.heartbeat_age_ms,
      eligible: standing?.eligible ?? false,
      average: standing?.average ?? null,
      projected: standing?.projected ?? null,
      newest: standing?.newest ?? null,
      failed: decision?.checks.find(c => c.node === node.node && c.question === standing?.failed && !c.passed) ?? null,
    };
  });
  return {...decision, group: group.group, primary: group.primary?.node ?? null, token: group.token,
    round: group.round, start_wait_left_ms: group.start_wait_left_ms, failed_rounds: group.failed_rounds,
    role_load: group.role_load, cooldown_left_ms: cooldownLeft(decision), alarms: decision?.alarms ?? [],
    reason: decision?.reason ?? null, nodes};
}

function cooldownLeft(decision) {
  const check = decision?.checks.find(item => item.question === 'COOLDOWN');
  if (!check) return null;
  return check.found === null ? 0 : Math.max(0, 1000 * (check.wanted - check.found));
}
