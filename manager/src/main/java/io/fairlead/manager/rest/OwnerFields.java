package io.fairlead.manager.rest;

import io.fairlead.FencingToken;
import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.store.AffinityStore.ClaimWish;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields that name a process, and perhaps the epoch under which it has a room, while they are read. */
final class OwnerFields {

    private final JsonBody body;
    private final String pointer;
    private @Nullable InstanceId instance;
    private @Nullable Incarnation incarnation;
    private long epoch = -1;

    private OwnerFields(JsonBody body) {
        this.body = body;
        this.pointer = body.pointer();
    }

    /** The process that the object names at which the body stands. */
    static Owner owner(JsonBody body) throws IOException {
        OwnerFields fields = new OwnerFields(body);
        body.object(List.of("instance", "incarnation"), fields::field);
        return fields.owner();
    }

    /** The claim that a whole document names. */
    static Claim claim(byte[] document) {
        return JsonBody.read(document, body -> {
            OwnerFields fields = new OwnerFields(body);
            body.object(List.of("instance", "incarnation", "epoch"), fields::field);
            Owner owner = fields.owner();
            if (fields.epoch < 0) {
                throw JsonBody.missing(fields.pointer, "epoch");
            }
            return new Claim(owner, fields.epoch);
        });
    }

    /** The wish for a claim that a whole document names. */
    static ClaimWish wish(byte[] document) {
        return JsonBody.read(document, body -> {
            Owner[] owners = new Owner[2];
            String[] call = {""};
            boolean[] undo = {false};
            body.object(List.of("candidate", "from", "call", "undo"), field -> {
                switch (field) {
                    case "candidate" -> owners[0] = owner(body);
                    case "call" -> call[0] = body.text();
                    case "undo" -> undo[0] = body.truth();
                    default -> owners[1] = body.isNull() ? null : owner(body);
                }
            });
            if (owners[0] == null) {
                throw JsonBody.missing("", "candidate");
            }
            try {
                return new ClaimWish(owners[0], owners[1], call[0], undo[0]);
            } catch (IllegalArgumentException refused) {
                String where = owners[0].equals(owners[1]) ? "/from" : "/call";
                throw new Refusal(Problem.Code.OUT_OF_RANGE, where + ": " + refused.getMessage(), where);
            }
        });
    }

    private void field(String field) throws IOException {
        switch (field) {
            case "instance" -> instance = body.made(Problem.Code.BAD_ID, InstanceId::new);
            case "incarnation" -> incarnation = body.made(Problem.Code.OUT_OF_RANGE, Incarnation::new);
            case "epoch" -> epoch = body.whole(0, FencingToken.MAX);
            default -> throw new IllegalStateException("field " + field + " is known and not read");
        }
    }

    private Owner owner() {
        if (instance == null) {
            throw JsonBody.missing(pointer, "instance");
        }
        if (incarnation == null) {
            throw JsonBody.missing(pointer, "incarnation");
        }
        return new Owner(instance, incarnation);
    }
}
