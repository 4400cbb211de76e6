package rung.cli.pipe;

/**
 * A message.
 *
 * @param kind what it is
 * @param call the number of the call that it belongs to; 0 if to none
 * @param fields what it says
 */
record Message(Kind kind, int call, Fields fields) {}
