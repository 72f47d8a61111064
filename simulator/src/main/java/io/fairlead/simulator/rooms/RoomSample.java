package io.fairlead.simulator.rooms;

/**
 * What was true of the machines at one second of a run, in the order of the world's machines.
 *
 * @param atS the second
 * @param load CPU in percent of what the machine could do at that time, above 100 where more was wanted; NaN if it is not up
 * @param rooms how many rooms live on it
 * @param placed how many were placed on it since the run began
 */
@SuppressWarnings("ArrayRecordComponent") // a sample a second, read by index
public record RoomSample(double atS, double[] load, int[] rooms, long[] placed) {}
