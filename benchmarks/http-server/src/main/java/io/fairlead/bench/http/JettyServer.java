package io.fairlead.bench.http;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Candidate: Jetty core with one non-blocking handler. */
final class JettyServer {
    public static void main(String[] args) throws Exception {
        Server server = new Server(new QueuedThreadPool(8, 4));
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost("0.0.0.0");
        connector.setAcceptQueueSize(4096);
        connector.setIdleTimeout(60_000);
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Source.asByteBuffer(request, new Promise.Invocable.NonBlocking<ByteBuffer>() {
                    @Override
                    public void succeeded(ByteBuffer body) {
                        byte[] answer = Heartbeat.answer(BufferUtil.toArray(body));
                        if ("wait".equals(request.getHttpURI().getQuery())) {
                            request.getComponents().getScheduler().schedule(
                                    () -> write(response, answer, callback), Heartbeat.PARK_MS, TimeUnit.MILLISECONDS);
                        } else {
                            write(response, answer, callback);
                        }
                    }

                    @Override
                    public void failed(Throwable failure) {
                        Response.writeError(request, response, callback, failure);
                    }
                });
                return true;
            }
        });
        server.start();
        Ready.say(connector.getLocalPort());
    }

    private static void write(Response response, byte[] body, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private JettyServer() {}
}
