package io.fairlead;

/**
 * What a {@link Check} asks: a named condition that steers a decision.
 *
 * <p>Implemented by one enum per deciding package. Constants are added, never renamed: their names are
 * metric labels and fields of other people's scripts.
 */
public interface Question {

    /** The constant's name, for example {@code ADVANTAGE}. */
    String name();

    /** What is asked, in words without numbers, for example {@code advantage over the hysteresis}. */
    String words();

    /** How the found value must stand to the wanted one for the check to pass. */
    Relation relation();

    /** What both values are measured in. */
    Unit unit();

    /** How a found value must stand to the wanted one. */
    enum Relation {
        /** Passes if found &gt; wanted. */
        ABOVE("above"),
        /** Passes if found &gt;= wanted. */
        AT_LEAST("at least"),
        /** Passes if found &lt;= wanted. */
        AT_MOST("at most"),
        /** Passes if found &lt; wanted. */
        BELOW("below"),
        /** Passes if found = wanted; used for yes/no questions, where yes is 1 and no is 0. */
        EQUAL("exactly");

        private final String words;

        Relation(String words) {
            this.words = words;
        }

        /** The relation in English, as it stands before the wanted value. */
        public String words() {
            return words;
        }

        /** Tells whether the found value stands to the wanted one as this relation says; false for NaN. */
        public boolean holds(double found, double wanted) {
            return switch (this) {
                case ABOVE -> found > wanted;
                case AT_LEAST -> found >= wanted;
                case AT_MOST -> found <= wanted;
                case BELOW -> found < wanted;
                case EQUAL -> found == wanted;
            };
        }
    }

    /** What the values of a check are measured in. */
    enum Unit {
        /** Load points, 0..100. */
        POINTS(" points", " point"),
        /** Percent, 0..100. */
        PERCENT(" %", " %"),
        /** Seconds. */
        SECONDS(" s", " s"),
        /** Rounds of the group. */
        ROUNDS(" rounds", " round"),
        /** Nodes. */
        NODES(" nodes", " node"),
        /** Instances of a service. */
        INSTANCES(" instances", " instance"),
        /** Weight, a number without a unit. */
        WEIGHT("", ""),
        /** 1 for yes, 0 for no. */
        YES_NO("", "");

        private final String plural;
        private final String singular;

        Unit(String plural, String singular) {
            this.plural = plural;
            this.singular = singular;
        }

        /** A value of this unit as text, with a dot as the decimal point in every locale. */
        public String show(double value) {
            if (Double.isNaN(value)) {
                return Numbers.show(value);
            }
            if (this == YES_NO) {
                return value == 1 ? "yes" : "no";
            }
            if (this == SECONDS && value == Double.POSITIVE_INFINITY) {
                return "never";
            }
            return Numbers.show(value) + (value == 1 ? singular : plural);
        }
    }
}
