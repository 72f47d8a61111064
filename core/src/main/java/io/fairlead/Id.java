package io.fairlead;

/**
 * A name that round-trips exactly through URLs, files, keys and labels: 1..128 characters of {@code [A-Za-z0-9._-]}, the
 * first a letter or digit.
 *
 * <p>Ids of one kind differ when their characters differ, and order by their characters.
 */
public sealed interface Id permits NodeId, GroupId, ServiceId, InstanceId, RoomId {

    /** The name's characters. */
    String value();
}
