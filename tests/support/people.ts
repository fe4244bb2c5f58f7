/** Members with clients, one for each role that the rules distinguish. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { transaction } from '#db/transaction.ts'
import { MemberEntity, type MemberRow } from '../../server/features/accounts/entities.ts'
import { hashPassword } from '../../server/features/accounts/passwords.ts'
import { addPost, memberRow, startBead, updateMember } from './content.ts'
import type { Client, Reply } from './client.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

export interface Person {
  client: Client
  uid: string
  name: string
  email: string
}

export async function join(on: TestServer, name?: string, changes: Partial<MemberRow> = {}): Promise<Person> {
  const { client, me } = await on.signUp(name)
  if (Object.keys(changes).length > 0) await updateMember(on.db, me.uid, changes)
  return { client, uid: me.uid, name: me.name, email: me.email }
}

export let server: TestServer
export let ada: Person
export let ben: Person
export let cai: Person
export let admin: Person
export let visitor: Client

/** Registers the hooks of a test file: one server with these members for all its tests. */
export function setUpPeople(options: TestServerOptions = {}): void {
  beforeAll(async () => {
    server = await startTestServer(options)
    ada = await join(server, 'Ada Rivers')
    ben = await join(server, 'Ben Stone')
    cai = await join(server, 'Cai Moss')
    admin = await join(server, 'Ida Admin', { isAdmin: true })
    visitor = server.client()
  })
  afterAll(() => server.close())
}

export let bead: string
export let post: string

/** Registers a hook in addition to `setUpPeople`: before each test, Ada creates a playlist with a post. */
export function setUpPost(): void {
  beforeEach(async () => {
    bead = (await startBead(ada.client)).id
    post = (await addPost(ada.client, bead)).id
  })
}

/** Expects status 200, and returns the body. */
export async function ok<T>(reply: Promise<Reply<T>>): Promise<T> {
  const { status, body } = await reply
  expect(body).not.toHaveProperty('code')
  expect(status).toBe(200)
  return body
}

/** Returns the status and message of a call that should be refused. */
export async function refused(reply: Promise<Reply<{ message: string }>>): Promise<[number, string]> {
  const { status, body } = await reply
  return [status, body.message]
}

/** A read-only server and a signed-in admin. An action that is refused to an admin is refused to every other role. */
export async function startReadOnlyServer(): Promise<{ server: TestServer; client: Client; close(): Promise<void> }> {
  const passwordHash = await hashPassword('correct horse')
  const readOnly = await startTestServer({
    env: { STRAND_READ_ONLY: '1' },
    seed: (db) =>
      transaction(db, (manager) => manager.insert(MemberEntity, memberRow('ida', { name: 'Ida Admin', passwordHash, isAdmin: true }))),
  })
  const client = readOnly.client()
  await ok(client.post('/api/v1/auth/milq', { username: 'ida', password: 'correct horse' }))
  return { server: readOnly, client, close: () => readOnly.close() }
}
