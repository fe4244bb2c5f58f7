/** The walk over posts that are in a feed for several reasons at the same time. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupActivities } from '../../server/features/feed/activities.ts'
import { walk } from '../../server/features/feed/walk.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let uid: string
const posts: string[] = []
const tags = ['Dub', 'Ska', 'Roots']

beforeAll(async () => {
  server = await startTestServer()
  const { client: reader, me } = await server.signUp('Reader')
  const { client: creator, me: followed } = await server.signUp('Creator')
  uid = me.uid
  const bead = await startBead(creator)
  for (const path of [`members/${followed.uid}`, `beads/${bead.id}`, ...tags.map((tag) => `tags/${tag}`)])
    await reader.post(`/api/v0/${path}/follow`)
  for (let n = 0; n < 40; n += 1) posts.unshift((await addPost(creator, bead.id, { title: `Post ${n}`, tags })).id)
  await server.services.outbox.drain()
})
afterAll(() => server.close())

it.each(Array.from({ length: 30 }, (_, n) => n + 1))('N1 the latest %i posts have all of their reasons', async (count) => {
  const { activities } = await walk(server.db, uid, count, { before: 'z'.repeat(9), after: '' })
  const groups = groupActivities(activities).filter(({ key }) => posts.includes(key))
  expect(groups.map(({ key }) => key)).toEqual(posts.slice(0, groups.length))
  expect(groups.length).toBeGreaterThanOrEqual(count)
  // The creator, the playlist and the three tags.
  for (const group of groups) expect(group.activities).toHaveLength(5)
})
