import { pageTitles } from '#contract/messages.ts'
import type { LinkProvider } from '#contract/rules.ts'
import { n as written } from './number.ts'

interface Results {
  alive: number
  gone: number
  unclear: number
  failed: number
  postponed: number
}

const failures: Readonly<Record<string, string>> = {
  '429': 'Status 429: too many requests',
  '503': 'Status 503: unavailable',
  timeout: 'No answer in time',
  network: 'No connection',
  name: 'Host name not found',
}

/** How many posts are playable, the repair of dead ones, and the link checker, for admins. */
export const adminHealth = {
  title: pageTitles.adminHealth,
  views: { label: 'Views', beads: 'Playlists', checker: 'Link checker' },
  percent: (percent: number) => `${percent}%`,
  playable: (percent: number) => `${percent}% playable`,
  deadOf: ({ dead, total }: { dead: number; total: number }) =>
    `${written(dead)} of ${total === 1 ? '1 link' : `${written(total)} links`} dead`,
  providers: 'Providers',
  all: 'All links',
  /** By their names in the API. */
  providerNames: {
    youtube: 'YouTube',
    vimeo: 'Vimeo',
    soundcloud: 'SoundCloud',
    dailymotion: 'Dailymotion',
    wistia: 'Wistia',
    twitch: 'Twitch',
    tiktok: 'TikTok',
    file: 'Files and other players',
    image: 'Pictures',
    webpage: 'Web pages',
  } satisfies Record<LinkProvider, string>,
  worst: 'Playlists, worst first',
  worstOf: (provider: string) => `Playlists, worst first: ${provider}`,
  empty: 'No playlist has posts with links yet.',
  emptyProvider: (provider: string) => `No playlist has links of this kind: ${provider}.`,
  showAll: 'Show all links',
  checked: 'Last checked',
  unchecked: 'Not checked yet',
  desk: {
    back: 'All playlists',
    open: 'Open the playlist',
    log: 'Admin log',
    check: 'Check links now',
    checking: (links: number) =>
      links === 0 ? 'This playlist has no links.' : links === 1 ? '1 link is checked next.' : `${written(links)} links are checked next.`,
    reason: 'Reason',
    reasonHint: 'For each change. It is in the admin log, and the author of a repaired post sees it.',
    defaultReason: 'The link was dead.',
    posts: 'Posts with dead links',
    none: 'All links work.',
    noneText: 'No post of this playlist has a dead link.',
    repair: 'Repair',
    repairOf: (title: string) => `Repair ${title}`,
    close: 'Close',
    closeOf: (title: string) => `Close the repair of ${title}`,
    by: (name: string) => `by ${name}`,
  },
  checker: {
    rounds: 'Rounds',
    text: 'The checker visits the links of posts again and again, the oldest due date first, with at most 20 checks of a host per minute.',
    lastRound: 'Last round',
    nextRound: 'Next round',
    never: 'never',
    running: 'running now',
    due: 'Due links',
    atLeast: (count: number) => `${written(count)} or more`,
    links: (count: number) => written(count),
    nextDue: 'Earliest due date',
    noLinks: 'There are no links.',
    latest: 'Latest checks',
    results: ({ alive, gone, unclear, failed, postponed }: Results) =>
      `${written(alive)} work, ${written(gone)} not found, ${written(unclear)} unclear, ${written(failed)} with errors, ${written(postponed)} postponed`,
    failed: (rounds: number) =>
      rounds === 1 ? 'The last round failed. See System.' : `The last ${written(rounds)} rounds failed. See System.`,
    run: 'Check due links now',
    started: 'The check starts.',
    hosts: 'Hosts with errors',
    noErrors: 'No host has errors.',
    errors: (count: number) => (count === 1 ? '1 error' : `${written(count)} errors in a row, the first`),
    latestError: 'Latest:',
    paused: (date: string) => `Paused until ${date}`,
    /** By an HTTP status, or a reason of the API. */
    failureOf: (failure: string) => failures[failure] ?? (/^\d+$/.test(failure) ? `Status ${failure}` : 'Other error'),
  },
}
