/** The numbers of dead posts by playlist and provider, which are updated with each change of a post (BZ6). */
import { expect, test } from 'vitest'
import { playabilityOf, type Media } from '#contract/index.ts'
import { databaseKind } from '#db/data-source.ts'
import { parsedOrNull, sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { backfillHealth } from '../../server/features/health/backfill.ts'
import { updateLinkStates } from '../../server/features/repair/post-links.ts'
import { addPost, startBead } from '../support/content.ts'
import { ada, admin, ok, server, setUpPeople } from '../support/people.ts'
import { createProviders } from '../support/providers-by-status.ts'

setUpPeople({ fetcher: createProviders() })

interface BeadRow {
  beadId: string
  provider: string
  total: number
  dead: number
  deadShare: number
}

const readBeads = (): Promise<BeadRow[]> =>
  sql(server.db, 'SELECT "beadId", "provider", "total", "dead", "deadShare" FROM "bead_health" ORDER BY "beadId", "provider"')
const readProviders = async (): Promise<unknown[]> =>
  (
    await sql<{ provider: string; total: number | string; dead: number | string }>(
      server.db,
      `SELECT "provider", SUM("total") AS "total", SUM("dead") AS "dead" FROM "provider_health"
       GROUP BY "provider" HAVING SUM("total") > 0 ORDER BY "provider"`,
    )
  ).map(({ provider, total, dead }) => [provider, Number(total), Number(dead)])

/** `provider total dead` of a playlist. */
const healthOf = async (bead: string): Promise<string[]> =>
  (await readBeads()).filter(({ beadId }) => beadId === bead).map(({ provider, total, dead }) => `${provider} ${total} ${dead}`)

/** Counts all posts again, in memory. */
async function recount(): Promise<string[]> {
  const posts = await sql<{ beadId: string; media: string | null }>(server.db, 'SELECT "beadId", "media" FROM "post"')
  const sums = new Map<string, [number, number]>()
  for (const { beadId, media } of posts) {
    const playability = playabilityOf(parsedOrNull<Media>(media))
    if (playability === null) continue
    for (const key of [`${beadId} all`, `${beadId} ${playability.provider}`]) {
      const [total, dead] = sums.get(key) ?? [0, 0]
      sums.set(key, [total + 1, dead + Number(playability.isDead)])
    }
  }
  return [...sums].map(([key, [total, dead]]) => `${key} ${total} ${dead}`).toSorted()
}

async function setLinkState(post: string, state: 'dead' | 'well'): Promise<void> {
  await server.services.outbox.drain()
  await transaction(server.db, async (manager) => {
    await sql(manager, 'UPDATE "link_check" SET "state" = :state WHERE "id" IN (SELECT "linkId" FROM "post_link" WHERE "postId" = :post)', {
      state,
      post,
    })
    await updateLinkStates(manager, [post], server.services.media)
  })
}

const video = (n: number): string => `https://www.youtube.com/watch?v=${String(n).padStart(11, 'v')}`

test('BZ6 posts with links are counted as they are added, die, change, are repaired and deleted; texts are not', async () => {
  const bead = (await startBead(ada.client)).id
  await addPost(ada.client, bead, { title: 'Only text', media: undefined })
  expect(await healthOf(bead)).toEqual([])
  const one = await addPost(ada.client, bead, { media: { href: video(1) } })
  const other = await addPost(ada.client, bead, { media: { href: 'https://example.org/article' } })
  expect(await healthOf(bead)).toEqual(['all 2 0', 'webpage 1 0', 'youtube 1 0'])

  await setLinkState(one.id, 'dead')
  expect(await healthOf(bead)).toEqual(['all 2 1', 'webpage 1 0', 'youtube 1 1'])
  expect((await readBeads()).find(({ beadId, provider }) => beadId === bead && provider === 'all')?.deadShare).toBe(0.5)
  await setLinkState(one.id, 'well')
  expect(await healthOf(bead)).toEqual(['all 2 0', 'webpage 1 0', 'youtube 1 0'])

  await setLinkState(one.id, 'dead')
  const { version } = await ok(ada.client.get<{ version: string }>(`/api/v0/posts/${one.id}/repair`))
  const repaired = await ok(
    ada.client.post<{ history: { id: string }[] }>(`/api/v0/posts/${one.id}/repair`, { href: 'https://vimeo.com/1234', version }),
  )
  expect(await healthOf(bead)).toEqual(['all 2 0', 'vimeo 1 0', 'webpage 1 0'])
  await ok(ada.client.post(`/api/v0/posts/${one.id}/repair/undo`, { repair: repaired.history[0]!.id }))
  expect(await healthOf(bead)).toEqual(['all 2 1', 'webpage 1 0', 'youtube 1 1'])

  await ok(ada.client.post(`/api/v0/posts/${other.id}`, { title: 'No link any more', media: null }))
  expect(await healthOf(bead)).toEqual(['all 1 1', 'youtube 1 1'])
  await ok(ada.client.delete(`/api/v0/posts/${one.id}`))
  expect(await healthOf(bead)).toEqual([])
})

test('BZ6 a deleted playlist no longer counts, also in the sums of providers', async () => {
  const before = await readProviders()
  const bead = (await startBead(ada.client)).id
  const post = await addPost(ada.client, bead, { media: { href: video(2) } })
  await addPost(ada.client, bead, { media: { href: 'https://soundcloud.com/ann/song' } })
  await setLinkState(post.id, 'dead')
  expect(await readProviders()).not.toEqual(before)
  await ok(admin.client.delete(`/api/v0/beads/${bead}`))
  expect(await healthOf(bead)).toEqual([])
  expect(await readProviders()).toEqual(before)
})

test('BZ6 concurrent posts, edits and deletions, with links that die → the numbers equal a recount, and those of the backfill', async () => {
  const beads = [(await startBead(ada.client)).id, (await startBead(ada.client)).id]
  const posts = await Promise.all(
    Array.from({ length: 12 }, (_, n) => addPost(ada.client, beads[n % 2]!, { media: { href: video(100 + n) } })),
  )
  await server.services.outbox.drain()
  await Promise.all([
    ...posts.slice(0, 6).map(({ id }) => setLinkState(id, 'dead')),
    ...posts.slice(4, 8).map(({ id }, n) => ada.client.post(`/api/v0/posts/${id}`, { media: { href: `https://vimeo.com/50${n}` } })),
    ...posts.slice(8, 10).map(({ id }) => ada.client.delete(`/api/v0/posts/${id}`)),
    ...[1, 2, 3].map((n) => addPost(ada.client, beads[0]!, { media: { href: video(200 + n) } })),
  ])
  const [counted, sums] = [await readBeads(), await readProviders()]
  expect(counted.map(({ beadId, provider, total, dead }) => `${beadId} ${provider} ${total} ${dead}`)).toEqual(await recount())

  await transaction(server.db, async (manager) => {
    await sql(manager, 'DELETE FROM "bead_health"')
    await sql(manager, 'DELETE FROM "provider_health"')
    await backfillHealth((statement, values) => manager.query(statement, values), databaseKind(server.db) === 'postgres')
  })
  expect(await readBeads()).toEqual(counted)
  expect(await readProviders()).toEqual(sums)
})

test('BZ6 a check of a link dates the playlists that hold it', async () => {
  const bead = (await startBead(ada.client)).id
  const post = await addPost(ada.client, bead, { media: { href: video(3) } })
  await server.services.outbox.drain()
  const checkedDates = () =>
    sql<{ provider: string; checkedDate: string | null }>(
      server.db,
      'SELECT "provider", "checkedDate" FROM "bead_health" WHERE "beadId" = :bead ORDER BY "provider"',
      { bead },
    )
  expect(await checkedDates()).toEqual([
    { provider: 'all', checkedDate: null },
    { provider: 'youtube', checkedDate: null },
  ])
  const { checkedDate } = await ok(ada.client.post<{ checkedDate: string }>(`/api/v0/posts/${post.id}/repair/check`))
  const [all, youtube] = await checkedDates()
  expect(Math.abs(Date.parse(all!.checkedDate!) - Date.parse(checkedDate))).toBeLessThan(1000)
  expect(youtube?.checkedDate).toBeNull()
})
