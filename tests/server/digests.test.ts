import { IsNull, Not, type EntityManager } from 'typeorm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity } from '../../server/features/accounts/entities.ts'
import { readDigest } from '../../server/features/digests/content.ts'
import { createDigests } from '../../server/features/digests/service.ts'
import { DigestEntity, digestKinds } from '../../server/features/digests/entities.ts'
import { nextDue } from '../../server/features/digests/slots.ts'
import { decodeHeader } from '../../server/features/mail/headerDecoding.ts'
import { createScheduler } from '../../server/features/scheduler/service.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { createOutbox } from '#outbox/outbox.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { commentOn, relate } from '../support/facts.ts'
import { startMailServer, type MailServer } from '../support/mail.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { join, type Person } from '../support/people.ts'

const day = 86_400_000
const quiet = { warn: () => {}, error: () => {} }
let smtp: MailServer
let server: TestServer
let ada: Person
let ben: Person
let bead: string

const joinVerified = (name: string) => join(server, name, { emailVerifiedDate: new Date().toISOString() })

/** The jobs and the outbox of another process, whose clock shows `now`. */
function process(now: number) {
  const digests = createDigests({ db: server.db, mail: server.services.mail, publicUrl: 'https://strand.example', now: () => now })
  const scheduler = createScheduler({ db: server.db, log: quiet, now: () => now })
  scheduler.register(...digests.jobs)
  const outbox = createOutbox({ db: server.db, log: quiet, consumers: digests.consumers, now: () => now })
  return { scheduler, outbox }
}
async function pass(now: number): Promise<void> {
  const { scheduler, outbox } = process(now)
  await scheduler.runDue()
  await outbox.drain()
}
const subjectsTo = ({ email }: Person) =>
  smtp.mails.filter(({ to }) => to.includes(email)).map(({ content }) => decodeHeader(content, 'subject'))
const dueOf = async ({ uid }: Person, kind: string) =>
  Date.parse((await server.db.getRepository(DigestEntity).findOneByOrFail({ uid, kind: kind as 'daily' })).dueDate)

beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
beforeEach(async () => {
  for (const table of ['digest', 'job', 'outbox']) await transaction(server.db, (manager) => sql(manager, `DELETE FROM "${table}"`))
  ;[ada, ben] = [await joinVerified('Ada Rivers'), await joinVerified('Ben Stone')]
  bead = (await startBead(ben.client, { title: 'Sunday slow' })).id
  await transaction(server.db, (manager) => sql(manager, 'DELETE FROM "outbox"'))
  smtp.reset()
  await pass(Date.now() - 8 * day)
  await relate(server.db, ada.uid, relationTypes.followBead, bead)
})

describe('O4 due time of a digest', () => {
  const monday = Date.parse('2026-11-16T00:00:00Z')

  it('O4 digests are due daily or on Monday from 6 to 12, spread over members', () => {
    const moments = Array.from({ length: 500 }, (_, n) => nextDue('daily', `member${n}`, monday) - monday)
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(6 * 3_600_000)
    expect(Math.max(...moments)).toBeLessThan(12 * 3_600_000)
    for (let hour = 6; hour < 12; hour += 1) expect(moments.filter((ms) => Math.floor(ms / 3_600_000) === hour).length).toBeGreaterThan(50)
    for (const now of [monday, monday + 3.5 * day, monday + 6.99 * day]) {
      const due = nextDue('weekly', 'ada', now)
      expect(new Date(due).getUTCDay()).toBe(1)
      expect(due - now).toBeLessThanOrEqual(7 * day)
      expect(due).toBeGreaterThan(now)
    }
  })

  it('O4 the next digest is due one period later', () => {
    const first = nextDue('daily', 'ada', monday)
    expect(nextDue('daily', 'ada', first) - first).toBe(day)
    expect(nextDue('weekly', 'ada', nextDue('weekly', 'ada', monday)) - nextDue('weekly', 'ada', monday)).toBe(7 * day)
  })
})

describe('O4 digests', () => {
  it('O4 digests contain news of followed playlists, daily and weekly', async () => {
    await addPost(ben.client, bead, { title: 'Fresh bread' })
    await pass(Date.now() + 7 * day)
    expect(subjectsTo(ada).toSorted()).toEqual(['Your day on Strand', 'Your week on Strand'])
    const text = smtp.mails
      .find(({ to }) => to.includes(ada.email))!
      .content.replace(/=\r\n/g, '')
      .replaceAll('=3D', '=')
    expect(decodeURIComponent(text.replace(/(=[0-9A-F]{2})+/g, (bytes) => bytes.replaceAll('=', '%')))).toContain(
      '“Fresh bread”, by Ben Stone in “Sunday slow”',
    )
    expect(text).toContain(`https://strand.example/${bead}/fresh-bread-p`)
    expect(text).toMatch(/^List-Unsubscribe: /m)
    // Authors get no notification of their own posts.
    expect(subjectsTo(ben)).toEqual([])
  })

  it('O4 no digest without news', async () => {
    await pass(Date.now() + 7 * day)
    expect(subjectsTo(ada)).toEqual([])
    await addPost(ben.client, bead, { title: 'Late' })
    await pass(Date.now() + 8 * day)
    smtp.reset()
    await pass(Date.now() + 9 * day)
    expect(subjectsTo(ada)).toEqual([])
  })

  it('P2 BY7 digests go only to confirmed addresses of members who enabled them', async () => {
    const [cem, dan] = [await joinVerified('Cem Aydin'), await joinVerified('Dan Frost')]
    await pass(Date.now() - 8 * day + 3_600_000)
    for (const who of [cem, dan]) await relate(server.db, who.uid, relationTypes.followMember, ben.uid)
    await updateMember(server.db, cem.uid, { emailVerifiedDate: null })
    await updateMember(server.db, dan.uid, { emailPrefs: { onDigestDaily: false } })
    await updateMember(server.db, ada.uid, { emailPrefs: { onDigest: false } })
    await addPost(ben.client, bead, { title: 'Fresh' })
    await pass(Date.now() + 7 * day)
    expect([subjectsTo(ada), subjectsTo(cem), subjectsTo(dan)]).toEqual([['Your day on Strand'], [], ['Your week on Strand']])
  })

  it('B11 BY14 digests exclude drafts and blocked or muted members', async () => {
    const draft = (await startBead(ben.client, { title: 'Secret', isDraft: true })).id
    await relate(server.db, ada.uid, relationTypes.followBead, draft)
    await addPost(ben.client, draft, { title: 'Hidden' })
    const read = () => readDigest(server.db, ada.uid, new Date(Date.now() - day).toISOString(), new Date(Date.now() + 1000).toISOString())
    expect(await read()).toBeNull()
    await addPost(ben.client, bead, { title: 'Open' })
    expect(await read()).toMatchObject({ posts: [{ title: 'Open' }], more: 0 })
    await ada.client.post(`/api/v0/members/${ben.uid}/mute`)
    expect(await read()).toBeNull()
  })

  it('B11 digests count only notifications about playlists that the member may see', async () => {
    const draft = await startBead(ben.client, { isDraft: true, invitees: [ada.uid] })
    await commentOn(server.db, (await addPost(ben.client, draft.id)).id, ben.uid, 'Look', [ada.uid])
    await server.services.outbox.drain()
    const read = () => readDigest(server.db, ada.uid, new Date(Date.now() - day).toISOString(), new Date(Date.now() + 1000).toISOString())
    // The invitation and the mention.
    expect(await read()).toMatchObject({ notifications: 2 })
    await ben.client.delete(`/api/v0/beads/${draft.id}/invitees/${ada.uid}`)
    expect(await read()).toBeNull()
    await updateMember(server.db, ada.uid, { isAdmin: true })
    expect(await read()).toMatchObject({ notifications: 2 })
    await updateMember(server.db, ada.uid, { isAdmin: false })
    await ben.client.post(`/api/v0/members/${ada.uid}/follow`)
    await server.services.outbox.drain()
    expect(await read()).toMatchObject({ notifications: 1 })
  })

  it('O4 four concurrent processes and repeated runs send each digest once', async () => {
    await addPost(ben.client, bead, { title: 'Fresh' })
    const now = Date.now() + 7 * day
    const processes = Array.from({ length: 4 }, () => process(now))
    await Promise.all(processes.map(({ scheduler }) => scheduler.runDue()))
    await Promise.all(processes.map(({ outbox }) => outbox.drain()))
    await pass(now)
    await pass(now + 60_000)
    expect(subjectsTo(ada).toSorted()).toEqual(['Your day on Strand', 'Your week on Strand'])
  })

  it('O4 concurrent jobs without a lease take each period once', async () => {
    await addPost(ben.client, bead, { title: 'Fresh' })
    const now = Date.now() + 7 * day
    const digests = Array.from({ length: 3 }, () =>
      createDigests({ db: server.db, mail: server.services.mail, publicUrl: 'https://strand.example', now: () => now }),
    )
    await Promise.all(digests.map(({ jobs }) => jobs.find(({ name }) => name === 'digests.take')!.run(new AbortController().signal)))
    const facts = await sql<{ fact: string }>(server.db, 'SELECT "fact" FROM "outbox"')
    const mine = facts.map(({ fact }) => JSON.parse(fact)).filter(({ kind, uid }) => kind === 'digestDue' && uid === ada.uid)
    expect(mine.map(({ digest }) => digest).toSorted()).toEqual(['daily', 'weekly'])
  })

  it('O4 digests delayed by an outage of the mail server are sent by the next process', async () => {
    await addPost(ben.client, bead, { title: 'Fresh' })
    const now = Date.now() + 7 * day
    smtp.down(421)
    await pass(now)
    smtp.reset()
    await process(now + 3_600_000).outbox.drain()
    expect(subjectsTo(ada)).toHaveLength(2)
  })

  it('O4 after a month without a server one digest of each kind is sent', async () => {
    await addPost(ben.client, bead, { title: 'Fresh' })
    await pass(Date.now() + 30 * day)
    expect(subjectsTo(ada)).toHaveLength(2)
    for (const kind of digestKinds) expect(await dueOf(ada, kind)).toBeGreaterThan(Date.now() + 30 * day)
  })

  it('O4 BY24 due dates are added for any number of members, a few at a time', async () => {
    const members = server.db.getRepository(MemberEntity)
    const row = await members.findOneByOrFail({ uid: ada.uid })
    const add = (uid: string, manager: EntityManager) =>
      manager.insert(MemberEntity, { ...row, uid, uidKey: uid.toLowerCase(), email: `${uid}@strand.example` })
    await transaction(server.db, async (manager) => {
      for (let n = 0; n < 1100; n += 1) await add(`enrolled${n}`, manager)
    })
    const { jobs } = createDigests({ db: server.db, mail: server.services.mail, publicUrl: 'https://strand.example' })
    const enrol = jobs.find(({ name }) => name === 'digests.enrol')!
    /** Returns how often something else could run during it. */
    async function run(): Promise<number> {
      let turns = 0
      const count = () => {
        turns += 1
        pending = setImmediate(count)
      }
      let pending = setImmediate(count)
      await enrol.run(new AbortController().signal)
      clearImmediate(pending)
      return turns
    }
    const enrolled = () => server.db.getRepository(DigestEntity).countBy({ kind: 'daily' })
    const all = await members.countBy({ removedDate: IsNull(), email: Not(IsNull()) })
    expect(await run()).toBeGreaterThanOrEqual(2)
    expect(await enrolled()).toBe(all)
    await transaction(server.db, (manager) => add('enrolled', manager))
    await run()
    expect(await enrolled()).toBe(all + 1)
    await transaction(server.db, (manager) => sql(manager, `DELETE FROM "member" WHERE "uid" LIKE 'enrolled%'`))
  })

  it('O4 due digests and news are read from indexes', async () => {
    if (server.config.database.kind !== 'sqlite') return
    const plan = async (statement: string) =>
      (await server.db.query(`EXPLAIN QUERY PLAN ${statement}`)).map(({ detail }: { detail: string }) => detail).join('\n')
    expect(await plan(`SELECT * FROM "digest" WHERE "dueDate" <= 'x' ORDER BY "dueDate", "uid" LIMIT 200`)).toContain('digest_due')
    const walk = await plan(
      `SELECT p."id" FROM "relation" r JOIN "post" p ON p."beadId" = r."entity" AND p."id" >= 'p1' AND p."id" < 'p2' WHERE r."uid" = 'x' AND r."type" = 2`,
    )
    expect(walk).toMatch(/post_bead_recent \(beadId=\? AND id>\? AND id<\?\)/)
  })
})
