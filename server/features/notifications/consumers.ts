/** Consumer of the outbox that adds and removes notifications. */
import type { EntityManager } from 'typeorm'
import type { Verb } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import type { Fact, FactOf } from '#outbox/facts.ts'
import { emit, type Consumer } from '#outbox/outbox.ts'
import { filterExisting } from '../accounts/service.ts'
import { mentionsIn } from '../posts/service.ts'
import { blockersOf } from '../blocks/service.ts'
import { isRelated, relationTypes, type RelationType } from '../relations/service.ts'
import { add, remove, removeOfComment, type ActivityFilter } from './groups.ts'
import { filterAllowed, draftForSuperfollowers, draftNotifications, notifyingKinds, type NotificationDraft } from './recipients.ts'
import { hasChannel } from './channels.ts'

const currentInstant = (): string => new Date().toISOString()

/** The recipient stands for an admin, who is not named. */
const actsUnnamed: ReadonlySet<Verb> = new Set(['moderation', 'return', 'publish'])

/** Removes drafts to the actor, to deleted members, to members who may not see the playlist, and to members who block or mute the actor. */
async function filterRecipients(manager: EntityManager, drafts: readonly NotificationDraft[]): Promise<NotificationDraft[]> {
  const uids = [...new Set(drafts.map(({ uid }) => uid))]
  const [first] = drafts
  if (!first) return []
  const { actor, beadId } = first
  const allowed = beadId === null ? null : await filterAllowed(manager, beadId, uids)
  const present = await filterExisting(manager, uids)
  const hiding = await blockersOf(manager, actor, uids, 'any')
  return (
    drafts
      .filter(
        ({ uid, verb }) => (uid !== actor || actsUnnamed.has(verb)) && present.has(uid) && (allowed?.has(uid) ?? true) && !hiding.has(uid),
      )
      // Groups are locked in sorted order, which prevents deadlocks.
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
  )
}

async function notify(manager: EntityManager, drafts: readonly NotificationDraft[]): Promise<void> {
  const date = currentInstant()
  for (const draft of await filterRecipients(manager, drafts)) {
    const isNew = await add(manager, draft, date)
    const { uid, verb, topic, actor, source } = draft
    if (isNew && (await hasChannel(manager, draft))) await emit(manager, { kind: 'notified', uid, verb, topic, actor, source })
  }
}

type UndoKind =
  'uncollected' | 'unupvoted' | 'unfollowed' | 'commentUnliked' | 'commentRemoved' | 'postRemoved' | 'blocked' | 'muted' | 'memberRemoved'
const undoKinds = [
  'uncollected',
  'unupvoted',
  'unfollowed',
  'commentUnliked',
  'commentRemoved',
  'postRemoved',
  'blocked',
  'muted',
  'memberRemoved',
] as const satisfies UndoKind[]

/** The activities to delete; null if the relation was restored since. */
async function activitiesToDelete(manager: EntityManager, fact: FactOf<UndoKind>): Promise<ActivityFilter | null> {
  const unlessRelated = async (type: RelationType, actor: string, topic: string, filter: ActivityFilter): Promise<ActivityFilter | null> =>
    (await isRelated(manager, actor, type, topic)) ? null : { actor, topic, ...filter }
  switch (fact.kind) {
    case 'uncollected':
      return unlessRelated(relationTypes.collect, fact.by, fact.postId, { verb: 'collect' })
    case 'unupvoted':
      return unlessRelated(relationTypes.upvote, fact.by, fact.postId, { verb: 'upvote' })
    case 'commentUnliked':
      return unlessRelated(relationTypes.likeComment, fact.by, fact.commentId, { verb: 'reaction_like' })
    case 'unfollowed': {
      if (fact.what === 'tag') return null
      return unlessRelated(fact.what === 'member' ? relationTypes.followMember : relationTypes.followBead, fact.by, fact.entity, {
        verb: 'follow',
      })
    }
    case 'commentRemoved':
      return { source: fact.commentId }
    case 'postRemoved':
      return { source: fact.postId }
    case 'blocked':
    case 'muted':
      return { uid: fact.by, actor: fact.uid }
    case 'memberRemoved':
      return { actor: fact.uid }
  }
}

async function undo(manager: EntityManager, fact: FactOf<UndoKind>): Promise<void> {
  if (fact.kind === 'commentRemoved') await removeOfComment(manager, fact.commentId)
  if (fact.kind === 'memberRemoved') await sql(manager, 'DELETE FROM "notification" WHERE "uid" = :uid', { uid: fact.uid })
  const filter = await activitiesToDelete(manager, fact)
  if (filter && (await remove(manager, filter))) await emit(manager, fact)
}

/** Removes notifications of mentions that an edited text no longer contains. */
async function removeMentions(manager: EntityManager, fact: FactOf<'commentChanged' | 'postChanged'>): Promise<void> {
  const [source, column, table] =
    fact.kind === 'commentChanged' ? [fact.commentId, 'text', 'comment'] : [fact.postId, 'description', 'post']
  const notified = await sql<{ uid: string }>(
    manager,
    `SELECT "uid" FROM "notification_activity" WHERE "source" = :source AND "verb" = 'mention'`,
    { source },
  )
  if (notified.length === 0) return
  const [row] = await sql<{ text: string }>(manager, `SELECT "${column}" AS "text" FROM "${table}" WHERE "id" = :source`, { source })
  const mentions = mentionsIn(row?.text ?? '')
  for (const { uid } of notified)
    if (!mentions.has(uid) && !fact.mentions?.includes(uid)) await remove(manager, { uid, verb: 'mention', source })
}

async function fanOut(manager: EntityManager, fact: FactOf<'superfollowersDue'>): Promise<void> {
  const { drafts, next } = await draftForSuperfollowers(manager, fact)
  await notify(manager, drafts)
  if (next !== null) await emit(manager, { ...fact, after: next })
}

const isAny = <K extends Fact['kind']>(kinds: readonly K[], fact: Fact): fact is FactOf<K> =>
  (kinds as readonly string[]).includes(fact.kind)

export const notificationConsumer: Consumer = {
  name: 'notifications',
  kinds: [...notifyingKinds, ...undoKinds, 'superfollowersDue'],
  async apply(manager, fact) {
    if (fact.kind === 'superfollowersDue') return fanOut(manager, fact)
    if (isAny(undoKinds, fact)) return undo(manager, fact)
    if (!isAny(notifyingKinds, fact)) return
    if (isAny(['commentChanged', 'postChanged'], fact)) await removeMentions(manager, fact)
    await notify(manager, await draftNotifications(manager, fact))
    if (fact.kind === 'postCreated') await emit(manager, { kind: 'superfollowersDue', postId: fact.postId, by: fact.by, after: '' })
  },
}
