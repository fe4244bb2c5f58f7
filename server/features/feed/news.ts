/** Number of new items since the page was loaded. */
import type { Viewer } from '#access/viewer.ts'
import { limits } from '#contract/index.ts'
import type { Fewer } from '../suggestions/service.ts'
import { atInstant, groupActivities, type Group } from './activities.ts'
import { itemsOf, type ItemDeps, type ItemOptions } from './items.ts'
import { end } from './page.ts'
import { latestNews } from './status.ts'
import type { Timelines } from './timeline.ts'

/** Pages ask for items newer than their load time plus ten seconds (A9), a margin for the viewer's own actions; subtracted again here. */
const offsetMs = 10_000

interface NewsDeps extends ItemDeps {
  fewer: Pick<Fewer, 'of'>
  timelines: Timelines
}

export async function countNews(deps: NewsDeps, minTime: number, viewer: Viewer, signal?: AbortSignal): Promise<number> {
  const { db, fewer, timelines } = deps
  const since = minTime - offsetMs + 1
  const limit = limits.feed.status
  const options: ItemOptions = { comments: 0, category: undefined, deadlinks: false, muted: true }
  const activities = await latestNews(db, viewer.uid, since)
  if (activities !== null) {
    if (activities.length === 0) return 0
    const filter = await fewer.of(viewer.uid)
    return (await itemsOf(deps, groupActivities(activities.filter(filter.shows)).slice(0, limit), viewer, options)).length
  }
  const { groups } = await timelines.of(viewer, limit, { before: end, after: atInstant(since) }, true, signal)
  const others = groups.flatMap((group): Group[] => {
    const byOthers = group.activities.filter(({ source }) => source.type !== 'you')
    return byOthers.length === 0 ? [] : [{ ...group, activities: byOthers }]
  })
  const items = await itemsOf(deps, others.slice(0, limit), viewer, options)
  // The viewer's own posts reach the feed again through followed playlists and tags.
  return items.filter(({ reason, post }) => post?.creator.uid !== viewer.uid || reason === 'collect' || reason === 'comment').length
}
