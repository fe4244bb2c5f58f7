/** Notices for a device without a network, and for a server that does not respond. */
export const offline = {
  away: "You're offline.",
  loadedOn: (date: string) => `This page was loaded on ${date}.`,
  unreachable: "Can't reach Strand. Retrying…",
  screenTitle: 'This page needs a network connection',
  screenText: 'This page opens as soon as Strand can be reached.',
  back: "You're back online.",
}
