/** Password guesses from many addresses, and devices on which the member has signed in before. */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guessLimit, guessLimitOfAll } from '../../server/features/accounts/proof.ts'
import { latestMail, parameterIn } from '../support/mails.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const secret = 'a secret of the tests'
let server: TestServer
let member: Awaited<ReturnType<TestServer['signUp']>>
beforeEach(async () => {
  server = await startTestServer({ env: { STRAND_RATE_LIMITS: '1', TRUST_PROXY: '1', STRAND_SECRET: secret } })
  member = await server.signUp()
})
afterEach(() => server.close())

let addresses = 0
const newAddress = () => ({ headers: { 'X-Forwarded-For': `198.51.${Math.floor((addresses += 1) / 250)}.${addresses % 250}` } })
const logIn = (client: Client, password: string, from = newAddress(), username = member.me.uid) =>
  client.post('/api/v1/auth/milq', { username, password }, from)
const statusOf = async (answer: ReturnType<Client['post']>): Promise<number> => (await answer).status

/** Like a botnet: each address uses up its limit, until the account refuses further guesses from unknown devices. */
async function attackByRequests(): Promise<void> {
  const robot = server.client()
  for (let n = 0; n < 10; n += 1) {
    const from = newAddress()
    await Promise.all(Array.from({ length: guessLimit.requests }, () => logIn(robot, 'guess', from)))
  }
}

/** Uses up the account's limit without hashing 100 passwords. */
async function attack({ uid }: { uid: string } = member.me): Promise<void> {
  for (let n = 0; n < guessLimitOfAll.requests; n += 1)
    await server.services.limits.consume(guessLimitOfAll, `account:${uid}`).catch(() => {})
  expect(await statusOf(logIn(server.client(), member.password, newAddress(), uid))).toBe(429)
}

/** A browser with this cookie and no session. */
function device(cookie: string | undefined): Client {
  const client = server.client()
  if (cookie !== undefined) client.cookies.set('strand_device', cookie)
  return client
}
const cookieOf = (client: Client): string => client.cookies.get('strand_device')!

test('U1 an attack from ten addresses blocks unknown devices, but not the member’s known device', async () => {
  await member.client.post('/logout')
  await attackByRequests()
  expect(await statusOf(logIn(server.client(), member.password))).toBe(429)
  expect(await statusOf(logIn(member.client, member.password))).toBe(200)
  // The current password is accepted at a password change, too.
  expect(await statusOf(member.client.post('/api/v0/me/password', { password: member.password, newPassword: 'another one' }))).toBe(200)
})

test('U1 the known device has ten guesses of its own from all addresses, and a right one clears them', async () => {
  const known = device(cookieOf(member.client))
  for (let n = 1; n < guessLimit.requests; n += 1) expect(await statusOf(logIn(known, 'guess'))).toBe(403)
  expect(await statusOf(logIn(known, member.password))).toBe(200)
  for (let n = 0; n < guessLimit.requests; n += 1) expect(await statusOf(logIn(known, 'guess'))).toBe(403)
  expect(await statusOf(logIn(known, member.password))).toBe(429)
  // Guesses of this device do not count for other devices.
  expect(await statusOf(logIn(server.client(), member.password))).toBe(200)
})

test('U1 forged cookies, another account\u2019s cookie and a known one under another signature count as no device', async () => {
  const other = await server.signUp()
  const own = cookieOf(member.client)
  const [nonce, issued, signature] = own.split('.') as [string, string, string]
  const sign = (key: string, ...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url')
  await attack()
  const forged = [
    cookieOf(other.client),
    'x',
    '..',
    '~~~',
    `${nonce}.${issued}.`,
    `${nonce}.${issued}.${signature.slice(1)}`,
    `${nonce.replace(/^./, (one) => (one === 'a' ? 'b' : 'a'))}.${issued}.${signature}`,
    `${nonce}.zzzzzzz.${signature}`,
    `${nonce}.${issued}.${sign('another secret', 'device', nonce, issued, member.me.uid)}`,
    `${nonce}.${issued}.${sign(secret, 'device', nonce, issued, member.me.uid)}`,
    `${nonce}.${issued}.${sign('', 'device', nonce, issued, member.me.uid)}`,
    'x~'.repeat(5) + own,
    'x'.repeat(4000),
  ]
  for (const cookie of forged) expect([cookie, await statusOf(logIn(device(cookie), member.password))]).toEqual([cookie, 429])
  expect(await statusOf(logIn(device(own), member.password))).toBe(200)
})

test('U1 a device cookie holds the last five accounts that signed in, and none of their uids', async () => {
  const shared = server.client()
  const accounts = [member]
  for (let n = 0; n < 5; n += 1) accounts.push(await server.signUp())
  for (const { me, password } of accounts) expect(await statusOf(logIn(shared, password, newAddress(), me.uid))).toBe(200)
  expect(cookieOf(shared).split('~')).toHaveLength(5)
  for (const { me } of accounts) expect(cookieOf(shared)).not.toContain(me.uid)
  await attack()
  await attack(accounts[1]!.me)
  expect(await statusOf(logIn(device(cookieOf(shared)), member.password))).toBe(429)
  expect(await statusOf(logIn(device(cookieOf(shared)), member.password, newAddress(), accounts[1]!.me.uid))).toBe(200)
})

test('U1 a new password makes other devices unknown; the device that sets it stays known, also after a reset by mail', async () => {
  const before = cookieOf(member.client)
  expect(await statusOf(member.client.post('/api/v0/me/password', { password: member.password, newPassword: 'second one' }))).toBe(200)
  await attack()
  expect(await statusOf(logIn(device(before), 'second one'))).toBe(429)
  expect(await statusOf(logIn(device(cookieOf(member.client)), 'second one'))).toBe(200)
  const lost = server.client()
  expect(await statusOf(lost.post('/api/v0/auth/sendpasswordreset', { email: member.me.email }))).toBe(200)
  const key = parameterIn((await latestMail(server, member.me.email!, '?resetcode='))!, 'resetcode')!
  expect(await statusOf(lost.post('/api/v0/auth/resetpassword', { key, password: 'third one' }))).toBe(200)
  expect(await statusOf(logIn(server.client(), 'third one'))).toBe(429)
  expect(await statusOf(logIn(lost, 'third one'))).toBe(200)
})
