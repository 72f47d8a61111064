package io.fairlead.manager.rest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection's requests, one at a time: what comes in before the answer of the last is out is held back, and nothing
 * further is read, so answers keep their order and a client that does not read its answers is not read from either.
 */
final class Exchange extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private final HttpLimits limits;
    private final ConnectionClock clock;
    private final Function<Request, CompletionStage<Reply>> api;

    private @Nullable HttpRequest head;
    private ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private long received;
    private boolean answering;
    private boolean over;

    /** What came in while a request was being answered: at most what one read from the socket brings. */
    private final Deque<Object> held = new ArrayDeque<>();

    Exchange(HttpLimits limits, ConnectionClock clock, Function<Request, CompletionStage<Reply>> api) {
        this.limits = limits;
        this.clock = clock;
        this.api = api;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        clock.onTooSlow(() -> refuse(
                context,
                Problem.of(
                        Problem.Code.REQUEST_TIMEOUT,
                        "the request did not arrive within " + limits.request().toMillis() + " ms")));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        over = true;
        held.forEach(ReferenceCountUtil::release);
        held.clear();
        context.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (answering) {
            held.add(message);
            context.channel().config().setAutoRead(false);
        } else {
            handle(context, message);
        }
    }

    private void handle(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest request && !over) {
                begin(context, request);
            }
            if (message instanceof HttpContent content && !over) {
                take(context, content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        clock.receiving();
        head = request;
        body = new ByteArrayOutputStream(512);
        received = 0;
        if (isBroken(context, request.decoderResult())) {
            return;
        }
        if (!request.headers().contains(HttpHeaderNames.EXPECT)) {
            return;
        }
        if (!HttpUtil.is100ContinueExpected(request)) {
            refuse(context, Problem.of(Problem.Code.EXPECTATION_FAILED, "the only expectation known is 100-continue"));
        } else if (HttpUtil.getContentLength(request, 0L) > limits.body()) {
            refuse(context, tooLarge());
        } else {
            context.writeAndFlush(new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER))
                    .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }
    }

    private void take(ChannelHandlerContext context, HttpContent content) {
        if (isBroken(context, content.decoderResult())) {
            return;
        }
        ByteBuf bytes = content.content();
        received += bytes.readableBytes();
        if (received > limits.drained()) {
            refuse(context, tooLarge());
            return;
        }
        if (received <= limits.body()) {
            body.writeBytes(ByteBufUtil.getBytes(bytes));
        }
        if (content instanceof LastHttpContent) {
            complete(context);
        }
    }

    private void complete(ChannelHandlerContext context) {
        answering = true;
        clock.received();
        HttpRequest request = head;
        if (request == null) {
            throw new IllegalStateException("a body without a request");
        }
        if (received > limits.body()) {
            write(context, tooLarge().reply());
            return;
        }
        Request complete = new Request(
                request.method().name(),
                request.uri(),
                request.headers().get(HttpHeaderNames.CONTENT_TYPE),
                body.toByteArray(),
                from(context),
                request.headers().get("last-event-id"),
                Credentials.of(request.headers().getAll(HttpHeaderNames.AUTHORIZATION)),
                null);
        body = new ByteArrayOutputStream(0);
        api.apply(complete).thenAccept(reply -> context.executor().execute(() -> write(context, reply)));
    }

    private Problem tooLarge() {
        return Problem.of(
                Problem.Code.BODY_TOO_LARGE, "the body is larger than " + limits.body() + " bytes, which is the limit");
    }

    private boolean isBroken(ChannelHandlerContext context, DecoderResult result) {
        if (result.isSuccess()) {
            return false;
        }
        Throwable cause = result.cause();
        if (cause instanceof TooLongHttpLineException) {
            refuse(
                    context,
                    Problem.of(
                            Problem.Code.PATH_TOO_LONG,
                            "the request line is longer than " + limits.target() + " bytes"));
        } else if (cause instanceof TooLongHttpHeaderException) {
            refuse(
                    context,
                    Problem.of(
                            Problem.Code.HEADERS_TOO_LARGE,
                            "the headers are larger than " + limits.headers() + " bytes"));
        } else {
            refuse(context, Problem.of(Problem.Code.BAD_REQUEST, "the request is not valid HTTP/1.1"));
        }
        return true;
    }

    /** Answers and ends the connection, whose next byte can no longer be understood. */
    private void refuse(ChannelHandlerContext context, Problem problem) {
        over = true;
        clock.received();
        FullHttpResponse response = response(problem.reply());
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    private void write(ChannelHandlerContext context, Reply reply) {
        EventReader events = reply.events();
        if (events != null) {
            stream(context, reply, events);
            return;
        }
        context.writeAndFlush(response(reply)).addListener(written -> {
            if (written.isSuccess()) {
                answered(context);
            } else {
                context.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
            }
        });
    }

    /** Sends the head and leaves the rest of the connection's life to the events. */
    private void stream(ChannelHandlerContext context, Reply reply, EventReader events) {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        setHeaders(response, reply);
        HttpUtil.setTransferEncodingChunked(
                response, head != null && head.protocolVersion().isKeepAliveDefault());
        context.write(response).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        context.pipeline().addLast(new EventStream(events, clock));
    }

    private void answered(ChannelHandlerContext context) {
        answering = false;
        clock.answered();
        for (Object next = held.poll(); next != null; next = answering ? null : held.poll()) {
            handle(context, next);
        }
        if (!answering && !over) {
            context.channel().config().setAutoRead(true);
        }
    }

    private static FullHttpResponse response(Reply reply) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), Unpooled.wrappedBuffer(reply.body()));
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
        setHeaders(response, reply);
        return response;
    }

    private static void setHeaders(HttpResponse response, Reply reply) {
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, reply.contentType())
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE);
        for (Map.Entry<String, String> header : reply.headers().entrySet()) {
            response.headers().set(header.getKey(), header.getValue());
        }
    }

    private static String from(ChannelHandlerContext context) {
        return context.channel().remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "unknown";
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // Netty's decoder ends a connection whose client sends more than 128 requests without reading an answer.
        if (cause instanceof Error fault) {
            Fatal.end(fault);
        } else if (cause instanceof IOException || cause instanceof DecoderException) {
            LOG.debug("a client went away or made no sense: {}", cause.getMessage());
        } else {
            LOG.error("a connection failed", cause);
        }
        context.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    }
}
