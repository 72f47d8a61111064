package io.fairlead.client;

import java.time.Duration;
import java.util.Optional;

/** What is known of who is primary of a group: a {@link Primary}, that there is {@link None}, or {@link Unknown}. */
public sealed interface PrimaryView permits Primary, PrimaryView.None, PrimaryView.Unknown {

    /**
     * The manager says that the group has no primary.
     *
     * @param why the manager's reason
     * @param age time since the question was sent that was answered so
     */
    record None(String why, Duration age) implements PrimaryView {}

    /**
     * Nobody has said for too long who is primary. That is not to say that there is none: most likely the last one still is.
     *
     * @param since for how long nothing has been known; since the locator's start if nothing ever was
     * @param last the last primary that was known, with its age, unless the manager said after it that there is none
     * @param why what became of the last question
     */
    record Unknown(Duration since, Optional<Primary> last, String why) implements PrimaryView {}
}
