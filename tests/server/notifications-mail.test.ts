import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recipientOf } from '../../server/features/mail/files.ts'
import { withoutKeys } from '../../server/features/mail/mask.ts'
import { AdminActionEntity } from '../../server/features/moderation/entities.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { decodeHeader } from '../../server/features/mail/headerDecoding.ts'
import { createOutbox } from '#outbox/outbox.ts'
import { addPost, member, startBead, updateMember } from '../support/content.ts'
import { commentOn, happens, relate } from '../support/facts.ts'
import { startMailServer, type MailServer } from '../support/mail.ts'
import { latestMail, parameterIn } from '../support/mails.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { join, type Person } from '../support/people.ts'

let smtp: MailServer
let server: TestServer
let ada: Person
let ben: Person
let post: string

const joinVerified = (name: string) => join(server, name, { emailVerifiedDate: new Date().toISOString() })
const drain = () => server.services.outbox.drain()
const mailsTo = ({ email }: Person) => smtp.mails.filter(({ to }) => to.includes(email))
const subjectsTo = (person: Person) => mailsTo(person).map(({ content }) => decodeHeader(content, 'subject'))

beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
beforeEach(async () => {
  ;[ada, ben] = [await joinVerified('Ada Rivers'), await joinVerified('Ben Stone')]
  post = (await addPost(ada.client, (await startBead(ada.client)).id, { title: 'A thought' })).id
  await drain()
  smtp.reset()
})

const collect = async (who: Person) => {
  await relate(server.db, who.uid, relationTypes.collect, post)
  await happens(server.db, { kind: 'collected', postId: post, by: who.uid })
}
const follow = (who: Person, whom: Person) => who.client.post(`/api/v0/members/${whom.uid}/follow`)

describe('O4 mail by preference', () => {
  it('O4 a mail contains the activity, a link and List-Unsubscribe', async () => {
    await commentOn(server.db, post, ben.uid, 'So <i>true</i> &lt;3')
    await drain()
    expect(subjectsTo(ada)).toEqual(['Ben Stone commented on your post “A thought”'])
    const content = mailsTo(ada)[0]!.content.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    expect(content).toContain('So true <3')
    expect(content).toContain('So true &lt;3')
    expect(content).toContain(`${server.config.publicUrl}/`)
    expect(content).toMatch(/^List-Unsubscribe: /m)
  })

  it('P2 each verb has a flag, on by default', async () => {
    const cem = await joinVerified('Cem Aydin')
    await commentOn(server.db, post, cem.uid)
    await drain()
    smtp.reset()
    const happen = async () => {
      await follow(ben, ada)
      await commentOn(server.db, post, ben.uid, '@cem', [])
      await commentOn(server.db, post, ben.uid, '@ada', [ada.uid])
      await happens(server.db, { kind: 'postChanged', postId: post, beadId: '', by: ben.uid, mentions: [cem.uid] })
      await drain()
    }
    await updateMember(server.db, ada.uid, { emailPrefs: { onFollow: false, onPostComments: false, onCommentWithMention: false } })
    await updateMember(server.db, cem.uid, { emailPrefs: { onCommentComments: false, onPostWithMention: false } })
    await happen()
    expect([subjectsTo(ada), subjectsTo(cem)]).toEqual([[], []])
    await updateMember(server.db, ada.uid, { emailPrefs: null })
    await updateMember(server.db, cem.uid, { emailPrefs: {} })
    await ben.client.post(`/api/v0/members/${ada.uid}/unfollow`)
    const dan = await joinVerified('Dan Frost')
    await follow(dan, ada)
    await commentOn(server.db, post, dan.uid, '@ada', [ada.uid])
    const other = await addPost(dan.client, (await startBead(dan.client)).id, { title: 'Another thought' })
    await happens(server.db, { kind: 'postChanged', postId: other.id, beadId: '', by: dan.uid, mentions: [cem.uid] })
    await drain()
    expect(subjectsTo(ada).toSorted()).toEqual(['Dan Frost mentioned you in “A thought”', 'Dan Frost started following you'])
    expect(subjectsTo(cem).toSorted()).toEqual(['Dan Frost also commented on “A thought”', 'Dan Frost mentioned you in “Another thought”'])
  })

  it('P2 a collect sends a mail only if its actor is verified; verbs without a flag send none', async () => {
    await collect(ben)
    await relate(server.db, ben.uid, relationTypes.upvote, post)
    await happens(
      server.db,
      { kind: 'upvoted', postId: post, by: ben.uid },
      { kind: 'postShared', entity: post, by: ben.uid, uids: [ada.uid], emails: [], message: '' },
    )
    await drain()
    expect(subjectsTo(ada)).toEqual([])
    const star = await joinVerified('Star Guest')
    await updateMember(server.db, star.uid, { verified: true })
    await collect(star)
    await drain()
    expect(subjectsTo(ada)).toEqual(['Star Guest collected your post “A thought”'])
  })

  it('BY7 no mail to an unconfirmed address', async () => {
    await updateMember(server.db, ada.uid, { emailVerifiedDate: null })
    await follow(ben, ada)
    await drain()
    expect(subjectsTo(ada)).toEqual([])
    expect((await ada.client.get('/api/v1/me/notifications')).body.results).toHaveLength(1)
  })

  it('O4 repeated follows and unfollows send one mail', async () => {
    for (let n = 0; n < 3; n += 1) {
      await follow(ben, ada)
      await drain()
      await ben.client.post(`/api/v0/members/${ada.uid}/unfollow`)
      await drain()
    }
    expect(subjectsTo(ada)).toHaveLength(1)
  })

  it('line breaks and markup in names and titles are escaped in the mail', async () => {
    await updateMember(server.db, ben.uid, { name: 'Ben\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>' })
    await commentOn(server.db, post, ben.uid, 'x')
    await drain()
    const [mail, ...more] = smtp.mails
    expect([mail!.to, more]).toEqual([[ada.email], []])
    const [headers = ''] = mail!.content.split('\r\n\r\n')
    expect(headers).not.toMatch(/^Bcc/im)
    const html = mail!.content.replace(/=\r\n/g, '')
    expect(html.slice(html.indexOf('<!doctype'))).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;alert')
  })
})

describe('O4 an outage of the mail server', () => {
  const waiting = () => server.db.query('SELECT "id", "attempts" FROM "outbox"')

  it('O4 mails wait in the outbox, and requests are not delayed', async () => {
    smtp.down(421)
    const startedAt = performance.now()
    expect((await follow(ben, ada)).status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(1000)
    await drain()
    expect(await waiting()).toEqual([{ id: expect.any(String), attempts: 1 }])
    expect((await ada.client.get('/api/v1/me/notifications')).body.results).toHaveLength(1)
    smtp.reset()
    await expect
      .poll(
        async () => {
          await drain()
          return subjectsTo(ada)
        },
        { timeout: 10_000 },
      )
      .toEqual(['Ben Stone started following you'])
    expect(await waiting()).toEqual([])
  })

  it('O4 the next process sends the remaining mails', async () => {
    smtp.down(421)
    await follow(ben, ada)
    await drain()
    smtp.reset()
    const log = { warn: () => {}, error: () => {} }
    const restarted = createOutbox({
      db: server.db,
      log,
      consumers: server.services.notifications.consumers,
      now: () => Date.now() + 60_000,
    })
    await restarted.drain()
    expect(subjectsTo(ada)).toEqual(['Ben Stone started following you'])
    expect(await waiting()).toEqual([])
  })
})

describe('B11 O4 mail about a draft', () => {
  /** Attempts to send the mails of `cause`, which fails, and retries after `whileWaiting`. */
  async function sendLate(cause: () => Promise<unknown>, whileWaiting: () => Promise<unknown>): Promise<void> {
    await drain()
    smtp.down(421)
    await cause()
    await drain()
    await whileWaiting()
    smtp.reset()
    const log = { warn: () => {}, error: () => {} }
    const { consumers } = server.services.notifications
    await createOutbox({ db: server.db, log, consumers, now: () => Date.now() + 3_600_000 }).drain()
    expect(await server.db.query('SELECT "id" FROM "outbox"')).toEqual([])
  }
  const uninvite = (bead: string, { uid }: Person) => ada.client.delete(`/api/v0/beads/${bead}/invitees/${uid}`)
  const startDraft = (...invitees: Person[]) => startBead(ada.client, { isDraft: true, invitees: invitees.map(({ uid }) => uid) })

  it('B11 O4 an invitee who is removed while a mail waits does not get it; the others do', async () => {
    const cem = await joinVerified('Cem Aydin')
    const draft = await startDraft(ben, cem)
    const inside = await addPost(ada.client, draft.id, { title: 'Secret' })
    await sendLate(
      () => commentOn(server.db, inside.id, ada.uid, 'Private words', [ben.uid, cem.uid]),
      () => uninvite(draft.id, ben),
    )
    expect([subjectsTo(ben), subjectsTo(cem)]).toEqual([[], ['Ada Rivers mentioned you in “Secret”']])
  })

  it('B11 O4 the creator of a post does not get the mail of its repost into a draft that they may no longer see', async () => {
    const original = await addPost(ben.client, (await startBead(ben.client)).id, { title: 'Tune' })
    for (const isRemoved of [false, true]) {
      const draft = await startDraft(ben)
      await sendLate(
        () => ada.client.post(`/api/v0/posts/${original.id}/repost/${draft.id}`),
        async () => isRemoved && (await uninvite(draft.id, ben)),
      )
      expect(subjectsTo(ben)).toEqual(isRemoved ? [] : ['Ada Rivers reposted your post “Tune”'])
    }
  })
})

describe('O4 unsubscribing', () => {
  const linkOf = async (person: Person): Promise<string> => {
    await follow(ben, person)
    await drain()
    const [, href = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(mailsTo(person)[0]!.content.replace(/\r\n[ \t]/g, ''))!
    return href.replace(server.config.publicUrl, '')
  }

  it('O4 GET on the link shows a form and changes nothing; POST unsubscribes without a session', async () => {
    const path = await linkOf(ada)
    const visitor = server.client()
    const page = await visitor.get<string>(path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain(`<form method="post" action="${path}">`)
    expect((await member(server.db, ada.uid)).emailPrefs).toBeNull()
    const stopped = await visitor.request<string>('POST', path, undefined, {
      headers: { Origin: 'null', 'X-Strand-Request': null, 'Content-Type': 'application/x-www-form-urlencoded' },
      raw: '',
    })
    expect(stopped.status).toBe(200)
    expect((await member(server.db, ada.uid)).emailPrefs).toEqual({ onFollow: false })
    smtp.reset()
    await follow(await joinVerified('Cem Aydin'), ada)
    await drain()
    expect(subjectsTo(ada)).toEqual([])
  })

  it('O4 one-click unsubscribe (RFC 8058) works, also twice', async () => {
    const path = await linkOf(ada)
    for (let n = 0; n < 2; n += 1) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(response.status).toBe(200)
    }
    expect((await member(server.db, ada.uid)).emailPrefs).toEqual({ onFollow: false })
  })

  it('O4 a forged link → 404, and no preference changes', async () => {
    const path = await linkOf(ada)
    const [payload] = path.split('/').at(-1)!.split('.')
    for (const token of [
      payload!,
      `${payload}.AAAA`,
      'x',
      `${Buffer.from(JSON.stringify([ben.uid, 'onFollow'])).toString('base64url')}.${path.split('.').at(-1)}`,
    ]) {
      expect((await server.client().get(`/api/v0/unsubscribe/${token}`)).status).toBe(404)
      expect((await server.client().post(`/api/v0/unsubscribe/${token}`)).status).toBe(404)
    }
    expect((await member(server.db, ben.uid)).emailPrefs).toBeNull()
  })
})

describe('decision 29: mails shown to admins', () => {
  it('M1 a reset mail to someone else shows an admin no key and is logged; their own is whole', async () => {
    const plain = await startTestServer()
    try {
      const [{ client: boss, me }, { me: other }] = [await plain.signUp('Ida Admin'), await plain.signUp('Ned Öther 彩')]
      await updateMember(plain.db, me.uid, { isAdmin: true })
      const readReset = async (email: string) => {
        await plain.client().post('/api/v0/auth/sendpasswordreset', { email })
        const sent = (await latestMail(plain, email, '?resetcode='))!
        const { results } = (await boss.get('/api/v0/admin/mail')).body
        const { id } = results.find(
          ({ to, subject }: { to: string; subject: string }) => to.includes(email) && subject.includes('password'),
        )
        const { body } = await boss.get<string>(`/api/v0/admin/mail/${id}`)
        const decoded = [body, ...body.split(/\r\n\r\n|\r\n--/).map((part) => Buffer.from(part, 'base64').toString('utf8'))].join('\n')
        return { id, body, decoded, key: parameterIn(sent, 'resetcode') }
      }
      const others = await readReset(other.email)
      expect(others.decoded).toContain('resetcode=[hidden]')
      expect(others.decoded.match(/\[hidden\]/g)).toHaveLength(3)
      expect(others.decoded).not.toContain(others.key)
      expect(others.decoded).toContain('If it was not you')
      const own = await readReset(me.email)
      expect(parameterIn(own.body.replace(/=\r\n/g, '').replaceAll('=3D', '='), 'resetcode')).toBe(own.key)
      const logged = await plain.db.getRepository(AdminActionEntity).findBy({ action: 'mail.read' })
      expect(logged.map(({ uid, targetId, detail }) => [uid, targetId, detail])).toEqual([[me.uid, others.id, { to: other.email }]])
    } finally {
      await plain.close()
    }
  })

  it('M1 an unsubscribe link of another member is masked in every part and header, in any encoding', async () => {
    const plain = await startTestServer()
    try {
      for (const [key, text] of [
        ['short', 'Hello'],
        ['long', '彩り豊かな'.repeat(60)],
        ['lines', 'é and text. '.repeat(30)],
      ] as const)
        await plain.services.mail.send({
          to: { name: 'ida@example.org', address: 'x@example.org' },
          subject: key,
          text,
          key,
          unsubscribe: { address: 'x@example.org' },
        })
      for (const { id, subject } of (await plain.services.mail.files(0, 10)).results) {
        const mail = (await plain.services.mail.file(id))!
        expect(recipientOf(mail)).toBe('x@example.org')
        const token = /^List-Unsubscribe: <.*\/([^>]+)>/m.exec(mail.toString('utf8'))![1]!
        const masked = withoutKeys(mail).toString('utf8')
        const texts = masked
          .split(/\r\n\r\n|\r\n--/)
          .map((part) => Buffer.from(part, 'base64').toString('utf8'))
          .join('\n')
        expect(masked + texts, subject).not.toContain(token)
        expect(texts.match(/unsubscribe\/\[hidden\]/g), subject).toHaveLength(3)
      }
    } finally {
      await plain.close()
    }
  })

  it('M1 only admins read mails, and only if mails are written to files', async () => {
    const plain = await startTestServer()
    try {
      const [{ client: boss, me }, { client: other }] = [await plain.signUp('Ida Admin'), await plain.signUp('Ned Other')]
      await updateMember(plain.db, me.uid, { isAdmin: true })
      await plain.services.mail.send({ to: 'x@example.org', subject: 'Grüße', text: 'Hello', key: 'one' })
      const { status, body } = await boss.get('/api/v0/admin/mail?limit=1')
      expect(status).toBe(200)
      const [file] = body.results
      expect(file).toMatchObject({ to: 'x@example.org', subject: 'Grüße' })
      const mail = await boss.get<string>(`/api/v0/admin/mail/${file.id}`)
      expect([mail.headers.get('content-type'), mail.headers.get('content-disposition')]).toEqual([
        'message/rfc822',
        `attachment; filename="${file.id}.eml"`,
      ])
      expect(mail.body).toContain('To: x@example.org')
      expect((await boss.get(`/api/v0/admin/mail/${'0'.repeat(32)}`)).status).toBe(404)
      expect((await boss.get('/api/v0/admin/mail/..%2f..%2fkeys%2fmail')).status).toBe(400)
      for (const path of ['/api/v0/admin/mail', `/api/v0/admin/mail/${file.id}`]) {
        expect((await other.get(path)).status).toBe(403)
        expect((await plain.client().get(path)).status).toBe(401)
      }
    } finally {
      await plain.close()
    }
    await updateMember(server.db, ada.uid, { isAdmin: true })
    expect((await ada.client.get('/api/v0/admin/mail')).body).toEqual({ results: [], next: null, counts: { total: 0 } })
  })
})
