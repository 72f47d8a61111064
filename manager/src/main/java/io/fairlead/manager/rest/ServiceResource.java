package io.fairlead.manager.rest;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.config.Nearest;
import io.fairlead.manager.services.ServiceShown;
import io.fairlead.manager.services.Services;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/services} and {@code /v1/services/{service}}. */
final class ServiceResource {

    private static final int MOST = 200;

    private final Services services;

    ServiceResource(Services services) {
        this.services = services;
    }

    CompletionStage<Reply> list(Target target) {
        target.know("limit", "after");
        int limit = limit(target);
        ServiceId after = target.serviceParameter("after");
        // One more than asked for tells whether there is a next page.
        return services.list(after, limit + 1).thenApply(found -> Reply.json(ServiceJson.list(found, limit)));
    }

    CompletionStage<Reply> show(Target target) {
        target.know("limit", "after");
        ServiceId id = target.service(2);
        int limit = limit(target);
        InstanceId after = target.instanceParameter("after");
        return services.view(id)
                .thenCompose(shown -> shown == null
                        ? unknown(services, id)
                        : CompletableFuture.completedFuture(page(shown, after, limit)));
    }

    /** For a program that places rooms itself. A service that is not known is one without instances: it may come yet. */
    CompletionStage<Reply> watched(Target target) {
        target.know("scheduler");
        ServiceId id = target.service(2);
        String name = target.schedulerParameter("scheduler");
        if (name == null) {
            throw new Refusal(
                    Problem.Code.BAD_QUERY,
                    "scheduler is missing: give the name of this program, another one in each process");
        }
        return services.watched(id, name).thenApply(seen -> Reply.json(ViewJson.view(seen)));
    }

    private static Reply page(ServiceShown shown, @Nullable InstanceId after, int limit) {
        return Reply.json(ServiceJson.service(shown, after, limit));
    }

    private static int limit(Target target) {
        Long asked = target.wholeParameter("limit", 1, MOST);
        return asked == null ? MOST : asked.intValue();
    }

    /** A refusal that names the nearest service there is. */
    static CompletionStage<Reply> unknown(Services services, ServiceId id) {
        return services.ids().thenApply(ids -> {
            throw new Refusal(
                    Problem.Code.UNKNOWN_SERVICE,
                    "service " + id + " is not known: none of its instances has reported" + nearest(id, ids));
        });
    }

    /** A clause that names the nearest service there is, empty if there is none. */
    static String nearest(ServiceId id, List<ServiceId> ids) {
        List<String> known = ids.stream().map(ServiceId::value).toList();
        return Nearest.clause("service", id.value(), known);
    }
}
