/** Pages of the feed (R9, N6), with the API answers that they request first. */
import type { Viewer } from '#access/viewer.ts'
import { endpoints, pageTitles } from '#contract/index.ts'
import { popularTagsQuery } from '#contract/pages/discover.ts'
import { feedCategory, feedQuery, followedTagsQuery, siteFeedQuery, type FeedPageKind } from '#contract/pages/feed.ts'
import type { Comments } from '../comments/service.ts'
import type { Feed } from '../feed/service.ts'
import type { Posts } from '../posts/service.ts'
import type { Social } from '../social/service.ts'
import { preloaded, type Page, type Preloaded } from './page.ts'

const mineInput = endpoints['GET /api/v2/me/feed'].query
const trendingInput = endpoints['GET /api/v2/trending'].query
const tagsInput = endpoints['GET /api/v0/members/:uid/following/tags'].query
const postsInput = endpoints['GET /api/v0/posts'].query

interface FeedContents {
  feed: Pick<Feed, 'mine' | 'trending'>
  posts: Pick<Posts, 'list' | 'popularTags'>
  comments: Pick<Comments, 'latest'>
  social: Pick<Social, 'followingTags'>
}

export function createFeedPages({ feed, posts, comments, social }: FeedContents) {
  /** The tag cloud next to the feed; nothing for visitors, who see a prompt to sign up. */
  async function tagCloud(viewer: Viewer | null): Promise<Preloaded[]> {
    if (viewer === null) return []
    const { uid } = viewer
    const tags = await social.followingTags(uid, tagsInput.parse(followedTagsQuery))
    const followed = preloaded('GET /api/v0/members/:uid/following/tags', { params: { uid }, query: followedTagsQuery }, tags)
    if (tags.results.length > 0) return [followed]
    const popular = { results: await posts.popularTags(null) }
    return [followed, preloaded('GET /api/v0/tags/popular', { query: popularTagsQuery(null) }, popular)]
  }

  return async (kind: FeedPageKind, search: URLSearchParams, viewer: Viewer | null): Promise<Page> => {
    const category = feedCategory(search)
    const page = { status: 200, screen: 'feed', type: 'website', title: pageTitles[kind], description: pageTitles.tagline } as const
    const linked = (list: readonly { href: string; title: string }[]): Pick<Page, 'links'> => ({
      links: list.map(({ href, title }) => ({ href: `/${href}`, text: title })),
    })
    // A filtered feed is not indexed: the category has a page of its own.
    const canonical = category === null ? { canonical: `/${kind}` } : {}

    if (kind === 'trending') {
      const query = feedQuery(category)
      const answer = await feed.trending(trendingInput.parse(query), viewer)
      return {
        ...page,
        ...canonical,
        ...linked(answer.results.flatMap(({ post }) => post ?? [])),
        data: [preloaded('GET /api/v2/trending', { query }, answer), ...(await tagCloud(viewer))],
      }
    }
    if (viewer === null) {
      const query = siteFeedQuery(category)
      const list = await posts.list(postsInput.parse(query), viewer)
      const latest = await comments.latest(
        list.results.map(({ id }) => id),
        query.comments,
        viewer,
      )
      const answer = { ...list, results: list.results.map((post) => ({ ...post, previewComments: latest.get(post.id) ?? [] })) }
      return {
        ...page,
        ...canonical,
        heading: pageTitles.tagline,
        ...linked(answer.results),
        data: [preloaded('GET /api/v0/posts', { query }, answer)],
      }
    }
    const query = feedQuery(category)
    const answer = await feed.mine(mineInput.parse(query), viewer)
    return {
      ...page,
      ...canonical,
      ...linked(answer.results.flatMap(({ post }) => post ?? [])),
      data: [preloaded('GET /api/v2/me/feed', { query }, answer), ...(await tagCloud(viewer))],
    }
  }
}
