package io.fairlead.bench.http;

import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** Candidate: reactor-netty-http with its router. */
final class ReactorServer {
    public static void main(String[] args) {
        LoopResources loops = LoopResources.create("http", 1, 1, true);
        var server = HttpServer.create()
                .host("0.0.0.0")
                .port(0)
                .runOn(loops, false)
                .option(io.netty.channel.ChannelOption.SO_BACKLOG, 4096)
                .route(routes -> routes.post("/v1/groups/{g}/nodes/{n}/heartbeat", (request, response) -> {
                    boolean park = request.uri().endsWith("?wait");
                    Mono<byte[]> answer = request.receive().aggregate().asByteArray().map(Heartbeat::answer);
                    if (park) {
                        answer = answer.delayElement(Duration.ofMillis(Heartbeat.PARK_MS));
                    }
                    return answer.flatMap(body -> response.header("content-type", "application/json")
                            .header("content-length", Integer.toString(body.length))
                            .sendObject(io.netty.buffer.Unpooled.wrappedBuffer(body))
                            .then());
                }))
                .bindNow();
        Ready.say(server.port());
        server.onDispose().block();
    }

    private ReactorServer() {}
}
