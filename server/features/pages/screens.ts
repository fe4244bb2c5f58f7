/** Contents of each page, with the API answers that its screen requests first. */
import type { Viewer } from '#access/viewer.ts'
import {
  categoryNames,
  endpoints,
  limits,
  messages,
  pageTitles,
  type Answer,
  type Bead,
  type Category,
  type LoginType,
  type Post,
  type SearchAddress,
} from '#contract/index.ts'
import { discoverBeadsQuery, discoverGroupsQuery, popularTagsQuery } from '#contract/pages/discover.ts'
import { featuredPostOf } from '#contract/pages/featuredPost.ts'
import { mayFallBack, playlistPostQuery } from '#contract/pages/playlist.ts'
import { StrandError } from '#http/errors.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import type { Feed } from '../feed/service.ts'
import { playerAddress } from '../media/service.ts'
import { textOf, type Posts } from '../posts/service.ts'
import type { Lookups } from '../search/service.ts'
import type { SiteFacts } from '../site/service.ts'
import type { Social } from '../social/service.ts'
import { preloaded, type Page, type Preloaded } from './page.ts'
import type { PeoplePages } from './people.ts'
import { createSearchPages } from './search.ts'

export interface Contents {
  accounts: Accounts
  beads: Beads
  posts: Posts
  comments: Comments
  feed: Feed
  lookups: Lookups
  site: SiteFacts
  social: Social
}

export interface Screens {
  discover(category: Category | null, viewer: Viewer | null): Promise<Page>
  bead(id: string, search: URLSearchParams, viewer: Viewer | null): Promise<Page>
  /** @param within the playlist of the path; absent for `/{post}`. */
  post(post: Post, within: string | undefined, search: URLSearchParams, viewer: Viewer | null): Promise<Page>
  /** The confirmation that a member's post is published. */
  quickPosted(post: Post): Page
  member(member: Answer<'GET /api/v0/members/:uid'>, viewer: Viewer | null): Promise<Page>
  search(address: SearchAddress, search: URLSearchParams, viewer: Viewer | null): Promise<Page>
}

const link = (post: Post) => ({ href: `/${post.href}`, text: post.title })

const typeOf = (post: Post): Page['type'] =>
  post.media?.type === 'video' ? 'video.other' : post.media?.type === 'audio' ? 'music.song' : 'article'

/** The size of a player in pixels. Link previews scale it. */
const playerSize = { width: 1280, height: 720 }

/** The provider's player of a post, for link previews. */
function playerOf({ media }: Post): Page['player'] {
  const src = media && playerAddress(media)
  return src === null ? null : { src, ...playerSize }
}

type PostsInput = Parameters<typeof preloaded<'GET /api/v0/posts'>>[1]

/** The first posts of a playlist. If `top` is empty the screen falls back to `recent` and needs both answers. */
async function readFirstPosts(
  posts: Posts,
  bead: Bead,
  search: URLSearchParams,
  viewer: Viewer | null,
  below = false,
): Promise<{ listed: Post[]; data: Preloaded[] }> {
  const query = playlistPostQuery(bead, search, below)
  // Visitors have no collection: the screen shows the sign-in.
  if (query.collectedby === 'self' && viewer === null) return { listed: [], data: [] }
  const list = async (input: PostsInput['query']) => {
    const checked = endpoints['GET /api/v0/posts'].query.safeParse(input)
    return checked.success ? posts.list(checked.data, viewer) : null
  }
  const first = await list(query)
  // An invalid page number: the screen requests it and shows the error.
  if (first === null) return { listed: [], data: [] }
  const data = [preloaded('GET /api/v0/posts', { query }, first)]
  if (!mayFallBack(query, search) || first.counts.total > 0 || bead.postCount === 0) return { listed: first.results, data }
  const recent = { ...query, sort: 'recent' as const }
  const second = (await list(recent))!
  return { listed: second.results, data: [...data, preloaded('GET /api/v0/posts', { query: recent }, second)] }
}

/** The post that an admin featured, if the page shows it; null if it was deleted in the meantime. */
async function readFeaturedPost(posts: Posts, bead: Bead, search: URLSearchParams, viewer: Viewer | null): Promise<Post | null> {
  const id = featuredPostOf(bead, search)
  if (id === null) return null
  return posts.get(id, viewer).catch((error: unknown) => {
    if (error instanceof StrandError && error.code === 'not_found') return null
    throw error
  })
}

export function createScreens({ beads, posts, comments, lookups, social }: Contents, people: Pick<PeoplePages, 'sections'>): Screens {
  const beadData = (bead: Bead): Preloaded => preloaded('GET /api/v0/beads/:id', { params: { id: bead.id } }, bead)

  return {
    search: createSearchPages({ lookups, social }),

    async discover(category, viewer) {
      const query = discoverBeadsQuery(category)
      const page = await beads.list(endpoints['GET /api/v0/beads'].query.parse(query), viewer)
      const bead = await beads.ofTheDay(viewer)
      const groupsQuery = discoverGroupsQuery(category)
      const { limit } = endpoints['GET /api/v0/beads/groups'].query.parse(groupsQuery)
      const groups = { results: await beads.groups(groupsQuery.category, limit, viewer) }
      return {
        status: 200,
        screen: 'discover',
        type: 'website',
        title: category ? categoryNames[category] : pageTitles.discover,
        heading: category ? categoryNames[category] : pageTitles.tagline,
        description: category ? `${categoryNames[category]}: ${pageTitles.tagline}` : pageTitles.tagline,
        // Not `/`, although it shows the same page: SEO tools report a canonical URL that is the root as a mistake.
        canonical: `/${category ?? 'discover'}`,
        image: bead?.image,
        cover: bead?.image,
        landing: category === null && viewer === null,
        links: page.results.map(({ href, title }) => ({ href, text: title })),
        data: [
          preloaded('GET /api/v0/beads', { query }, page),
          preloaded('GET /api/v0/beads/day', {}, { bead }),
          preloaded('GET /api/v0/beads/groups', { query: groupsQuery }, groups),
          ...(viewer === null
            ? [preloaded('GET /api/v0/tags/popular', { query: popularTagsQuery(category) }, { results: await posts.popularTags(category) })]
            : []),
        ],
      }
    },

    async bead(id, search, viewer) {
      const bead = await beads.get(id, viewer)
      const [{ listed, data }, featured] = await Promise.all([
        readFirstPosts(posts, bead, search, viewer),
        readFeaturedPost(posts, bead, search, viewer),
      ])
      const shown = featured ? [featured, ...listed.filter(({ id }) => id !== featured.id)] : listed
      return {
        status: 200,
        screen: 'bead',
        type: 'website',
        title: bead.title,
        description: bead.description || `A playlist by ${bead.creator.name}`,
        canonical: bead.href,
        tags: bead.tags,
        image: bead.image ?? shown.find(({ media }) => media?.image)?.media?.image,
        links: shown.map(link),
        // Drafts have no feeds and no oEmbed.
        ...(bead.isDraft ? {} : { syndication: { feeds: `beads/${bead.id}`, oembed: true } }),
        data: [
          beadData(bead),
          ...(featured ? [preloaded('GET /api/v0/posts/:id', { params: { id: featured.id } }, featured)] : []),
          ...data,
        ],
      }
    },

    async post(post, within, search, viewer) {
      const bead = await beads.get(post.bead.id, viewer)
      const { listed, data } = await readFirstPosts(posts, bead, search, viewer, true)
      const query = { limit: limits.page.comments }
      const commentPage = await comments.list(post.id, { ...query, from: 0 }, viewer)
      return {
        status: 200,
        screen: 'post',
        type: typeOf(post),
        title: post.title,
        description: textOf(post.description) || `${post.creator.name} in “${bead.title}”`,
        canonical: `/${post.href}`,
        tags: bead.tags,
        image: post.media?.image ?? bead.image,
        published: post.creationDate,
        ...(bead.isDraft ? {} : { player: playerOf(post), syndication: { feeds: `beads/${bead.id}`, oembed: true } }),
        links: [{ href: bead.href, text: bead.title }, ...listed.filter(({ id }) => id !== post.id).map(link)],
        data: [
          within === undefined
            ? preloaded('GET /api/v0/posts/:id', { params: { id: post.id } }, post)
            : preloaded('GET /api/v0/posts/:bead/:id', { params: { bead: within, id: post.id } }, post),
          preloaded('GET /api/v0/comments/:id', { params: { id: post.id }, query }, commentPage),
          beadData(bead),
          ...data,
        ],
      }
    },

    quickPosted: (post) => ({
      status: 200,
      screen: 'quickPosted',
      type: 'website',
      title: pageTitles.quickPosted,
      description: post.title,
      links: [link(post)],
      data: [preloaded('GET /api/v0/posts/:id', { params: { id: post.id } }, post)],
    }),

    async member(member, viewer) {
      const { uid, name } = member
      const { started, data } = await people.sections(member, viewer)
      return {
        status: 200,
        screen: 'member',
        type: 'profile',
        title: pageTitles.member(name, uid),
        description: member.description || `${name} on Strand`,
        canonical: `/p/${uid}`,
        syndication: { feeds: `members/${uid}`, oembed: true },
        image: member.image,
        links: started.map(({ href, title }) => ({ href, text: title })),
        data: [preloaded('GET /api/v0/members/:uid', { params: { uid } }, member), ...data],
      }
    },
  }
}

export const signInPage = (mode: LoginType): Page => ({
  status: 200,
  screen: 'auth',
  type: 'website',
  title: mode === 'signup' ? pageTitles.signUp : pageTitles.logIn,
  description: pageTitles.tagline,
  canonical: mode === 'signup' ? '/signupform' : '/login',
  data: [],
})

/**
 * @param screen shows the failure.
 * @param data failures of the screen's own requests. The screen repeats requests that are not among them.
 */
export const failurePage = (status: 403 | 404, screen: Page['screen'], data: Page['data'] = []): Page => {
  const titles: Partial<Record<Page['screen'], string>> = { bead: pageTitles.noBead, post: pageTitles.noPost, member: pageTitles.noMember }
  return {
    status,
    screen,
    type: 'website',
    data,
    title: status === 403 ? '' : (titles[screen] ?? pageTitles.notFound),
    heading: status === 403 ? messages.draftHidden : (titles[screen] ?? pageTitles.notFound),
    description: status === 403 ? messages.draftHidden : messages.notFound,
  }
}
