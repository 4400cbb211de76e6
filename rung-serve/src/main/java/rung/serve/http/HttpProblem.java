package rung.serve.http;

import java.util.Map;

/** A request that cannot be answered as asked: a status, and one sentence that says what is wrong and what would be right. */
public final class HttpProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(408, "Request Timeout"),
            Map.entry(409, "Conflict"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(421, "Misdirected Request"),
            Map.entry(426, "Upgrade Required"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(505, "HTTP Version Not Supported"));

    private final int status;

    /**
     * Creates a problem.
     *
     * @param status the HTTP status
     * @param detail one sentence
     */
    public HttpProblem(int status, String detail) {
        super(detail, null, false, false);
        this.status = status;
    }

    /**
     * The name of a status.
     *
     * @param status an HTTP status
     * @return its name
     */
    static String title(int status) {
        return TITLES.getOrDefault(status, status < 500 ? "Bad Request" : "Internal Server Error");
    }

    /** {@return the HTTP status} */
    public int status() {
        return status;
    }
}
