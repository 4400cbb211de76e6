/**
 * Requests and answers, apart from what they are about: routes, limits, who may ask, and the one class that knows the HTTP server that is
 * used.
 */
package rung.serve.http;
