package io.fairlead.manager.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.manager.services.DrainReply;
import io.fairlead.manager.services.DrainShown;
import io.fairlead.manager.services.DrainWish;
import io.fairlead.manager.services.Report;
import io.fairlead.manager.services.ReportReply;
import io.fairlead.manager.services.Services;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.store.AffinityStore;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code PUT} and {@code DELETE /v1/services/{service}/instances/{instance}}, and its {@code drain}. */
final class InstanceResource {

    private final Services services;

    InstanceResource(Services services) {
        this.services = services;
    }

    CompletionStage<Reply> report(Target target) {
        target.know();
        ServiceId service = target.service(2);
        InstanceId instance = target.instance(4);
        Request request = target.request();
        request.requireJson();
        Report report = ReportBody.read(request.body(), service, instance);
        return services.report(report).thenApply(InstanceResource::reply);
    }

    private static Reply reply(ReportReply answer) {
        if (answer instanceof ReportReply.Taken taken) {
            return taken(taken);
        }
        if (answer instanceof ReportReply.Replaced replaced) {
            return Problem.of(
                            Problem.Code.INCARNATION_CONFLICT,
                            "instance id " + replaced.instance()
                                    + " is in use by a process that started later: end this one, or give it another id")
                    .reply();
        }
        if (answer instanceof ReportReply.Ended ended) {
            return Problem.of(
                            Problem.Code.INCARNATION_ENDED,
                            "this process of instance " + ended.instance()
                                    + " has left: come back with a new incarnation")
                    .reply();
        }
        if (answer instanceof ReportReply.Full full) {
            return Problem.of(
                            Problem.Code.LIMIT_REACHED,
                            "there are " + full.limit() + " " + full.what() + " already, which is the limit")
                    .reply();
        }
        throw new IllegalStateException("no reply for " + answer.getClass());
    }

    private static Reply taken(ReportReply.Taken taken) {
        return Reply.json(Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("instance", taken.instance().value());
            json.writeStringField("state", ServiceJson.label(taken.state()));
            json.writeBooleanField("newer", taken.newer());
            rooms(json, "lost", taken.lost());
            rooms(json, "refused", taken.refused());
            json.writeArrayFieldStart("claimed");
            for (Map.Entry<RoomId, Long> claimed : taken.claimed().entrySet()) {
                json.writeStartObject();
                json.writeStringField("room", claimed.getKey().value());
                json.writeNumberField("epoch", claimed.getValue());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberField("report_every_ms", LoadReport.PERIOD.toMillis());
            json.writeNumberField("sample_ttl_ms", PlacementSettings.DEFAULT_SAMPLE_TTL.toMillis());
            json.writeNumberField("renew_every_ms", taken.renewEvery().toMillis());
            json.writeNumberField("claim_ttl_ms", AffinityStore.CLAIM_TTL.toMillis());
            json.writeEndObject();
        }));
    }

    private static void rooms(JsonGenerator json, String name, List<RoomId> rooms) throws IOException {
        json.writeArrayFieldStart(name);
        for (RoomId room : rooms) {
            json.writeString(room.value());
        }
        json.writeEndArray();
    }

    CompletionStage<Reply> leave(Target target) {
        target.know("incarnation");
        ServiceId service = target.service(2);
        InstanceId instance = target.instance(4);
        Incarnation incarnation = target.incarnationParameter("incarnation");
        return services.leave(service, instance, incarnation).thenApply(there -> {
            if (!there) {
                throw unknown(service, instance, incarnation);
            }
            return Reply.json(Json.bytes(json -> {
                json.writeStartObject();
                json.writeStringField("instance", instance.value());
                json.writeBooleanField("left", true);
                json.writeEndObject();
            }));
        });
    }

    CompletionStage<Reply> drain(Target target) {
        target.know();
        ServiceId service = target.service(2);
        InstanceId instance = target.instance(4);
        Request request = target.request();
        boolean plain = request.body().length == 0;
        if (!plain) {
            request.requireJson();
        }
        DrainWish wish = plain ? DrainWish.of(instance) : DrainBody.read(request.body(), instance);
        return services.drain(service, wish).thenApply(reply -> drained(service, reply));
    }

    CompletionStage<Reply> endDrain(Target target) {
        target.know();
        ServiceId service = target.service(2);
        return services.endDrain(service, target.instance(4)).thenApply(reply -> drained(service, reply));
    }

    private static Reply drained(ServiceId service, DrainReply reply) {
        if (reply instanceof DrainReply.Unknown none) {
            throw unknown(service, none.instance(), null);
        }
        if (reply instanceof DrainReply.LastUsable last) {
            throw new Refusal(
                    Problem.Code.DRAIN_REFUSED,
                    "no other instance of service " + service + " takes rooms, so draining " + last.instance()
                            + " would refuse every new one: start another first, or say force");
        }
        if (reply instanceof DrainReply.Ordered ordered) {
            DrainShown shown = ordered.drain();
            return drained(shown.drain().process().instance(), shown);
        }
        if (reply instanceof DrainReply.Cancelled cancelled) {
            return drained(cancelled.instance(), null);
        }
        throw new IllegalStateException("no reply for " + reply.getClass());
    }

    private static Reply drained(InstanceId instance, @Nullable DrainShown shown) {
        return Reply.json(Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("instance", instance.value());
            json.writeBooleanField("drain_ordered", shown != null);
            DrainJson.field(json, shown);
            json.writeEndObject();
        }));
    }

    private static Refusal unknown(ServiceId service, InstanceId instance, @Nullable Incarnation incarnation) {
        return new Refusal(
                Problem.Code.UNKNOWN_INSTANCE,
                "service " + service + " has no instance " + instance
                        + (incarnation == null ? "" : " of incarnation " + incarnation)
                        + ": /v1/services/" + service + " lists those that it has");
    }
}
