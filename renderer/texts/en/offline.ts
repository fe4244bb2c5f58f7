/** Without a network, or where Strand does not answer. */
export const offline = {
  away: "You're offline: there is no network.",
  unreachable: "We can't reach Strand right now, and keep trying.",
  screenTitle: 'This page needs a network',
  screenText: 'It opens as soon as Strand can be reached.',
  back: "You're back online.",
}
