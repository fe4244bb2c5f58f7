/** What a notification says (O1, O2). Pure. */
import type { Answer } from '#contract/endpoints.ts'
import { t } from '#texts/index.ts'
import { joined } from '#ui/format.ts'

type Page = Answer<'GET /api/v1/me/notifications'>
export type Activity = Page['activities'][number]
export type Item = Page['items'][string]
export type Items = Page['items']

/** A piece of a sentence; a name stands out. */
export interface Piece {
  text: string
  name: boolean
}

/** Up to two names, then how many others: of `count` members those are the latest. */
export function namesOf(names: readonly string[], count: number): string {
  const shown = names.slice(0, 2)
  const left = Math.max(count, names.length) - shown.length
  return joined(left > 0 ? [...shown, t.common.others(left)] : shown)
}

const { verbs } = t.notifications
type Told = (typeof verbs)[keyof typeof verbs]

/** A reaction that is not known here is still one; any other verb comes from a newer server than this page. */
function tellingOf(verb: string, topic: Item): Told | null {
  if (verb === 'follow' && topic.kind === 'member') return verbs.followMember
  if (Object.hasOwn(verbs, verb)) return verbs[verb as keyof typeof verbs]
  return verb.startsWith('reaction_') ? verbs.reaction : null
}

/** Null where it cannot be said. */
export function sentenceOf({ verb, topic, count, activities }: Activity, items: Items, own: boolean): Piece[] | null {
  const what = items[topic]
  const names = activities.flatMap(({ actor }) => items[actor]?.title ?? [])
  if (what === undefined || names.length === 0) return null
  const tell = tellingOf(verb, what)
  if (tell === null) return null
  return tell<Piece>({ text: namesOf(names, count), name: true }, { text: what.title, name: true }, own).map((piece) =>
    typeof piece === 'string' ? { text: piece, name: false } : piece,
  )
}
