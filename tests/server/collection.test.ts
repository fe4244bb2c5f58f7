import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Page, Post } from '#contract/index.ts'
import { backfillPosts } from '../../server/features/posts/backfill.ts'
import { CollectedEntity } from '../../server/features/collection/entities.ts'
import { databaseKind } from '#db/data-source.ts'
import { transaction } from '#db/transaction.ts'
import { addPost, startBead, updateBead } from '../support/content.ts'
import { ada, ben, join, server, setUpPeople, visitor } from '../support/people.ts'

type Filters = Answer<'GET /api/v1/collection/filters'>

let beads: string[]
/** In the order in which Ben collected them. */
const posts: Post[] = []

setUpPeople()
beforeAll(async () => {
  const cleo = await join(server, 'Cleo')
  beads = [
    (await startBead(ada.client, { title: 'One', category: 'music' })).id,
    (await startBead(cleo.client, { title: 'Two', category: 'art' })).id,
  ]
  const tags = [['Jazz'], ['Jazz', 'Loud'], ['Loud'], [], ['Jazz'], ['Rare']]
  for (const [n, some] of tags.entries()) {
    const [who, bead] = n % 3 === 0 ? [cleo, beads[1]!] : [ada, beads[0]!]
    posts.push(
      await addPost(who.client, bead, {
        title: `Number ${n}`,
        tags: some,
        ...(n % 2 === 0 && { media: { href: `https://example.org/${n}.mp3` } }),
      }),
    )
  }
  await addPost(ada.client, beads[0]!, { title: 'Not collected', tags: ['Jazz'] })
  for (const { id } of posts) {
    await ben.client.post(`/api/v0/posts/${id}/collect`, {})
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
})

const list = async (query: string, client = visitor) =>
  (await client.get<Page<Post>>(`/api/v0/posts?${query}`)).body.results.map(({ id }) => posts.findIndex((post) => post.id === id))
const filters = async (query: string, client = visitor) => (await client.get<Filters>(`/api/v1/collection/filters?${query}`)).body

describe('Y1 a collection', () => {
  it('Y1 collected posts, latest collected first or earliest; collectedby=self is the own collection', async () => {
    const of = `collectedby=${ben.uid}`
    expect(await list(of)).toEqual([5, 4, 3, 2, 1, 0])
    expect(await list(`${of}&sort=earliest`)).toEqual([0, 1, 2, 3, 4, 5])
    expect(await list('collectedby=self', ben.client)).toEqual([5, 4, 3, 2, 1, 0])
    expect(await list('collectedby=self', ada.client)).toEqual([])
    expect((await list(`${of}&sort=shuffle&ts=4`)).toSorted()).toEqual([0, 1, 2, 3, 4, 5])
    expect(await list(`${of}&sort=mostcollected`)).toEqual([5, 4, 3, 2, 1, 0])
    expect(await list(`${of}&from=2&limit=2`)).toEqual([3, 2])
    expect((await visitor.get(`/api/v0/posts/count?${of}`)).body).toEqual({ count: 6 })
    expect((await visitor.get(`/api/v0/posts/count?${of}&bead=${beads[1]}`)).body).toEqual({ count: 2 })
  })

  it('Y2 filters by lists of tags, playlists, members and categories', async () => {
    const of = `collectedby=${ben.uid}`
    expect(await list(`${of}&tag=jazz`)).toEqual([4, 1, 0])
    expect(await list(`${of}&tag=jazz,rare`)).toEqual([5, 4, 1, 0])
    expect(await list(`${of}&bead=${beads[1]}`)).toEqual([3, 0])
    expect(await list(`${of}&bead=${beads.join(',')}&tag=loud`)).toEqual([2, 1])
    expect(await list(`${of}&createdby=${ada.uid}&category=music&sort=earliest`)).toEqual([1, 2, 4, 5])
    expect(await list(`${of}&category=art,film`)).toEqual([3, 0])
    expect(await list(`${of}&hasmedia=1`)).toEqual([4, 2, 0])
    expect(await list(`${of}&q=num 3`)).toEqual([3])
    expect(await list(`${of}&tag=jazz&sort=top`)).toEqual([4, 1, 0])
  })

  it('Y2 filter values with counts, most frequent first', async () => {
    const { tags, beads: found, members, counts } = await filters(`collectedby=${ben.uid}`)
    expect(tags).toEqual(
      [
        ['jazz', 'Jazz', 3],
        ['loud', 'Loud', 2],
        ['rare', 'Rare', 1],
      ].map(([id, name, count]) => ({ _id: id, id, name, count })),
    )
    expect(found.map(({ id, name, count }) => [id, name, count])).toEqual([
      [beads[0], 'One', 4],
      [beads[1], 'Two', 2],
    ])
    expect(members.map(({ name, count }) => [name, count])).toEqual([
      ['Ada Rivers', 4],
      ['Cleo', 2],
    ])
    expect(counts).toEqual({ total: 6 })
    expect(await filters('', ben.client)).toEqual(await filters(`uid=${ben.uid}`))
    const listed = async (query: string) => (await visitor.get(`/api/v0/posts?${query}`)).body
    expect(await listed(`uid=${ben.uid}&tag=jazz`)).toEqual(await listed(`collectedby=${ben.uid}&tag=jazz`))
    expect((await visitor.get(`/api/v0/posts/count?uid=${ben.uid}`)).body).toEqual({ count: counts.total })
    expect(await filters(`uid=${ben.uid}&type=tag,bead&category=art&limit=1`)).toMatchObject({
      tags: [{ id: 'jazz', count: 1 }],
      beads: [{ count: 2 }],
      members: [],
      counts: { total: 2 },
    })
    expect((await filters(`createdby=${ada.uid}`)).tags.map(({ id, count }) => [id, count])).toEqual([
      ['jazz', 3],
      ['loud', 2],
      ['rare', 1],
    ])
    expect((await visitor.get('/api/v1/collection/filters')).status).toBe(401)
    expect((await visitor.get(`/api/v1/collection/filters?uid=${ben.uid}&type=all`)).status).toBe(400)
    expect(await filters('collectedby=missing.member')).toEqual({ tags: [], beads: [], members: [], counts: { total: 0 } })
  })

  it('Y2 the collection changes with its posts', async () => {
    const of = `collectedby=${ben.uid}`
    await ben.client.post(`/api/v0/posts/${posts[5]!.id}/uncollect`, {})
    await ada.client.post(`/api/v0/posts/${posts[4]!.id}`, { tags: ['Quiet'] })
    await ada.client.delete(`/api/v0/posts/${posts[2]!.id}`)
    expect(await list(of)).toEqual([4, 3, 1, 0])
    expect(await list(`${of}&tag=quiet`)).toEqual([4])
    expect(await list(`${of}&tag=jazz`)).toEqual([1, 0])
    await updateBead(server.db, beads[1]!, { isDraft: true })
    expect(await list(of)).toEqual([4, 1])
    await updateBead(server.db, beads[1]!, { isDraft: false })
  })

  it('Y2 a backfill from the relations gives the same rows', async () => {
    const rows = () => server.db.getRepository(CollectedEntity).find({ order: { uid: 'ASC', postId: 'ASC' } })
    const before = await rows()
    expect(before).not.toEqual([])
    await transaction(server.db, async (manager) => {
      await manager.deleteAll(CollectedEntity)
      await backfillPosts((statement, values) => manager.query(statement, values), databaseKind(server.db) === 'postgres')
    })
    expect(await rows()).toEqual(before)
  })
})
