package io.fairlead.manager.services;

import io.fairlead.placement.PlacementSettings;

/**
 * How one service is treated.
 *
 * @param placement by which rule its rooms are placed, its ceilings, and for how long a sample counts
 */
public record ServiceSettings(PlacementSettings placement) {

    /** What a service without a section in the configuration gets. */
    public static ServiceSettings standard() {
        return new ServiceSettings(PlacementSettings.standard());
    }
}
