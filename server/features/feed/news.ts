/** Counts the new items of a feed since the page was loaded. Polled every ten seconds. */
import type { Viewer } from '#access/viewer.ts'
import { limits } from '#contract/index.ts'
import { hiddenFrom } from '../blocks/service.ts'
import type { Fewer } from '../suggestions/service.ts'
import { atInstant, groupActivities, type Group } from './activities.ts'
import { itemsOf, type ItemDeps, type ItemOptions } from './items.ts'
import { end } from './page.ts'
import { latestNews } from './status.ts'
import { visibleActivities, type Timelines } from './timeline.ts'

/**
 * Pages send their load time plus ten seconds (A4.5), to exclude the viewer's own actions (ms). The server excludes own
 * actions itself, so it subtracts the margin again.
 */
const offsetMs = 10_000

interface NewsDeps extends ItemDeps {
  fewer: Pick<Fewer, 'of'>
  timelines: Timelines
}

/** Number of items newer than `minTime` (ms since 1970), at most `limits.feed.status`. */
export async function countNews(deps: NewsDeps, minTime: number, viewer: Viewer, signal?: AbortSignal): Promise<number> {
  const { db, fewer, timelines } = deps
  const since = minTime - offsetMs + 1
  const limit = limits.feed.status
  const options: ItemOptions = { comments: 0, category: undefined, deadlinks: false, muted: true }
  const activities = await latestNews(db, viewer.uid, since)
  // Null if there are too many new activities to read the end of the log: then the feed itself is read, as for a page.
  if (activities !== null) {
    if (activities.length === 0) return 0
    const [filter, hidden] = await Promise.all([fewer.of(viewer.uid), hiddenFrom(db, viewer, true)])
    const groups = groupActivities(await visibleActivities(db, activities.filter(filter.shows), viewer, hidden))
    return (await itemsOf(deps, { groups: groups.slice(0, limit), isFresh: true }, viewer, options)).length
  }
  const { groups, isFresh } = await timelines.of({
    viewer,
    count: limit,
    range: { before: end, after: atInstant(since) },
    refresh: true,
    less: () => fewer.of(viewer.uid),
    signal,
  })
  const others = groups.flatMap((group): Group[] => {
    const byOthers = group.activities.filter(({ source }) => source.type !== 'you')
    return byOthers.length === 0 ? [] : [{ ...group, activities: byOthers }]
  })
  const items = await itemsOf(deps, { groups: others.slice(0, limit), isFresh }, viewer, options)
  // Exclude the viewer's own posts, which are also in the feed through followed playlists and tags.
  return items.filter(({ reason, post }) => post?.creator.uid !== viewer.uid || reason === 'collect' || reason === 'comment').length
}
