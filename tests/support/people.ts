/** One member for each role that a rule can distinguish, each with a client. */
import { expect } from 'vitest'
import { transaction } from '#db/transaction.ts'
import { MemberEntity, unset, type MemberRow } from '../../server/features/accounts/entities.ts'
import { hashPassword } from '../../server/features/accounts/passwords.ts'
import { updateMember } from './content.ts'
import type { Client, Reply } from './client.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface Person {
  client: Client
  uid: string
}

export async function join(server: TestServer, name: string, changes: Partial<MemberRow> = {}): Promise<Person> {
  const { client, me } = await server.signUp(name)
  if (Object.keys(changes).length > 0) await updateMember(server.db, me.uid, changes)
  return { client, uid: me.uid }
}

/** The answer of a call that is to succeed. */
export async function ok<T>(reply: Promise<Reply<T>>): Promise<T> {
  const { status, body } = await reply
  expect(body).not.toHaveProperty('code')
  expect(status).toBe(200)
  return body
}

/** Status and message of a call that is to be refused. */
export async function refused(reply: Promise<Reply<{ message: string }>>): Promise<[number, string]> {
  const { status, body } = await reply
  return [status, body.message]
}

/** A server that is read-only, and the admin who is signed in there: whom it refuses, it refuses all the more the others. */
export async function startReadOnlyServer(): Promise<{ server: TestServer; client: Client; close(): Promise<void> }> {
  const passwordHash = await hashPassword('correct horse')
  const server = await startTestServer({
    env: { STRAND_READ_ONLY: '1' },
    seed: (db) =>
      transaction(db, (manager) =>
        manager.insert(MemberEntity, {
          ...unset,
          uid: 'ida',
          uidKey: 'ida',
          name: 'Ida Admin',
          email: null,
          passwordHash,
          verified: false,
          isAdmin: true,
          description: '',
          city: '',
          country: '',
          image: null,
          creationDate: new Date().toISOString(),
          privileges: {},
          followerCount: 0,
          followingCount: 0,
          collectedPostCount: 0,
          createdPostCount: 0,
          createdBeadCount: 0,
          collectedBeadCount: 0,
        }),
      ),
  })
  const client = server.client()
  await ok(client.post('/api/v1/auth/milq', { username: 'ida', password: 'correct horse' }))
  return { server, client, close: () => server.close() }
}
