/** Texts of notifications (O1, O2), such as "Ada and 2 others commented on …". Pure. */
import type { Answer } from '#contract/endpoints.ts'
import { t } from '#texts/index.ts'
import { joined } from '#ui/format.ts'

type Page = Answer<'GET /api/v1/me/notifications'>
export type NotificationGroup = Page['activities'][number]
export type Item = Page['items'][string]
export type Items = Page['items']

/** Part of a sentence; names are emphasised. */
export interface Piece {
  text: string
  name: boolean
}

/** Up to two names and the number of others; `names` are the latest of `count` members. */
export function namesOf(names: readonly string[], count: number): string {
  const shown = names.slice(0, 2)
  const left = Math.max(count, names.length) - shown.length
  return joined(left > 0 ? [...shown, t.common.others(left)] : shown)
}

const { verbs } = t.notifications
type VerbText = (typeof verbs)[keyof typeof verbs]

/**
 * The text of a verb. Unknown reactions use the generic text; other unknown verbs, from a newer server, have none
 * (null).
 */
function textOfVerb(verb: string, topic: Item): VerbText | null {
  if (verb === 'follow' && topic.kind === 'member') return verbs.followMember
  if (Object.hasOwn(verbs, verb)) return verbs[verb as keyof typeof verbs]
  return verb.startsWith('reaction_') ? verbs.reaction : null
}

/**
 * The sentence of a notification; null for unknown verbs and missing data. `own`: the topic belongs to the recipient.
 */
export function sentenceOf({ verb, topic, count, activities }: NotificationGroup, items: Items, own: boolean): Piece[] | null {
  const topicItem = items[topic]
  const names = activities.flatMap(({ actor }) => items[actor]?.title ?? [])
  if (topicItem === undefined || names.length === 0) return null
  const verbText = textOfVerb(verb, topicItem)
  if (verbText === null) return null
  return verbText<Piece>({ text: namesOf(names, count), name: true }, { text: topicItem.title, name: true }, own).map((piece) =>
    typeof piece === 'string' ? { text: piece, name: false } : piece,
  )
}
