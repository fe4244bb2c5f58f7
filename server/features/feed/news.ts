/** Counts the new items of a feed since the page was loaded. Polled every ten seconds. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { limits } from '#contract/index.ts'
import { hiddenFrom } from '../blocks/service.ts'
import type { Fewer } from '../suggestions/service.ts'
import { readMemberRefs } from '../accounts/service.ts'
import { atInstant, groupActivities, rankActivities, type Activity, type Group } from './activities.ts'
import { activityKinds } from './entities.ts'
import { end } from './page.ts'
import type { LatestNews } from './status.ts'
import { visibleActivities } from './subjects.ts'
import type { Timelines } from './timeline.ts'

/**
 * Pages send their load time plus ten seconds (A4.5), to exclude the viewer's own actions (ms). The server excludes own
 * actions itself, so it subtracts the margin again.
 */
const offsetMs = 10_000

const { newpost, followmember } = activityKinds

interface NewsDeps {
  db: DataSource
  fewer: Pick<Fewer, 'of'>
  latestNews: LatestNews
  timelines: Timelines
}

/**
 * Number of the groups of which the feed makes items (`items.ts`), without the viewer's own posts, which are also in the feed through
 * followed playlists and tags. Reads no posts: the groups are known to be visible.
 */
async function countItems(db: DataSource, groups: readonly Group[], viewer: Viewer, hidden: ReadonlySet<string>): Promise<number> {
  const isMember = ({ source }: Activity): boolean => source.type === 'member'
  const followed = (activities: readonly Activity[]): string[] =>
    activities.filter(({ kind }) => kind === followmember).map(({ subject }) => subject)
  const activities = groups.flatMap((group) => group.activities)
  const members = await readMemberRefs(db, [...activities.filter(isMember).map(({ source }) => source.id), ...followed(activities)])
  const isShown = (uid: string): boolean => uid !== viewer.uid && members.has(uid) && !hidden.has(uid)
  return groups.filter((group) => {
    const left = group.activities.filter((activity) => !isMember(activity) || members.has(activity.source.id))
    const first = rankActivities(left)[0]
    if (first?.kind === followmember) return followed(left).some(isShown)
    const isOwn = first?.creatorUid === viewer.uid && first.kind === newpost
    return first !== undefined && !isOwn
  }).length
}

/** Number of items newer than `minTime` (ms since 1970), at most `limits.feed.status`. */
export async function countNews(
  { db, fewer, latestNews, timelines }: NewsDeps,
  minTime: number,
  viewer: Viewer,
  signal?: AbortSignal,
): Promise<number> {
  const since = minTime - offsetMs + 1
  const limit = limits.feed.status
  const [activities, hidden] = await Promise.all([latestNews(viewer.uid, since), hiddenFrom(db, viewer, true)])
  // Null if there are too many new activities to read the end of the log: then the feed itself is read, as for a page.
  if (activities !== null) {
    if (activities.length === 0) return 0
    const filter = await fewer.of(viewer.uid)
    const groups = groupActivities(await visibleActivities(db, activities.filter(filter.shows), viewer, hidden))
    return countItems(db, groups.slice(0, limit), viewer, hidden)
  }
  const { groups } = await timelines.read({
    viewer,
    count: limit,
    range: { before: end, after: atInstant(since) },
    less: () => fewer.of(viewer.uid),
    signal,
  })
  const others = groups.flatMap((group): Group[] => {
    const byOthers = group.activities.filter(({ source }) => source.type !== 'you')
    return byOthers.length === 0 ? [] : [{ ...group, activities: byOthers }]
  })
  return countItems(db, others.slice(0, limit), viewer, hidden)
}
