package io.fairlead.client.role;

/** What came back from one manager for one heartbeat. */
sealed interface Reply {
    /** An answer that counts. */
    record Answered(HeartbeatAnswer answer) implements Reply {}

    /** The manager refuses the heartbeat, with a code that stays the same and words for a person. */
    record Refused(int status, String code, String detail) implements Reply {
        /** Another machine uses this node's id. */
        boolean isConflict() {
            return code.equals("incarnation-conflict");
        }

        /** What this node says is unknown to a manager of an older version. */
        boolean isForUnknownField() {
            return code.equals("unknown-field");
        }

        /** It is the token that does not do. */
        boolean isForToken() {
            return status == 401 || status == 403;
        }

        /** The same with something that only the agent knows. */
        Refused with(String more) {
            return new Refused(status, code, detail.isEmpty() ? more : detail + "; " + more);
        }

        /** What was answered, for a person. */
        String words() {
            String what = isConflict()
                    ? "another process uses the id of this node, perhaps its own earlier one"
                    : "status " + status;
            return what + " (" + code + (detail.isEmpty() ? "" : ": " + detail) + ")";
        }
    }

    /** Nobody waited for the answer, because there is something newer to say. */
    record Overtaken() implements Reply {}

    /** No answer, or none that can be understood. */
    record Silent(String reason) implements Reply {}
}
