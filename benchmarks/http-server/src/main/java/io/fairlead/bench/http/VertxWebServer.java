package io.fairlead.bench.http;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;

/** Candidate: Vert.x web with its router and body handler. */
final class VertxWebServer {
    public static void main(String[] args) {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        Router router = Router.router(vertx);
        router.route().handler(BodyHandler.create(false).setBodyLimit(65_536));
        router.post("/v1/groups/:g/nodes/:n/heartbeat").handler(ctx -> {
            byte[] answer = Heartbeat.answer(ctx.body().buffer().getBytes());
            if ("wait".equals(ctx.request().query())) {
                vertx.setTimer(Heartbeat.PARK_MS, id -> ctx.response()
                        .putHeader("content-type", "application/json")
                        .end(Buffer.buffer(answer)));
            } else {
                ctx.response().putHeader("content-type", "application/json").end(Buffer.buffer(answer));
            }
        });
        vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(4096))
                .requestHandler(router)
                .listen(0, "0.0.0.0")
                .onSuccess(server -> Ready.say(server.actualPort()));
    }

    private VertxWebServer() {}
}
