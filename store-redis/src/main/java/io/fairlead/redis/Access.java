package io.fairlead.redis;

/**
 * What all ports stand on.
 *
 * @param calls the way of every call
 * @param keys the names of everything
 * @param lifetimes how long things last
 * @param troubles what is the matter
 */
record Access(Calls calls, Keys keys, Lifetimes lifetimes, Troubles troubles) {}
