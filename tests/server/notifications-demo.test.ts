import { describe, expect, it } from 'vitest'
import { sql } from '#db/sql.ts'
import { demoPassword, seedDemoWorld } from '../../server/demo/seed.ts'
import { newBrowser } from '../support/push.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Sends a mail with an unsubscribe link and returns its text. */
async function mailOf({ services }: TestServer, uid: string): Promise<string> {
  await services.mail.send({ to: 'x@example.org', subject: 'x', text: 'x', key: uid, unsubscribe: { uid, pref: 'onFollow' } })
  const {
    results: [file],
  } = await services.mail.files(0, 1)
  return (await services.mail.file(file!.id))!.toString().replace(/=\r\n/g, '')
}

describe('RO1 a read-only server', () => {
  it('RO1 notifications are readable; writes → 503', async () => {
    const frozen = await startTestServer({ env: { STRAND_READ_ONLY: '1' }, seed: (db) => seedDemoWorld(db, new Date()) })
    try {
      const client = frozen.client()
      const { uid } = (await client.post('/api/v1/auth/login', { username: 'demo', password: demoPassword })).body
      expect((await client.get('/api/v1/me/notifications')).body.results).toHaveLength(10)
      const token = /unsubscribe\/(\S+)/.exec(await mailOf(frozen, uid))![1]!
      const writes = [
        client.post('/api/v0/me/notifications/lastchecked', { timestamp: Date.now() }),
        client.post('/api/v0/me/push', newBrowser().subscription),
        client.delete(`/api/v0/me/push/${'0'.repeat(64)}`),
        client.post(`/api/v0/unsubscribe/${token}`),
      ]
      for (const { status, body } of await Promise.all(writes)) expect([status, body.code]).toEqual([503, 'read_only'])
    } finally {
      await frozen.close()
    }
  })
})

describe('the demo data', () => {
  it('O1 the demo accounts have notifications whose groups match their activities', async () => {
    const demo = await startTestServer({ seed: (db) => seedDemoWorld(db, new Date()) })
    try {
      for (const username of ['demo', 'partner']) {
        const client = demo.client()
        await client.post('/api/v1/auth/login', { username, password: demoPassword })
        const { body } = await client.get('/api/v1/me/notifications?limit=50')
        expect(body.results.length).toBeGreaterThan(10)
        expect(new Set(body.results.map(({ verb }: { verb: string }) => verb)).size).toBeGreaterThan(2)
        expect((await client.get('/api/v1/me/notifications/status')).body.count).toBeGreaterThan(0)
      }
      const counts = await sql<{ stored: number; counted: number | string }>(
        demo.db,
        `
        SELECT n."actorCount" AS "stored", (SELECT COUNT(DISTINCT a."actor") FROM "notification_activity" a
          WHERE a."uid" = n."uid" AND a."verb" = n."verb" AND a."topic" = n."topic") AS "counted" FROM "notification" n`,
      )
      expect(counts.length).toBeGreaterThan(20)
      for (const { stored, counted } of counts) expect(Number(counted)).toBe(stored)
    } finally {
      await demo.close()
    }
  })
})
