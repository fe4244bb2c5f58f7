/** What profiles and the lists of who follows what hold (F1, F3, W5): the same answers that they would ask the API for first. */
import type { Viewer } from '#access/viewer.ts'
import { endpoints, normaliseTag, pageTitles, type Bead, type Member } from '#contract/index.ts'
import { profileBeadsQuery, profilePostsQuery, type ProfileBeads, type ProfilePosts } from '#contract/pages/profile.ts'
import { tagFollowersQuery } from '#contract/pages/search.ts'
import type { Beads } from '../beads/service.ts'
import type { Posts } from '../posts/service.ts'
import type { Social } from '../social/service.ts'
import { preloaded, type Page, type Preloaded } from './page.ts'
import { plainPage } from './plain.ts'

export interface PeoplePages {
  /** What a profile shows below its head, and the playlists that were started. */
  sections(member: Member, viewer: Viewer | null): Promise<{ started: Bead[]; data: Preloaded[] }>
  members(member: Member, shown: 'followers' | 'following' | 'tags', viewer: Viewer | null): Promise<Page>
  beadFollowers(id: string, viewer: Viewer | null): Promise<Page>
  tagFollowers(tag: string, viewer: Viewer | null): Promise<Page>
}

const beadsInput = endpoints['GET /api/v0/beads'].query
const postsInput = endpoints['GET /api/v0/posts'].query
/** As the screens ask: for the first page, of the size that is usual there. */
const query = {}

const linksTo = (members: readonly { uid: string; name: string }[]) => members.map(({ uid, name }) => ({ href: `/p/${uid}`, text: name }))

export function createPeoplePages({
  beads,
  posts,
  social,
}: {
  beads: Pick<Beads, 'get' | 'list' | 'followers'>
  posts: Pick<Posts, 'list'>
  social: Pick<Social, 'followers' | 'following' | 'followingTags' | 'tagFollowers'>
}): PeoplePages {
  const followersInput = endpoints['GET /api/v0/members/:uid/followers'].query.parse(query)
  const tagsInput = endpoints['GET /api/v0/members/:uid/following/tags'].query.parse(query)
  const beadFollowersInput = endpoints['GET /api/v0/beads/:id/followers'].query.parse(query)

  const tagFollowersInput = endpoints['GET /api/v0/tags/:tag/followers'].query.parse(tagFollowersQuery)

  const beadsOf = async (section: ProfileBeads, member: Member, viewer: Viewer | null) => {
    const query = profileBeadsQuery(section, member)
    const page = await beads.list(beadsInput.parse(query), viewer)
    return { results: page.results, data: preloaded('GET /api/v0/beads', { query }, page) }
  }
  const postsOf = async (section: ProfilePosts, { uid }: Member, viewer: Viewer | null): Promise<Preloaded> => {
    const query = profilePostsQuery(section, uid)
    return preloaded('GET /api/v0/posts', { query }, await posts.list(postsInput.parse(query), viewer))
  }

  return {
    async sections(member, viewer) {
      const started = await beadsOf('started', member, viewer)
      const data = [started.data]
      // Counts leave out drafts, which the member's own lists hold.
      const own = viewer?.uid === member.uid
      if (own) data.push((await beadsOf('invited', member, viewer)).data)
      if (own || member.collectedBeadCount > 0) data.push((await beadsOf('followed', member, viewer)).data)
      if (member.collectedPostCount > 0) data.push(await postsOf('collects', member, viewer))
      if (member.createdPostCount > 0 || (member.draftCount ?? 0) > 0) data.push(await postsOf('posts', member, viewer))
      return { started: started.results, data }
    },

    async members(member, shown, viewer) {
      const { uid, name } = member
      const input = { params: { uid }, query }
      const whose = preloaded('GET /api/v0/members/:uid', { params: { uid } }, member)
      const list = (title: string, rest: string, links: NonNullable<Page['links']>, data: Preloaded): Page => ({
        ...plainPage('members', title, `/p/${uid}/${rest}`),
        links,
        data: [whose, data],
      })
      if (shown === 'tags') {
        const page = await social.followingTags(uid, tagsInput)
        const links = page.results.map((tag) => ({ href: `/tag/${encodeURIComponent(tag.name)}`, text: `#${tag.name}` }))
        return list(pageTitles.tagsOf(name), 'following/tags', links, preloaded('GET /api/v0/members/:uid/following/tags', input, page))
      }
      if (shown === 'following') {
        const page = await social.following(uid, followersInput, viewer)
        return list(
          pageTitles.followedBy(name),
          'following',
          linksTo(page.results),
          preloaded('GET /api/v0/members/:uid/following', input, page),
        )
      }
      const page = await social.followers(uid, followersInput, viewer)
      return list(
        pageTitles.followersOf(name),
        'followers',
        linksTo(page.results),
        preloaded('GET /api/v0/members/:uid/followers', input, page),
      )
    },

    async beadFollowers(id, viewer) {
      const bead = await beads.get(id, viewer)
      const page = await beads.followers(bead.id, beadFollowersInput, viewer)
      return {
        ...plainPage('beadFollowers', pageTitles.followersOf(bead.title), `${bead.href}/followers`),
        links: linksTo(page.results),
        data: [
          preloaded('GET /api/v0/beads/:id', { params: { id: bead.id } }, bead),
          preloaded('GET /api/v0/beads/:id/followers', { params: { id: bead.id }, query }, page),
        ],
      }
    },

    async tagFollowers(asked, viewer) {
      const tag = normaliseTag(asked)
      const page = await social.tagFollowers(tag, true, tagFollowersInput, viewer)
      // One that nobody follows may be one that nobody ever wrote: nothing to be found again.
      const canonical = page.counts.total > 0 ? `/tag/${tag}/followers` : undefined
      return {
        ...plainPage('tagFollowers', pageTitles.followersOf(`#${tag}`), canonical),
        links: linksTo(page.results),
        data: [preloaded('GET /api/v0/tags/:tag/followers', { params: { tag }, query: tagFollowersQuery }, page)],
      }
    },
  }
}
