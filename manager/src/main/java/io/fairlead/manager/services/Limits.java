package io.fairlead.manager.services;

/**
 * How much one manager remembers. They bound the memory that strangers can make it use.
 *
 * @param services services at one time
 * @param instances instances of one service
 * @param allInstances instances of all services, those that left in the last two minutes included
 * @param rooms rooms of all services, those that ended in the last two minutes included
 */
public record Limits(int services, int instances, int allInstances, int rooms) {

    /** Rooms and instances of some 150 MB in all. */
    public static Limits standard() {
        return new Limits(1_000, 1_000, 10_000, 200_000);
    }
}
