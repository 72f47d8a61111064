package io.fairlead.cli;

import java.util.Iterator;
import java.util.List;

/** The words that a parameter takes, for the completion of shells. */
abstract class Candidates implements Iterable<String> {

    private final List<String> words;

    Candidates(String... words) {
        this.words = List.of(words);
    }

    @Override
    public Iterator<String> iterator() {
        return words.iterator();
    }

    /** On or off. */
    static final class OnOff extends Candidates {
        OnOff() {
            super("on", "off");
        }
    }

    /** What becomes of rooms that are left after a drain. */
    static final class DrainThen extends Candidates {
        DrainThen() {
            super("report", "move");
        }
    }

    /** The observe modes. */
    static final class Modes extends Candidates {
        Modes() {
            super("off", "preference", "all");
        }
    }

    /** The profiles. */
    static final class Profiles extends Candidates {
        Profiles() {
            super("steady", "classic");
        }
    }

    /** The shells. */
    static final class Shells extends Candidates {
        Shells() {
            super("bash", "zsh");
        }
    }
}
