package io.fairlead.placement;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;

/**
 * One room of one service. Rooms with the same name in two services are two rooms.
 *
 * @param service the service
 * @param id the room's name within it
 */
public record Room(ServiceId service, RoomId id) {}
