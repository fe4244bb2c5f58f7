/** The notifications of the three accounts with a known password, derived from the events of the demo world. */
import { limits, type Verb } from '#contract/index.ts'
import type { NotificationActivityRow, NotificationRow } from '../features/notifications/entities.ts'
import { relationTypes, type RelationType } from '../features/relations/entities.ts'
import type { World } from './world.ts'

type Event = NotificationActivityRow & Pick<NotificationRow, 'isOwner' | 'beadId' | 'postId' | 'commentId'>

const verbs: Partial<Record<RelationType, Verb>> = {
  [relationTypes.collect]: 'collect',
  [relationTypes.upvote]: 'upvote',
  [relationTypes.likeComment]: 'reaction_like',
  [relationTypes.followMember]: 'follow',
  [relationTypes.followBead]: 'follow',
}

const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]))

function eventsOf({ beads, posts, comments, relations }: World): Event[] {
  const [bead, post, comment] = [byId(beads), byId(posts), byId(comments)]
  const ofPost = (id: string) => {
    const { beadId, creatorUid } = post.get(id)!
    return { uid: creatorUid, topic: id, isOwner: true, beadId, postId: id, commentId: null, source: '' }
  }
  const topicOf = (type: RelationType, entity: string) => {
    if (type === relationTypes.collect || type === relationTypes.upvote) return ofPost(entity)
    if (type === relationTypes.likeComment) {
      const { postId, creatorUid } = comment.get(entity)!
      return { ...ofPost(postId), uid: creatorUid, topic: entity, commentId: entity }
    }
    const owner = type === relationTypes.followBead ? bead.get(entity)!.creatorUid : entity
    return {
      uid: owner,
      topic: entity,
      isOwner: true,
      beadId: type === relationTypes.followBead ? entity : null,
      postId: null,
      commentId: null,
      source: '',
    }
  }
  return [
    ...relations.flatMap(({ uid: actor, type, entity, creationDate: date }) => {
      const verb = verbs[type]
      return verb ? [{ ...topicOf(type, entity), verb, actor, date }] : []
    }),
    ...comments.map(({ id: source, postId, creatorUid: actor, creationDate: date }) => ({
      ...ofPost(postId),
      verb: 'comment' as const,
      actor,
      source,
      date,
    })),
  ]
}

export function notificationsOf(
  world: World,
  uids: ReadonlySet<string>,
  now: Date,
): { notifications: NotificationRow[]; activities: NotificationActivityRow[] } {
  const since = new Date(now.getTime() - limits.notifications.days * 86_400_000).toISOString()
  const groups = new Map<string, Event[]>()
  for (const event of eventsOf(world)) {
    if (!uids.has(event.uid) || event.uid === event.actor) continue
    const key = [event.uid, event.verb, event.topic].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  const recent = [...groups.values()]
    .map((events) => events.toSorted((a, b) => (a.date < b.date ? 1 : -1)))
    .filter(([latest]) => latest!.date >= since)
  const notifications = recent.map((events): NotificationRow => {
    const { uid, verb, topic, date, isOwner, beadId, postId, commentId } = events[0]!
    const actors = [...new Set(events.map(({ actor }) => actor))]
    return {
      uid,
      verb,
      topic,
      date,
      isOwner,
      beadId,
      postId,
      commentId,
      actorCount: actors.length,
      actors: actors
        .slice(0, limits.notifications.names)
        .map((actor) => ({ uid: actor, date: events.find((event) => event.actor === actor)!.date })),
    }
  })
  const activities = recent.flat().map(({ uid, verb, topic, actor, source, date }) => ({ uid, verb, topic, actor, source, date }))
  return { notifications, activities }
}
