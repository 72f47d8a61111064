package io.fairlead.client;

import io.fairlead.placement.Placement;

/**
 * Why a room or connection went where it went, as this program decided it.
 *
 * @param number the number of its {@link Place}; one that found no place has the number that the next one gets
 * @param wish what was asked for
 * @param placement what was decided, with every check and offer behind it. A room whose home was known from a moment ago has
 *     none, and one that another scheduler placed first shows how it was found
 */
public record Explanation(long number, PlaceWish wish, Placement placement) {}
