package io.fairlead.manager.rest;

import io.fairlead.config.Nearest;
import io.fairlead.config.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Which handler answers which method and path. A segment in braces stands for any text. */
final class Routes {

    private final List<Route> routes = new ArrayList<>();

    /** Answers a request that a route has taken. */
    interface Handler {
        CompletionStage<Reply> handle(Target target);
    }

    private record Route(String method, String template, List<String> segments, Access access, Handler handler) {

        boolean takes(List<String> path) {
            boolean takes = path.size() == segments.size();
            for (int i = 0; takes && i < path.size(); i++) {
                takes = isParameter(segments.get(i)) || segments.get(i).equals(path.get(i));
            }
            return takes;
        }

        static boolean isParameter(String segment) {
            return segment.startsWith("{");
        }
    }

    Routes add(String method, String template, Access access, Handler handler) {
        List<String> segments = List.of(template.substring(1).split("/", -1));
        routes.add(new Route(method, template, segments, access, handler));
        return this;
    }

    /**
     * The route's answer; refuses an unknown path with the nearest one, and a wrong method with those allowed. Whoever is
     * not known is told neither.
     */
    CompletionStage<Reply> handle(Request asked, Guard guard) {
        Request request = isOpen(asked) ? asked : guard.known(asked);
        Target target = Target.of(request);
        SortedSet<String> allowed = new TreeSet<>();
        String method = method(request);
        for (Route route : routes) {
            if (route.takes(target.segments())) {
                if (route.method().equals(method)) {
                    guard.check(request, route.access());
                    return route.handler().handle(target);
                }
                allowed.add(route.method());
            }
        }
        if (allowed.isEmpty()) {
            throw new Refusal(Problem.Code.NOT_FOUND, notFound(request.rawPath(), target.segments()));
        }
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        throw new WrongMethod(request.method(), allowed);
    }

    private static String method(Request request) {
        return request.method().equals("HEAD") ? "GET" : request.method();
    }

    /** Compares the path as it was sent: one in disguise is not open, and nothing of it is read before it is known whose it is. */
    private boolean isOpen(Request request) {
        List<String> pieces = List.of(request.rawPath().split("/", -1));
        List<String> segments = pieces.subList(1, pieces.size());
        return routes.stream()
                .anyMatch(route -> route.access() == Access.OPEN
                        && route.method().equals(method(request))
                        && route.takes(segments));
    }

    private String notFound(String path, List<String> segments) {
        List<String> known = new ArrayList<>();
        for (Route route : routes) {
            known.add(nearestForm(route, segments));
        }
        String typed = path.length() > 200 ? path.substring(0, 200) : path;
        return "there is nothing at " + Quoted.of(path) + "; the nearest path is "
                + Nearest.to(typed, known).orElse("/");
    }

    /** The template with the segments of the path in its braces, so that only what is fixed counts as a slip. */
    private static String nearestForm(Route route, List<String> path) {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < route.segments().size(); i++) {
            String segment = route.segments().get(i);
            boolean filled =
                    Route.isParameter(segment) && i < path.size() && path.get(i).matches("[A-Za-z0-9._-]{1,128}");
            form.append('/').append(filled ? path.get(i) : segment);
        }
        return form.toString();
    }

    /** The paths of all routes with their methods, in the order in which they were added. */
    List<String> listing() {
        return routes.stream()
                .map(route -> String.format(java.util.Locale.ROOT, "%-7s%s", route.method(), route.template()))
                .toList();
    }

    /** Whom each route lets in, by method and path. */
    SortedMap<String, Access> access() {
        SortedMap<String, Access> access = new TreeMap<>();
        routes.forEach(route -> access.put(route.method() + " " + route.template(), route.access()));
        return access;
    }

    /** The path exists, but not for this method. */
    static final class WrongMethod extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String allow;

        WrongMethod(String method, SortedSet<String> allowed) {
            super(
                    "method " + Quoted.of(method) + " is not allowed here: use " + String.join(", ", allowed),
                    null,
                    false,
                    false);
            this.allow = String.join(", ", allowed);
        }

        String allow() {
            return allow;
        }
    }
}
