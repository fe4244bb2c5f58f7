/** Pages of notifications: one query for the groups, by an index, and one for the members that they name. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { accountHistoryPath, limits, slugify, type Answer, type CallOutput, type MemberRef, type PushPrefs } from '#contract/index.ts'
import { parsedOrNull, sql } from '#db/sql.ts'
import type { Accounts } from '../accounts/service.ts'
import { visibleTo } from '../beads/service.ts'
import { isPushEnabled } from './channels.ts'
import { isOwn, latestOf, type RawGroup } from './groups.ts'

export type NotificationPage = Answer<'GET /api/v1/me/notifications'>
type Item = NotificationPage['items'][string]
type Query = CallOutput<'GET /api/v1/me/notifications'>['query']
type Status = Answer<'GET /api/v1/me/notifications/status'>

/** A mention in a comment has another preference than one in a post. The group is about the post in both cases. */
const latestSource = `(SELECT a."source" FROM "notification_activity" a WHERE a."uid" = n."uid" AND a."verb" = n."verb" AND a."topic" = n."topic"
  ORDER BY a."date" DESC LIMIT 1) AS "source"`

const columns = `n."uid", n."verb", n."topic", n."date", n."actorCount", n."actors", n."isOwner", n."beadId", n."postId", n."commentId",
  v."title" AS "beadTitle", v."image" AS "beadImage", p."title" AS "postTitle", ${latestSource}`

type ListedGroup = RawGroup & { source: string | null }

/** Excludes playlists that the member may no longer see: an invitation can be withdrawn. */
const visible = (viewer: Viewer): string => `(n."beadId" IS NULL OR ${visibleTo(viewer)})`

const joins = 'LEFT JOIN "bead" v ON v."id" = n."beadId" LEFT JOIN "post" p ON p."id" = n."postId"'

/** Link and title of a group. */
export function topicOf(
  group: Pick<RawGroup, 'verb' | 'topic' | 'beadId' | 'postId' | 'commentId' | 'beadTitle' | 'postTitle'>,
  me: { uid: string; name: string },
): Omit<Item, 'image'> {
  const { verb, topic, beadId, postId, commentId, beadTitle, postTitle } = group
  if (postId !== null) {
    const href = `/${beadId}/${slugify(postTitle ?? '')}-${postId}`
    const title = postTitle ?? ''
    return commentId === null
      ? { kind: 'post', id: postId, title, href }
      : { kind: 'comment', id: commentId, title, href: `${href}#${commentId}` }
  }
  if (beadId !== null) return { kind: 'bead', id: beadId, title: beadTitle ?? '', href: `/${beadId}` }
  return { kind: 'member', id: topic, title: me.name, href: verb === 'moderation' ? accountHistoryPath : `/p/${topic}/followers` }
}

const keyOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>): string => `${kind}:${id}`

const memberItem = ({ uid, name, image }: MemberRef): Item => ({ kind: 'member', id: uid, title: name, href: `/p/${uid}`, image })

function beadItem({ beadId, beadTitle, beadImage }: RawGroup): Item | null {
  return beadId === null ? null : { kind: 'bead', id: beadId, title: beadTitle ?? '', href: `/${beadId}`, image: beadImage }
}

function toPage(
  groups: readonly ListedGroup[],
  members: Map<string, MemberRef>,
  me: { uid: string; name: string },
  pushPrefs: Partial<PushPrefs> | null,
): Pick<NotificationPage, 'results' | 'activities' | 'items'> {
  const items: Record<string, Item> = {}
  const addItem = (item: Item, key = keyOf(item)): string => {
    items[key] ??= item
    return key
  }
  const pairs = groups.flatMap((group) => {
    const latest = latestOf(group).flatMap(({ uid, date }) => {
      const member = members.get(uid)
      return member ? [{ member, date }] : []
    })
    const [last] = latest
    if (!last) return []
    const topic = topicOf(group, me)
    const bead = beadItem(group)
    const { verb, date, actorCount: count } = group
    // The member is the topic of follows too, with another address.
    const key = addItem(
      { ...topic, image: topic.kind === 'member' ? null : (bead?.image ?? null) },
      verb === 'moderation' ? `${keyOf(topic)}:history` : keyOf(topic),
    )
    return {
      result: {
        subjects: latest.map(({ member: { uid, name } }) => ({ uid, name })),
        count,
        verb,
        topic: topic.id,
        topicHref: topic.href,
        topicTitle: topic.title,
        date,
        isOwner: isOwn(group),
      },
      activity: {
        verb,
        topic: key,
        actor: addItem(memberItem(last.member)),
        target: bead && topic.kind !== 'bead' ? addItem(bead) : null,
        time: date,
        count,
        activities: latest.map(({ member, date: time }) => ({ actor: addItem(memberItem(member)), time })),
        isPushEnabled: isPushEnabled({ verb, isOwner: isOwn(group), source: group.source ?? '' }, pushPrefs),
      },
    }
  })
  return { results: pairs.map(({ result }) => result), activities: pairs.map(({ activity }) => activity), items }
}

export interface NotificationReader {
  list(viewer: Viewer & { name: string }, query: Query): Promise<NotificationPage>
  /** Number of groups with an activity after `since`, and the date of the newest. */
  status(viewer: Viewer, since: string | null): Promise<Status>
}

export function createNotificationReader({ db, accounts }: { db: DataSource; accounts: Pick<Accounts, 'refs'> }): NotificationReader {
  const statusSince = async (viewer: Viewer, since: string): Promise<Status> => {
    const [row] = await sql<{ total: number | string; latest: string | null }>(
      db,
      `SELECT COUNT(*) AS "total", MAX(n."date") AS "latest" FROM "notification" n LEFT JOIN "bead" v ON v."id" = n."beadId"
       WHERE n."uid" = :viewer AND n."date" > :since AND ${visible(viewer)}`,
      { viewer: viewer.uid, since },
    )
    return { count: Math.min(Number(row!.total), limits.notifications.stored), latest: row!.latest }
  }

  const settingsOf = async (uid: string): Promise<{ lastChecked: string | null; pushPrefs: Partial<PushPrefs> | null }> => {
    const [row] = await sql<{ lastChecked: string | null; pushPrefs: string | null }>(
      db,
      'SELECT "notificationsLastChecked" AS "lastChecked", "pushPrefs" FROM "member" WHERE "uid" = :uid',
      { uid },
    )
    return { lastChecked: row?.lastChecked ?? null, pushPrefs: parsedOrNull(row?.pushPrefs ?? null) }
  }

  return {
    async list(viewer, { from, limit }) {
      const groups = await sql<ListedGroup>(
        db,
        `SELECT ${columns} FROM "notification" n ${joins} WHERE n."uid" = :viewer AND ${visible(viewer)}
         ORDER BY n."date" DESC, n."verb", n."topic" LIMIT :limit OFFSET :from`,
        { viewer: viewer.uid, limit: limit + 1, from },
      )
      const hasMore = groups.length > limit
      const pageGroups = hasMore ? groups.slice(0, limit) : groups
      const members = await accounts.refs(pageGroups.flatMap((group) => latestOf(group).map(({ uid }) => uid)))
      const { lastChecked, pushPrefs } = await settingsOf(viewer.uid)
      return {
        ...toPage(pageGroups, members, viewer, pushPrefs),
        next: hasMore ? from + limit : null,
        counts: { total: hasMore || pageGroups.length === 0 ? (await statusSince(viewer, '')).count : from + pageGroups.length },
        lastChecked,
      }
    },

    status: async (viewer, since) => statusSince(viewer, since ?? (await settingsOf(viewer.uid)).lastChecked ?? ''),
  }
}
