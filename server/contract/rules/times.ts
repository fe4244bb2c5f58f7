/** A member who signed up less than an hour ago is new (A4.1), in seconds. */
export const newMemberSeconds = 3600
/** How long a session lives after its last use: the default expiry of local cookies (A9), in seconds. */
export const sessionSeconds = 90 * 86_400
