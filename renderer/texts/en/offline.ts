/** Without a network, or where Strand does not answer. */
export const offline = {
  away: "You're offline.",
  unreachable: "Can't reach Strand. Retrying…",
  screenTitle: 'This page needs a network connection',
  screenText: 'This page opens as soon as Strand can be reached.',
  back: "You're back online.",
}
