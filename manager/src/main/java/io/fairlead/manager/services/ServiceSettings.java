package io.fairlead.manager.services;

import io.fairlead.placement.PlacementSettings;

/**
 * How one service is treated.
 *
 * @param policy by which rule its rooms are placed
 * @param placement its ceilings, and for how long a sample counts
 */
public record ServiceSettings(Policy policy, PlacementSettings placement) {

    /** What a service without a section in the configuration gets. */
    public static ServiceSettings standard() {
        return new ServiceSettings(Policy.SAFETY_MARGIN, PlacementSettings.standard());
    }
}
