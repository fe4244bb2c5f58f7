/** Four members and a post, for tests of notifications. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Post } from '#contract/index.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { addPost, startBead } from './content.ts'
import { happens, relate, unrelate } from './facts.ts'
import { join as joinServer, type Person } from './people.ts'
import { startTestServer, type TestServer } from './server.ts'

export let server: TestServer
export let ada: Person
export let ben: Person
export let cem: Person
export let dan: Person
export let post: Post

export const join = (name: string) => joinServer(server, name)
export const settle = () => server.services.outbox.drain()
export const listOf = async ({ client }: Person, query = '') => {
  await settle()
  const { status, body } = await client.get(`/api/v1/me/notifications${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
export const resultsOf = async (person: Person) => (await listOf(person)).results

export const collect = async (who: Person, what = post.id) => {
  await relate(server.db, who.uid, relationTypes.collect, what)
  await happens(server.db, { kind: 'collected', postId: what, by: who.uid })
}
export const uncollect = async (who: Person, what = post.id) => {
  await unrelate(server.db, who.uid, relationTypes.collect, what)
  await happens(server.db, { kind: 'uncollected', postId: what, by: who.uid })
}

/** Registers the hooks of a test file. */
export function setUp(): void {
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    ;[ada, ben, cem, dan] = [await join('Ada Rivers'), await join('Ben Stone'), await join('Cem Aydin'), await join('Dan Frost')]
    post = await addPost(ada.client, (await startBead(ada.client, { title: 'Sunday slow' })).id, { title: 'A thought' })
    await settle()
  })
}
