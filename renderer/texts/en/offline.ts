/** Without a network, or where Strand does not answer. */
export const offline = {
  away: "You're offline: there is no network.",
  unreachable: "We can't reach Strand right now, and keep trying.",
  back: "You're back online.",
}
