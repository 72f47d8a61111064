package io.fairlead.manager.rest;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends connections that take too long: to send a request, to take its answer, or to think of a next request.
 *
 * <p>Stands before the codec, so that a client that sends its headers byte by byte is seen too. Looks at the clock
 * every now and then instead of setting a timer for every request.
 */
final class ConnectionClock extends ChannelInboundHandlerAdapter {

    private enum Phase {
        IDLE,
        RECEIVING,
        ANSWERING,
        STREAMING
    }

    private final HttpLimits limits;
    private final Duration look;
    private Phase phase = Phase.IDLE;
    private long since = System.nanoTime();
    private @Nullable Runnable tooSlow;

    ConnectionClock(HttpLimits limits) {
        this.limits = limits;
        Duration shortest = limits.request().compareTo(limits.idle()) < 0 ? limits.request() : limits.idle();
        this.look = shortest.dividedBy(5);
    }

    /** Sets what is done when a request does not arrive in time. */
    void onTooSlow(Runnable action) {
        tooSlow = action;
    }

    /** A request has begun to arrive. */
    void receiving() {
        if (phase == Phase.IDLE) {
            enter(Phase.RECEIVING);
        }
    }

    /** The request is complete; what takes time from now on is the manager or a client that does not read. */
    void received() {
        enter(Phase.ANSWERING);
    }

    /** The answer is out. */
    void answered() {
        enter(Phase.IDLE);
    }

    /** The answer goes on, and all of it that there is so far has been taken: the next piece may be long in coming. */
    void streaming() {
        enter(Phase.STREAMING);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        schedule(context);
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        receiving();
        context.fireChannelRead(bytes);
    }

    private void enter(Phase next) {
        phase = next;
        since = System.nanoTime();
    }

    private void schedule(ChannelHandlerContext context) {
        context.executor()
                .schedule(() -> look(context), look.toNanos(), TimeUnit.NANOSECONDS)
                .addListener(looked -> {
                    if (looked.cause() != null && !looked.isCancelled()) {
                        context.fireExceptionCaught(looked.cause());
                    }
                });
    }

    private void look(ChannelHandlerContext context) {
        if (!context.channel().isActive()) {
            return;
        }
        if (phase == Phase.STREAMING) {
            schedule(context);
            return;
        }
        Duration limit = switch (phase) {
            case IDLE -> limits.idle();
            case RECEIVING -> limits.request();
            case ANSWERING, STREAMING -> limits.write();
        };
        if (System.nanoTime() - since < limit.toNanos()) {
            schedule(context);
        } else if (phase == Phase.RECEIVING && tooSlow != null) {
            tooSlow.run();
        } else {
            context.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
        }
    }
}
