/** BY5: the curated order of a playlist. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bead, Page, Post } from '#contract/index.ts'
import { playlistPostQuery } from '#contract/pages/playlist.ts'
import { endpoints } from '#contract/endpoints.ts'
import { between } from '../../server/features/beads/curated.ts'
import { PostEntity } from '../../server/features/posts/entities.ts'
import { planPostList } from '../../server/features/posts/lists.ts'
import { addPost, startBead } from '../support/content.ts'
import { testDatabaseKind } from '../support/server.ts'
import { ada, server, setUpPeople } from '../support/people.ts'

setUpPeople()

async function filled(count: number): Promise<{ bead: Bead; ids: string[] }> {
  const bead = await startBead(ada.client)
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await addPost(ada.client, bead.id, { title: `Post ${n}` })).id)
  return { bead, ids }
}

const move = (bead: string, post: string, to: { before?: string | null; after?: string | null }) =>
  ada.client.post(`/api/v0/beads/${bead}/posts/${post}/move`, to)
const page = async (bead: string, query = '&limit=100') =>
  (await ada.client.get<Page<Post>>(`/api/v0/posts?bead=${bead}&sort=curated${query}`)).body
const order = async (bead: string) => (await page(bead)).results.map(({ id }) => id)

describe('BY5 ranks', () => {
  it('BY5 between two ranks there is always another rank', () => {
    const place = fc
      .string({ unit: fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz'), minLength: 1, maxLength: 24 })
      .map((text) => `${text}i`)
    fc.assert(
      fc.property(place, place, (one, other) => {
        fc.pre(one !== other)
        const [low, high] = one < other ? [one, other] : [other, one]
        const made = between(low, high)
        expect(low < made && made < high).toBe(true)
        expect(between('', low) < low && high < between(high, '')).toBe(true)
        expect(made).toMatch(/^[0-9a-z]*[1-9a-z]$/)
      }),
    )
  })

  it('BY5 ranks grow by at most one character in five moves to the same position', () => {
    let [low, high] = ['p0m1', 'p0m2']
    for (let n = 0; n < 200; n++) [low, high] = n % 2 === 0 ? [between(low, high), high] : [low, between(low, high)]
    expect(low.length).toBeLessThan(90)
  })
})

describe('BY5 moving posts', () => {
  it('BY5 many posts are moved to an end, one after the other → they stand in this order, and a new post is last', async () => {
    const { bead, ids } = await filled(12)
    // In the reverse order of their ids, by which equal ranks would be sorted.
    const moved = ids.slice(1).toReversed()
    for (const id of moved) expect((await move(bead.id, id, { before: null })).status).toBe(200)
    const late = await addPost(ada.client, bead.id, { title: 'Late' })
    expect(await order(bead.id)).toEqual([ids[0], ...moved, late.id])
    for (const id of ids.slice(1)) expect((await move(bead.id, id, { after: null })).status).toBe(200)
    expect(await order(bead.id)).toEqual([...moved, ids[0], late.id])
  })

  it('BY5 the initial order is by date; new posts are last', async () => {
    const { bead, ids } = await filled(3)
    expect(await order(bead.id)).toEqual(ids)
    expect((await move(bead.id, ids[2]!, { after: null })).body).toEqual({ moved: true, sort: 'curated' })
    const late = await addPost(ada.client, bead.id, { title: 'Late' })
    expect(await order(bead.id)).toEqual([ids[2], ids[0], ids[1], late.id])
  })

  it('BY5 moves before and after a post, to the first, the last and the current position', async () => {
    const { bead, ids } = await filled(4)
    const [a, b, c, d] = ids as [string, string, string, string]
    await move(bead.id, a, { after: c })
    expect(await order(bead.id)).toEqual([b, c, a, d])
    await move(bead.id, d, { before: b })
    expect(await order(bead.id)).toEqual([d, b, c, a])
    await move(bead.id, d, { before: null })
    expect(await order(bead.id)).toEqual([b, c, a, d])
    await move(bead.id, a, { after: null })
    expect(await order(bead.id)).toEqual([a, b, c, d])
    for (const to of [{ after: a }, { before: c }, { after: b }, { before: b }]) {
      expect((await move(bead.id, b, to)).status).toBe(200)
      expect(await order(bead.id)).toEqual([a, b, c, d])
    }
  })

  it('BY5 random moves give the same order as moves in an array, with the same pages and totals', async () => {
    const { bead, ids } = await filled(7)
    const list = [...ids]
    const moves = fc.sample(fc.record({ post: fc.nat(6), next: fc.option(fc.nat(6)), side: fc.constantFrom('before', 'after') }), {
      numRuns: 60,
      seed: 5,
    })
    for (const { post, next, side } of moves) {
      const [moved, anchor] = [ids[post]!, next === null ? null : ids[next]!]
      await move(bead.id, moved, { [side]: anchor })
      if (moved === anchor) continue
      list.splice(list.indexOf(moved), 1)
      const end = side === 'before' ? list.length : 0
      list.splice(anchor === null ? end : list.indexOf(anchor) + (side === 'after' ? 1 : 0), 0, moved)
    }
    expect(await order(bead.id)).toEqual(list)
    const pages = [await page(bead.id, '&limit=3'), await page(bead.id, '&limit=3&from=3'), await page(bead.id, '&limit=3&from=6')]
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(list)
    expect(pages.map(({ next, counts }) => [next, counts.total])).toEqual([
      [3, 7],
      [6, 7],
      [null, 7],
    ])
  })

  it('BY5 overlong ranks are rewritten without changing the order', async () => {
    const { bead, ids } = await filled(4)
    const [a, b, c, d] = ids as [string, string, string, string]
    // Two posts that are moved alternately next to the first one halve the same gap each time.
    for (let n = 0; n < 600; n++) await move(bead.id, n % 2 === 0 ? c : d, { after: a })
    expect(await order(bead.id)).toEqual([a, d, c, b])
    const rows = await server.db.getRepository(PostEntity).findBy({ beadId: bead.id })
    for (const { curatedRank } of rows) expect(curatedRank?.length ?? 0).toBeLessThanOrEqual(100)
    const late = await addPost(ada.client, bead.id, { title: 'Late' })
    expect((await order(bead.id)).at(-1)).toBe(late.id)
  }, 60_000)

  it('BY5 concurrent moves: each post has its own rank, and the first one stays first', async () => {
    const { bead, ids } = await filled(6)
    const [a, ...others] = ids as [string, ...string[]]
    const replies = await Promise.all(others.map((id) => move(bead.id, id, { after: a })))
    for (const { status } of replies) expect(status).toBe(200)
    const found = await order(bead.id)
    expect(found[0]).toBe(a)
    expect(found.toSorted()).toEqual(ids.toSorted())
    const ranks = (await server.db.getRepository(PostEntity).findBy({ beadId: bead.id })).map(({ id, curatedRank }) => curatedRank ?? id)
    expect(new Set(ranks).size).toBe(ids.length)
  })

  it('BY5 filters apply, and a deleted post leaves no gap', async () => {
    const { bead, ids } = await filled(3)
    const film = await addPost(ada.client, bead.id, { media: { href: 'https://example.org/film.mp4' } })
    await move(bead.id, film.id, { after: ids[0] })
    expect((await page(bead.id, '&hasmedia=1')).results.map(({ id }) => id)).toEqual([film.id])
    await ada.client.delete(`/api/v0/posts/${ids[0]}`)
    expect(await order(bead.id)).toEqual([film.id, ids[1], ids[2]])
  })

  it('BY5 moving a post of another playlist or an unknown one → 404; contradictory positions → 400', async () => {
    const [here, there] = [await filled(2), await filled(1)]
    for (const [post, to] of [
      [there.ids[0], { after: null }],
      [here.ids[0], { after: there.ids[0] }],
      ['p00000000000000000', { after: null }],
    ] as const)
      expect((await move(here.bead.id, post!, to)).status).toBe(404)
    expect((await move('b00000000000000000', here.ids[0]!, { after: null })).status).toBe(404)
    for (const to of [{}, { before: null, after: null }, { before: here.ids[0]!, after: here.ids[1]! }])
      expect((await move(here.bead.id, here.ids[0]!, to)).status).toBe(400)
    expect((await ada.client.get(`/api/v0/beads/${here.bead.id}`)).body).not.toHaveProperty('sort')
  })
})

describe('BY5 the default order', () => {
  it('BY5 the first move makes the order curated, unless the creator sets another one', async () => {
    const { bead, ids } = await filled(2)
    await move(bead.id, ids[0]!, { before: null })
    expect((await ada.client.get(`/api/v0/beads/${bead.id}`)).body.sort).toBe('curated')
    expect((await ada.client.post(`/api/v0/beads/${bead.id}`, { sort: 'recent' })).body.data.sort).toBe('recent')
    expect((await move(bead.id, ids[1]!, { before: null })).body.sort).toBe('recent')
    expect((await ada.client.post(`/api/v0/beads/${bead.id}`, { sort: null })).body.data).not.toHaveProperty('sort')
    expect((await ada.client.post(`/api/v0/beads/${bead.id}`, { sort: 'shuffle' })).status).toBe(400)
  })

  it('BY5 B2 order of precedence: URL, page number, curated, earliest for invite-only, top', () => {
    const sortOf = (bead: object, search = '') => playlistPostQuery({ id: 'b', ...bead }, new URLSearchParams(search)).sort
    expect(sortOf({ sort: 'curated' })).toBe('curated')
    expect(sortOf({ sort: 'curated', invitees: [] })).toBe('curated')
    expect(sortOf({ sort: 'curated' }, 'sort=top')).toBe('top')
    expect(sortOf({ sort: 'curated' }, 'page=2')).toBe('earliest')
    expect(sortOf({ invitees: [] })).toBe('earliest')
    expect(sortOf({})).toBe('top')
    expect(sortOf({}, 'sort=curated')).toBe('curated')
  })

  it('BY5 sort=curated without a playlist is sort=recent', async () => {
    const { body } = await ada.client.get<Page<Post>>('/api/v0/posts?sort=curated&limit=3')
    const { body: recent } = await ada.client.get<Page<Post>>('/api/v0/posts?sort=recent&limit=3')
    expect(body.results.map(({ id }) => id)).toEqual(recent.results.map(({ id }) => id))
  })
})

describe.runIf(testDatabaseKind === 'sqlite')('BY5 query plan', () => {
  it('BY5 the curated order merges two walks of one index without sorting', async () => {
    const { statement, parameters } = planPostList(
      endpoints['GET /api/v0/posts'].query.parse({ bead: 'b00000000000000000', sort: 'curated' }),
      null,
    )
    const values: unknown[] = []
    const text = statement.replace(
      /:([a-zA-Z]\w*)/g,
      (_all, name: string) => (values.push((parameters as Record<string, unknown>)[name]), '?'),
    )
    const plan = (await server.db.query(`EXPLAIN QUERY PLAN ${text}`, values)).map(({ detail }: { detail: string }) => detail).join('\n')
    expect(plan).toContain('MERGE (UNION ALL)')
    expect(plan.match(/SEARCH p USING COVERING INDEX post_bead_curated \(beadId=\? AND curatedRank/g)).toHaveLength(2)
    // Only the fifteen rows of the page are sorted.
    expect(plan.match(/TEMP B-TREE/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })
})
