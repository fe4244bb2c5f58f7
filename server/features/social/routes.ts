import type { Mount } from '#http/mount.ts'
import type { Social } from './service.ts'

export function socialRoutes(mount: Mount, { social }: { social: Social }): void {
  const { follows, postReactions, hiding } = social

  mount('GET /api/v0/members/:uid/relations', ({ params, query, actor }) => social.relations(params.uid, query, actor))
  mount('GET /api/v0/members/:uid/followers', ({ params, query, actor }) => social.followers(params.uid, query, actor))
  mount('GET /api/v0/members/:uid/following', ({ params, query, actor }) => social.following(params.uid, query, actor))
  mount('GET /api/v0/members/:uid/following/tags', ({ params, query }) => social.followingTags(params.uid, query))
  mount('GET /api/v0/tags/:tag/followers', ({ params, query, actor }) => social.tagFollowers(params.tag, query.soft === '1', query, actor))

  for (const command of ['follow', 'unfollow', 'superfollow', 'unsuperfollow'] as const) {
    mount(`POST /api/v0/members/:uid/${command}`, ({ params, actor }) => follows.member(params.uid, command, actor))
    mount(`POST /api/v0/beads/:id/${command}`, ({ params, actor }) => follows.bead(params.id, command, actor))
  }
  for (const command of ['follow', 'unfollow'] as const)
    mount(`POST /api/v0/tags/:tag/${command}`, ({ params, actor }) => follows.tag(params.tag, command, actor))

  for (const [verb, enabled] of [
    ['collect', true],
    ['uncollect', false],
  ] as const)
    mount(`POST /api/v0/posts/:id/${verb}`, async ({ params, actor }) => {
      const { related, count } = await postReactions.set(params.id, 'collect', enabled, actor)
      return { collected: related, count }
    })
  for (const [verb, enabled] of [
    ['upvote', true],
    ['unupvote', false],
  ] as const)
    mount(`POST /api/v0/posts/:id/${verb}`, async ({ params, actor }) => {
      const { related, count } = await postReactions.set(params.id, 'upvote', enabled, actor)
      return { upvoted: related, count }
    })

  for (const kind of ['block', 'mute'] as const) {
    mount(`POST /api/v0/members/:uid/${kind}`, ({ params, actor }) => hiding.set(params.uid, kind, true, actor))
    mount(`POST /api/v0/members/:uid/un${kind}`, ({ params, actor }) => hiding.set(params.uid, kind, false, actor))
  }
  mount('GET /api/v0/me/blocked', ({ query, actor }) => social.hidden('block', query, actor))
  mount('GET /api/v0/me/muted', ({ query, actor }) => social.hidden('mute', query, actor))
}
