package io.fairlead.client;

/** Draws by weight in two steps however many there are (Vose's alias method). It never changes. */
final class AliasTable {

    private final double[] keep;
    private final int[] alias;
    private final double total;

    /** A table of weights of 0 or more. */
    AliasTable(double[] weights) {
        int count = weights.length;
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        total = sum;
        keep = new double[count];
        alias = new int[count];
        // One array holds both stacks: too small from the left, too large from the right.
        int[] waiting = new int[count];
        int small = 0;
        int large = count;
        for (int i = 0; i < count; i++) {
            keep[i] = total > 0 ? weights[i] / total * count : 1;
            alias[i] = i;
            if (keep[i] < 1) {
                waiting[small++] = i;
            } else {
                waiting[--large] = i;
            }
        }
        while (small > 0 && large < count) {
            int less = waiting[--small];
            int more = waiting[large];
            alias[less] = more;
            keep[more] -= 1 - keep[less];
            if (keep[more] < 1) {
                large++;
                waiting[small++] = more;
            }
        }
        // What is left over is 1 but for rounding.
        while (small > 0) {
            keep[waiting[--small]] = 1;
        }
        while (large < count) {
            keep[waiting[large++]] = 1;
        }
    }

    /** The sum of the weights. */
    double total() {
        return total;
    }

    /** What is met with a column of the table and a number of 0 to below 1. */
    int column(long column, double coin) {
        int met = (int) column;
        return coin < keep[met] ? met : alias[met];
    }
}
