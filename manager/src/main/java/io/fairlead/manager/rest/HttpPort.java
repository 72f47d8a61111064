package io.fairlead.manager.rest;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open HTTP/1.1 port: bounds what clients may cost and hands complete requests to the interface behind it. */
final class HttpPort implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);

    /** A request costs some 40 microseconds, so one core serves more than one manager's nodes send. */
    private static final int THREADS = 1;

    /** What is being answered at the end gets this long. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

    private static final Duration TELL_EVERY = Duration.ofMinutes(1);

    private final HttpLimits limits;
    private final Function<Request, CompletionStage<Reply>> api;
    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(
            THREADS, new DefaultThreadFactory("fairlead-http", true), NioIoHandler.newFactory());
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final AtomicLong toldAt = new AtomicLong(System.nanoTime() - TELL_EVERY.toNanos());
    private final Channel listener;

    private HttpPort(InetSocketAddress address, HttpLimits limits, Function<Request, CompletionStage<Reply>> api)
            throws IOException {
        this.limits = limits;
        this.api = api;
        ChannelFuture bound = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, 1_024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel connection) {
                        accept(connection);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            threads.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS).awaitUninterruptibly();
            Throwable cause = bound.cause();
            throw cause instanceof IOException trouble ? trouble : new IOException(cause);
        }
        this.listener = bound.channel();
        listener.pipeline().addLast(new AcceptTrouble());
    }

    /** Opens a port; an address that cannot be had is refused with {@link IOException}. */
    static HttpPort open(InetSocketAddress address, HttpLimits limits, Function<Request, CompletionStage<Reply>> api)
            throws IOException {
        return new HttpPort(address, limits, api);
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    private void accept(SocketChannel connection) {
        if (connections.size() >= limits.connections()) {
            tellFull();
            connection.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
            return;
        }
        connections.add(connection);
        ConnectionClock clock = new ConnectionClock(limits);
        HttpDecoderConfig decoder =
                new HttpDecoderConfig().setMaxInitialLineLength(limits.target()).setMaxHeaderSize(limits.headers());
        connection
                .pipeline()
                .addLast(
                        clock,
                        new HttpServerCodec(decoder),
                        new HttpServerKeepAliveHandler(),
                        new Exchange(limits, clock, api));
    }

    private void tellFull() {
        if (isTimeToTell()) {
            LOG.warn("{} connections are open, which is the limit: more are closed at once", limits.connections());
        }
    }

    private boolean isTimeToTell() {
        long now = System.nanoTime();
        long last = toldAt.get();
        return now - last >= TELL_EVERY.toNanos() && toldAt.compareAndSet(last, now);
    }

    /**
     * Tells of a connection that cannot be accepted, usually because the process may open no more files. Stands behind
     * Netty's own handler, which waits for a second before it accepts again.
     */
    private final class AcceptTrouble extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (cause instanceof Error fault) {
                Fatal.end(fault);
            } else if (isTimeToTell()) {
                LOG.warn(
                        "a connection could not be accepted with {} open: {}; see the process's limit of open files"
                                + " (ulimit -n)",
                        connections.size(),
                        cause.getMessage());
            }
        }
    }

    /** Takes no new connection, gives what is being answered a moment, and closes the rest. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly(LAST_ANSWERS.toMillis());
        threads.shutdownGracefully(0, LAST_ANSWERS.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(2 * LAST_ANSWERS.toMillis());
    }
}
