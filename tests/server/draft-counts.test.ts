import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Me, Member } from '#contract/index.ts'
import { PublicCounts1790000000141 } from '#db/migrations/public-counts.ts'
import { transaction } from '#db/transaction.ts'
import { addPost, startBead } from '../support/content.ts'
import { wrongCounters } from '../support/counters.ts'
import { join, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const countsOf = ({ createdBeadCount, createdPostCount, collectedPostCount, collectedBeadCount }: Member) => ({
  createdBeadCount,
  createdPostCount,
  collectedPostCount,
  collectedBeadCount,
})
const read = async ({ client }: Pick<Person, 'client'>, uid: string): Promise<Member> =>
  (await client.get<Member>(`/api/v0/members/${uid}`)).body
const nothing = { createdBeadCount: 0, createdPostCount: 0, collectedPostCount: 0, collectedBeadCount: 0 }

/** What the draft adds to the counts of each of its two members once it is published. */
const ofOwner = { createdBeadCount: 1, createdPostCount: 1, collectedPostCount: 1, collectedBeadCount: 0 }
const ofInvitee = { createdBeadCount: 0, createdPostCount: 1, collectedPostCount: 1, collectedBeadCount: 1 }

/** A draft with one post of its owner and one of its invitee. Each collects the other's post; the invitee follows the draft. */
async function draftOfTwo() {
  const [owner, invitee] = [await join(server, 'Owner'), await join(server, 'Invitee')]
  const draft = await startBead(owner.client, { isDraft: true, invitees: [invitee.uid] })
  const posts = [await addPost(owner.client, draft.id), await addPost(invitee.client, draft.id)] as const
  for (const path of [`posts/${posts[0].id}/collect`, `beads/${draft.id}/follow`])
    expect((await invitee.client.post(`/api/v0/${path}`)).status).toBe(200)
  expect((await owner.client.post(`/api/v0/posts/${posts[1].id}/collect`)).status).toBe(200)
  return { owner, invitee, draft, posts }
}

test('F1 a draft, its posts, collects and follows count nowhere; its creator reads the number of drafts', async () => {
  const { owner, invitee } = await draftOfTwo()
  for (const reader of [owner, invitee, { client: server.client() }]) {
    expect(countsOf(await read(reader, owner.uid))).toEqual(nothing)
    expect(countsOf(await read(reader, invitee.uid))).toEqual(nothing)
  }
  const me = (await owner.client.get<Me>('/api/v0/me')).body
  expect([countsOf(me), me.draftCount]).toEqual([nothing, 1])
  expect((await read(owner, owner.uid)).draftCount).toBe(1)
  expect(await read(invitee, owner.uid)).not.toHaveProperty('draftCount')
  expect((await read(invitee, invitee.uid)).draftCount).toBe(0)
  expect(await wrongCounters(server.db)).toEqual([])
})

test('F1 publishing a draft, twice concurrently, adds it to all counts once', async () => {
  const { owner, invitee, draft } = await draftOfTwo()
  await Promise.all([
    owner.client.post(`/api/v0/beads/${draft.id}/publish`),
    owner.client.post(`/api/v0/beads/${draft.id}`, { isDraft: false }),
  ])
  expect(countsOf(await read(owner, owner.uid))).toEqual(ofOwner)
  expect(countsOf(await read(owner, invitee.uid))).toEqual(ofInvitee)
  expect((await read(owner, owner.uid)).draftCount).toBe(0)
  expect(await wrongCounters(server.db)).toEqual([])
})

test('F1 deleting posts of a draft and the draft itself leaves the counts at 0', async () => {
  const { owner, invitee, draft, posts } = await draftOfTwo()
  expect((await invitee.client.post(`/api/v0/posts/${posts[0].id}/uncollect`)).status).toBe(200)
  expect((await invitee.client.delete(`/api/v0/posts/${posts[1].id}`)).status).toBe(200)
  expect((await owner.client.delete(`/api/v0/beads/${draft.id}`)).status).toBe(200)
  for (const { uid } of [owner, invitee]) expect(countsOf(await read(owner, uid))).toEqual(nothing)
  expect(await wrongCounters(server.db)).toEqual([])
})

test('F1 the migration removes drafts from existing counts, and its reversal restores them', async () => {
  const { owner, invitee } = await draftOfTwo()
  const migration = new PublicCounts1790000000141()
  const step = (which: 'up' | 'down') => transaction(server.db, (manager) => migration[which](manager.queryRunner!))
  await step('down')
  expect(countsOf(await read(owner, owner.uid))).toEqual(ofOwner)
  expect(countsOf(await read(owner, invitee.uid))).toEqual(ofInvitee)
  await step('up')
  expect(await wrongCounters(server.db)).toEqual([])
})
