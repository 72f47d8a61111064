package io.fairlead.manager.rest;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one reader's events down its connection, never more than the connection takes: what it does not take waits,
 * bounded, with the reader. A connection that takes nothing for as long as a response may take is ended by the clock.
 */
final class EventStream extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final EventReader reader;
    private final ConnectionClock clock;
    private final AtomicBoolean woken = new AtomicBoolean();
    private int underway;

    EventStream(EventReader reader, ConnectionClock clock) {
        this.reader = reader;
        this.clock = clock;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        if (!context.channel().isActive()) {
            reader.close();
            return;
        }
        clock.streaming();
        reader.onNews(() -> wake(context));
        drain(context);
        context.flush();
    }

    private void wake(ChannelHandlerContext context) {
        if (woken.compareAndSet(false, true)) {
            try {
                context.executor().execute(() -> drain(context));
            } catch (RejectedExecutionException stopping) {
                LOG.debug("the port is closing: {}", stopping.getMessage());
            }
        }
    }

    private void drain(ChannelHandlerContext context) {
        woken.set(false);
        while (context.channel().isWritable()) {
            byte[] next = reader.next();
            if (next == null) {
                break;
            }
            write(context, next);
        }
        context.flush();
    }

    private void write(ChannelHandlerContext context, byte[] bytes) {
        underway++;
        clock.received();
        context.write(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes))).addListener(written -> {
            underway--;
            if (!written.isSuccess()) {
                context.close().addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
            } else if (underway == 0) {
                clock.streaming();
            } else {
                clock.received();
            }
        });
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        drain(context);
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        reader.close();
        context.fireChannelInactive();
    }
}
