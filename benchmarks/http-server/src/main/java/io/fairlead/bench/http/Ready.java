package io.fairlead.bench.http;

/** Tells the driver that the port is open. */
final class Ready {
    static void say(int port) {
        System.out.println("ready " + port);
        System.out.flush();
    }

    private Ready() {}
}
