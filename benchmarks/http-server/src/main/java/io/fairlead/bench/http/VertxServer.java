package io.fairlead.bench.http;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;

/** Candidate: the HTTP server of vertx-core alone, paths matched by hand. */
final class VertxServer {
    public static void main(String[] args) {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(4096))
                .requestHandler(request -> request.body().onSuccess(body -> {
                    byte[] answer = Heartbeat.answer(body.getBytes());
                    if ("wait".equals(request.query())) {
                        vertx.setTimer(Heartbeat.PARK_MS, id -> request.response()
                                .putHeader("content-type", "application/json")
                                .end(Buffer.buffer(answer)));
                    } else {
                        request.response()
                                .putHeader("content-type", "application/json")
                                .end(Buffer.buffer(answer));
                    }
                }))
                .listen(0, "0.0.0.0")
                .onSuccess(server -> Ready.say(server.actualPort()));
    }

    private VertxServer() {}
}
