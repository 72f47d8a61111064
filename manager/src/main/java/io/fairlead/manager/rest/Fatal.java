package io.fairlead.manager.rest;

/** What libraries catch and must not be lived with: memory that ran out, a stack too deep, a class that is missing. */
final class Fatal {

    private Fatal() {}

    /** Hands an error to the process's handler of uncaught exceptions, as if nobody had caught it. */
    static void end(Error error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }
}
