package io.fairlead.cli;

import io.fairlead.cli.Table.Cell;
import io.fairlead.cli.Table.Column;
import io.fairlead.cli.rest.Figures;
import io.fairlead.cli.rest.PlacementShown;
import io.fairlead.cli.rest.PlacementShown.ClaimShown;
import io.fairlead.cli.rest.PlacementShown.OfferShown;
import java.util.ArrayList;
import java.util.List;

/** One placement as text: where the room goes, then why. */
final class PlaceText {

    private final Style style;

    PlaceText(Style style) {
        this.style = style;
    }

    List<String> lines(PlacementShown placement) {
        List<String> lines = new ArrayList<>();
        lines.add(style.strong(placement.instance() + "  " + placement.endpoint()));
        lines.add(placement.words() + ".");
        if (placement.claim().isPresent()) {
            lines.add(home(placement.room(), placement.claim().get()));
        } else if (!placement.room().isEmpty()) {
            lines.add("room " + placement.room()
                    + " has no claim, since the store is away: its process claims it when the store is there again.");
        }
        if (!placement.offers().isEmpty()) {
            lines.add("");
            offers(placement).lines().forEach(line -> lines.add("  " + line));
        }
        if (!placement.checks().isEmpty()) {
            lines.add("");
            lines.add("Checked, in this order:");
            placement
                    .checks()
                    .forEach(check -> lines.add(
                            "  " + (check.passed() ? style.good("ok ") : style.bad("no ")) + "  " + check.words()));
        }
        return lines;
    }

    private static String home(String room, ClaimShown claim) {
        String what = switch (claim.origin()) {
            case "created" -> "lives there from now on";
            case "moved" -> "moved there, since its home before is gone";
            default -> "lived there already";
        };
        return "room " + room + " " + what + " (epoch " + claim.epoch() + ").";
    }

    private Table offers(PlacementShown placement) {
        Table table = new Table(
                Column.left("INSTANCE"),
                Column.right("MARGIN"),
                Column.left("BY"),
                Column.right("WEIGHT"),
                Column.left(""));
        for (OfferShown offer : placement.offers()) {
            boolean chosen = offer.instance().equals(placement.instance());
            String leftOut = placement.leftOut(offer.instance());
            table.add(
                    new Cell(offer.instance(), chosen ? style::strong : text -> text),
                    Cell.of(Figures.points(offer.margin())),
                    Cell.of(offer.binding()),
                    Cell.of(Double.isNaN(offer.weight()) ? "?" : Long.toString(Math.round(offer.weight()))),
                    new Cell(chosen ? "chosen" : leftOut, chosen ? style::good : style::doubtful));
        }
        return table;
    }
}
