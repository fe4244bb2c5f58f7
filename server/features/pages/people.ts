/** Profiles and lists of followers (F1, F3, W5), with the API answers that they request first. */
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
  /** Data of the sections of a profile, and the playlists that the member started. */
  sections(member: Member, viewer: Viewer | null): Promise<{ started: Bead[]; data: Preloaded[] }>
  members(member: Member, list: 'followers' | 'following' | 'tags', viewer: Viewer | null): Promise<Page>
  beadFollowers(id: string, viewer: Viewer | null): Promise<Page>
  tagFollowers(tag: string, viewer: Viewer | null): Promise<Page>
}

const beadsInput = endpoints['GET /api/v0/beads'].query
const postsInput = endpoints['GET /api/v0/posts'].query
/** The query of the screens: the first page in its default size. */
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
      // Counts exclude drafts; the member's own lists contain them.
      const own = viewer?.uid === member.uid
      if (own) data.push((await beadsOf('invited', member, viewer)).data)
      if (own || member.collectedBeadCount > 0) data.push((await beadsOf('followed', member, viewer)).data)
      if (member.collectedPostCount > 0) data.push(await postsOf('collects', member, viewer))
      if (member.createdPostCount > 0 || (member.draftCount ?? 0) > 0) data.push(await postsOf('posts', member, viewer))
      return { started: started.results, data }
    },

    async members(member, list, viewer) {
      const { uid, name } = member
      const input = { params: { uid }, query }
      const memberData = preloaded('GET /api/v0/members/:uid', { params: { uid } }, member)
      const toPage = (title: string, path: string, links: NonNullable<Page['links']>, data: Preloaded): Page => ({
        ...plainPage('members', title, `/p/${uid}/${path}`),
        links,
        data: [memberData, data],
      })
      if (list === 'tags') {
        const page = await social.followingTags(uid, tagsInput)
        const links = page.results.map((tag) => ({ href: `/tag/${encodeURIComponent(tag.name)}`, text: `#${tag.name}` }))
        return toPage(pageTitles.tagsOf(name), 'following/tags', links, preloaded('GET /api/v0/members/:uid/following/tags', input, page))
      }
      if (list === 'following') {
        const page = await social.following(uid, followersInput, viewer)
        return toPage(
          pageTitles.followedBy(name),
          'following',
          linksTo(page.results),
          preloaded('GET /api/v0/members/:uid/following', input, page),
        )
      }
      const page = await social.followers(uid, followersInput, viewer)
      return toPage(
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

    async tagFollowers(text, viewer) {
      const tag = normaliseTag(text)
      const page = await social.tagFollowers(tag, true, tagFollowersInput, viewer)
      // A tag without followers may not exist, so its page is not indexed.
      const canonical = page.counts.total > 0 ? `/tag/${tag}/followers` : undefined
      return {
        ...plainPage('tagFollowers', pageTitles.followersOf(`#${tag}`), canonical),
        links: linksTo(page.results),
        data: [preloaded('GET /api/v0/tags/:tag/followers', { params: { tag }, query: tagFollowersQuery }, page)],
      }
    },
  }
}
