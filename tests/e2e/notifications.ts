/** Creates notifications for browser tests. */
import type { Locator, Page } from '@playwright/test'

export const bellOf = (page: Page): Locator => page.getByRole('navigation').getByRole('button', { name: /^Notifications/ })

const verbs = [
  'collect',
  'comment',
  'follow',
  'invite',
  'mention',
  'newpost',
  'publish',
  'reaction_like',
  'repost',
  'sharebead',
  'sharepost',
  'upvote',
]

/** A page of the list with `count` groups; the first `fresh` are newer than one minute before `now`. */
export function notificationPage({
  from,
  count,
  next,
  now,
  lastChecked = null,
}: {
  from: number
  count: number
  next: number | null
  now: number
  lastChecked?: string | null
}) {
  const items: Record<string, object> = {
    'bead:b': { kind: 'bead', id: 'b', title: 'Night drive', href: '/discover', image: '/images/beads/night.jpg' },
  }
  const groups = Array.from({ length: count }, (_, n) => {
    const at = from + n
    const verb = verbs[at % verbs.length]!
    const time = new Date(now - at * 3_600_000).toISOString()
    const topic = verb === 'follow' ? `member:m${at}` : `post:p${at}`
    items[`member:a${at}`] = { kind: 'member', id: `a${at}`, title: `Person ${at}`, href: `/p/a${at}`, image: null }
    items[topic] = { kind: topic.split(':')[0], id: topic.split(':')[1], title: `Thing ${at}`, href: '/discover', image: null }
    return { verb, topic, time, actor: `member:a${at}` }
  })
  return {
    results: groups.map(({ verb, topic, time, actor }) => ({
      subjects: [{ uid: actor.slice(7), name: actor }],
      count: 1,
      verb,
      topic: topic.split(':')[1],
      topicHref: '/discover',
      topicTitle: 'x',
      date: time,
      isOwner: true,
    })),
    activities: groups.map(({ verb, topic, time, actor }) => ({
      verb,
      topic,
      actor,
      target: null,
      time,
      count: 1,
      activities: [{ actor, time }],
      isPushEnabled: true,
    })),
    items,
    lastChecked,
    next,
    counts: { total: 120 },
  }
}
