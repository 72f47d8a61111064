package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverNews;

/**
 * Something that happened to a change of primary.
 *
 * @param wallMillis when, in ms since 1970 on the manager's clock; for people
 * @param what what it is
 * @param node the node that it is about
 * @param change the number of the change
 * @param ofDrill whether it is about a drill, which counts among the changes and changes nothing
 */
public record StepNews(long wallMillis, HandoverNews.What what, NodeId node, long change, boolean ofDrill) {}
