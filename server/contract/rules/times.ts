/** A member counts as new for an hour after signing up (A4.1), in seconds. */
export const newMemberSeconds = 3600
/** Lifetime of a session after its last use: the default expiry of local cookies (A9), in seconds. */
export const sessionSeconds = 90 * 86_400
