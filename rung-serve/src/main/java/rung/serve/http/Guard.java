package rung.serve.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Says who may ask: whoever has the token, if there is one; on loopback only those who address the server as loopback, so that no name that
 * leads here by trickery is served; and no page of another origin, unless it is named.
 */
public final class Guard {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
                    + " connect-src 'self'; font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";
    private static final Map<String, String> ALWAYS = Map.of(
            "Content-Security-Policy", POLICY,
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cache-Control", "no-cache");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Optional<byte[]> token;
    private final boolean isLoopback;
    private final Set<String> origins;

    /**
     * Creates a guard.
     *
     * @param token what clients must know; empty if anybody may ask
     * @param isLoopback whether only this machine can reach the server
     * @param origins the origins of other pages that may ask, such as {@code https://example.org}
     */
    public Guard(Optional<String> token, boolean isLoopback, Set<String> origins) {
        this.token = token.map(text -> text.getBytes(StandardCharsets.UTF_8));
        this.isLoopback = isLoopback;
        this.origins = Set.copyOf(origins);
    }

    /** {@return whether clients must know a token} */
    public boolean needsToken() {
        return token.isPresent();
    }

    /** Refuses a request by a {@link HttpProblem}. */
    void admit(String method, String path, UnaryOperator<String> headers) {
        String host = headers.apply("Host");
        if (isLoopback && token.isEmpty() && (host == null || !LOOPBACK.contains(withoutPort(host)))) {
            throw new HttpProblem(
                    421, "this server answers at 127.0.0.1 and localhost alone; --host and --token let others ask");
        }
        String origin = headers.apply("Origin");
        if (origin != null && !origins.contains(origin) && !isOwn(origin, host)) {
            throw new HttpProblem(403, "pages of other origins may not ask; --origin allows one");
        }
        boolean isPreflight = method.equals("OPTIONS") && origin != null;
        if (token.isPresent() && path.startsWith("/api/") | path.equals("/metrics") && !isPreflight) {
            String given = headers.apply("Authorization");
            boolean isBearer = given != null && given.regionMatches(true, 0, "Bearer ", 0, 7);
            byte[] shown = (isBearer ? given.substring(7) : "").getBytes(StandardCharsets.UTF_8);
            if (!MessageDigest.isEqual(token.get(), shown)) { // takes the same time wherever they differ
                throw new HttpProblem(401, "this server needs its token, as the header 'Authorization: Bearer TOKEN'");
            }
        }
    }

    private static String withoutPort(String host) {
        return host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
    }

    private static boolean isOwn(String origin, String host) {
        return host != null && (origin.equals("http://" + host) || origin.equals("https://" + host));
    }

    /** The headers that every answer to a request has. */
    Map<String, String> headers(UnaryOperator<String> headers) {
        String origin = headers.apply("Origin");
        if (origin == null || !origins.contains(origin)) {
            return ALWAYS;
        }
        Map<String, String> more = new LinkedHashMap<>(ALWAYS);
        more.put("Cross-Origin-Resource-Policy", "cross-origin");
        more.put("Access-Control-Allow-Origin", origin);
        more.put("Access-Control-Allow-Headers", "Authorization, Content-Type");
        more.put("Access-Control-Allow-Methods", "GET, POST");
        more.put("Vary", "Origin");
        return more;
    }
}
