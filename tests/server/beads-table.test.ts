/** B5, B9: the coffee table of a playlist. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Bead, Post } from '#contract/index.ts'
import { planBestOf } from '../../server/features/posts/best.ts'
import { addPost, startBead, updateBead, updatePost } from '../support/content.ts'
import { testDatabaseKind } from '../support/server.ts'
import { ada, ben, server, setUpPeople, visitor } from '../support/people.ts'

let bead: Bead

const song = (name: string) => ({ title: name, media: { href: `https://example.org/${name.toLowerCase()}.mp3` } })
const table = async ({ id }: Bead = bead, client = visitor): Promise<string[]> =>
  (await client.get<Answer<'GET /api/v0/beads/:id/table'>>(`/api/v0/beads/${id}/table`)).body.results.map(({ title }) => title)
/** A playlist with these tags and a post per name; the last post has the highest score. */
async function like(tags: string[], names: readonly string[], more: object = {}): Promise<{ bead: Bead; posts: Post[] }> {
  const made = await startBead(ada.client, { title: `With ${names.join(' ')}`, category: 'food', tags, ...more })
  const posts: Post[] = []
  for (const [n, name] of names.entries()) {
    const post = await addPost(ada.client, made.id, song(name))
    await updatePost(server.db, post.id, { score: n })
    posts.push(post)
  }
  return { bead: made, posts }
}

setUpPeople()
beforeAll(async () => {
  bead = await startBead(ada.client, { title: 'Itself', category: 'books', tags: ['Sea', 'Storm', 'Ships'] })
  await addPost(ada.client, bead.id, song('Own'))
})

describe('B5 B9 posts of related playlists', () => {
  it('B5 no related playlists → an empty list', async () => {
    expect(await table()).toEqual([])
  })

  it('B5 the best post of each related playlist, most related first; no dead media, no texts, no drafts, no feeds', async () => {
    const one = await like(['Sea'], ['Low', 'High'])
    await like(['Sea', 'Storm', 'Ships'], ['Gale'])
    const two = await like(['Sea', 'Storm'], ['Alive', 'Gone'])
    await addPost(ada.client, two.bead.id, { title: 'Only words' }).then(({ id }) => updatePost(server.db, id, { score: 99 }))
    await like(['Sea', 'Storm', 'Ships'], ['Hidden'], { isDraft: true })
    await startBead(ada.client, { title: 'Empty', category: 'books', tags: ['Sea'] })
    expect(await table()).toEqual(['Gale', 'Gone', 'High'])
    await updatePost(server.db, two.posts[1]!.id, { isDead: true })
    expect(await table()).toEqual(['Gale', 'Alive', 'High'])
    await updateBead(server.db, one.bead.id, { isFeed: true })
    expect(await table()).toEqual(['Gale', 'Alive'])
  })

  it('B5 posts of blocked members are excluded', async () => {
    const gus = await server.signUp('Gus Gale')
    const shared = await startBead(ben.client, {
      title: 'Of two',
      category: 'food',
      tags: ['Sea', 'Storm', 'Ships'],
      invitees: [gus.me.uid],
    })
    const theirs = await addPost(gus.client, shared.id, song('Theirs'))
    await updatePost(server.db, theirs.id, { score: 50 })
    await addPost(ben.client, shared.id, song('Mine'))
    expect(await table()).toContain('Theirs')
    const reader = await server.signUp('Rea Der')
    expect((await reader.client.post(`/api/v0/members/${gus.me.uid}/block`)).status).toBe(200)
    expect(await table(bead, reader.client)).toContain('Mine')
    expect(await table(bead, reader.client)).not.toContain('Theirs')
  })

  it('B9 at most nine posts', async () => {
    for (let n = 1; n <= 10; n += 1) await like(['Ships'], [`Boat${n}`])
    expect(await table()).toHaveLength(9)
  })

  it('B5 related posts of a draft → 403 except for its collaborators', async () => {
    const draft = await startBead(ada.client, { title: 'Draft', tags: ['Sea'], isDraft: true })
    expect((await visitor.get(`/api/v0/beads/${draft.id}/table`)).status).toBe(403)
    expect(await table(draft, ada.client)).not.toEqual([])
    expect((await visitor.get('/api/v0/beads/b00000000000000000/table')).status).toBe(404)
  })

  it.runIf(testDatabaseKind === 'sqlite')('B5 the query reads one index per playlist and sorts nothing', async () => {
    const { statement, parameters } = planBestOf(['x', 'y'], null)
    const values: unknown[] = []
    const text = statement.replace(
      /:([a-zA-Z]\w*)/g,
      (_all, name: string) => (values.push((parameters as Record<string, unknown>)[name]), '?'),
    )
    const plan = ((await server.db.query(`EXPLAIN QUERY PLAN ${text}`, values)) as { detail: string }[])
      .map(({ detail }) => detail)
      .join('\n')
    expect(plan.match(/SEARCH p USING INDEX post_bead_score \(beadId=\?\)/g)).toHaveLength(2)
    expect(plan).not.toMatch(/SCAN p\b/)
  })
})
