import { idKind } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { addressOf } from '#http/limits.ts'
import type { Mount } from '#http/mount.ts'
import type { Comments } from '../comments/service.ts'
import type { Shares } from '../share/service.ts'
import type { Posts } from './service.ts'

export function postRoutes(mount: Mount, { posts, comments, shares }: { posts: Posts; comments: Comments; shares: Shares }): void {
  mount('GET /api/v0/posts', async ({ query, actor }) => {
    const page = await posts.list(query, actor)
    if (!query.comments) return page
    const latest = await comments.latest(
      page.results.map(({ id }) => id),
      query.comments,
      actor,
    )
    return { ...page, results: page.results.map((post) => ({ ...post, previewComments: latest.get(post.id) ?? [] })) }
  })
  mount('GET /api/v0/tags/popular', async ({ query: { category } }) => ({
    results: await posts.popularTags(category === undefined || category === 'all' || category === 'everything' ? null : category),
  }))
  mount('GET /api/v0/posts/count', async ({ query, actor }) => ({ count: await posts.count(query, actor) }))
  mount('GET /api/v0/posts/:id/collectedby', ({ params, query, actor }) => posts.collectors(params.id, query, actor))
  mount('GET /api/v0/posts/:id', ({ params, actor }) => posts.get(params.id, actor))
  mount('GET /api/v0/posts/:bead/:id', async ({ params, actor }) => {
    const post = await posts.get(params.id, actor)
    if (post.bead.id !== params.bead) throw new StrandError('not_found')
    return post
  })
  mount('POST /api/v0/posts/:id', async ({ params, body, actor }) => {
    const creates = idKind(params.id) === 'bead'
    const post = await (creates ? posts.create(params.id, body, actor) : posts.edit(params.id, body, actor))
    const { tw = false, fb = false } = body.share ?? {}
    if (!tw && !fb) return { id: post.id, post }
    // The answer contains share links for the member. A failure, for example in a draft, must not fail the post.
    const share = await shares.offers('post', post.id, { tw, fb, isNew: creates }, actor).catch((error: unknown) => {
      if (error instanceof StrandError) return { shared: [], offers: [] }
      throw error
    })
    return { id: post.id, post, share }
  })
  mount('POST /api/v0/posts/:id/repost/:bead', ({ params, actor }) => posts.repost(params.id, params.bead, actor))
  mount('DELETE /api/v0/posts/:id', async ({ params, actor }) => {
    await posts.remove(params.id, actor)
    return { deleted: true }
  })
  mount('POST /api/v0/posts/:id/play', async ({ params, actor, request }) => ({
    count: await posts.play(params.id, actor, addressOf(request)),
  }))
}
