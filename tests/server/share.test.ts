/** Sharing by e-mail and with members: the API without a page (S1, AP5, AP7). */
import { describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { decodeHeader } from '../../server/features/mail/headerDecoding.ts'
import { createShares } from '../../server/features/share/service.ts'
import { ShareQuotaEntity } from '../../server/features/share/entities.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { type MailServer } from '../support/mail.ts'
import { setUp, server, smtp, ada, ben, visitor, bead, post, join, ann, to, share, sent, textOf } from '../support/shares.ts'

setUp()

describe('S1 validation of a share', () => {
  it.each([
    ['no name', { sharer: { name: ' ', email: '' } }, 'Please enter your name.', 'sharer.name'],
    ['no field', {}, 'Please enter your name.', 'sharer.name'],
    [
      'an invalid name',
      { sharer: { name: 'A1', email: '' } },
      "The name you entered wasn't formatted properly. Please double check.",
      'sharer.name',
    ],
    ['no address', { sharer: { name: 'Ann Lee' } }, 'Please enter your email address.', 'sharer.email'],
    [
      'an invalid address',
      { sharer: { name: 'Ann Lee', email: 'ann@home' } },
      "Your email address isn't formatted properly. Please double check.",
      'sharer.email',
    ],
    ['no recipient', { sharer: ann }, 'Please enter some emails.', 'sharees.emails'],
    ['only members as recipients', { sharer: ann, sharees: { uids: ['whoever'] } }, 'Please enter some emails.', 'sharees.emails'],
    [
      'an invalid address among valid ones',
      { sharer: ann, sharees: { emails: 'ben@example.org, ben@home' } },
      "One or more of the emails you entered aren't formatted properly. Please double check.",
      'sharees.emails',
    ],
  ])('S1 an anonymous visitor with %s → 400 for its field', async (_what, body, message, field) => {
    for (const path of [`beads/${bead.id}`, `posts/${post.id}`]) {
      const reply = await share(visitor, body, path)
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'invalid', message, fields: { [field]: message } })
    }
    expect(await sent()).toEqual([])
  })

  it('S1 a member without sharer fields is accepted, without recipients refused', async () => {
    expect((await share(ben.client, {})).body.message).toBe('Please select some members and or enter some emails.')
    expect((await share(ben.client, to('nobody'))).body.message).toBe(messages.shareEmailsInvalid)
    expect((await share(ben.client, { sharees: { uids: [ben.uid], emails: [] } })).body.message).toBe(messages.shareNoRecipients)
    expect((await share(ben.client, { sharer: { uid: ada.uid }, ...to('x@example.org') })).status).toBe(403)
    expect((await share(ben.client, { sharees: { uids: ['missing.member'], emails: [] } })).status).toBe(400)
  })

  it('S1 limits: 1,024 characters per message and 20 addresses', async () => {
    expect((await share(ben.client, { ...to('x@example.org'), msg: 'm'.repeat(1024) })).status).toBe(200)
    expect((await share(ben.client, { ...to('x@example.org'), msg: 'm'.repeat(1025) })).body.message).toBe(messages.shareMessageTooLong)
    const many = Array.from({ length: 21 }, (_, n) => `m${n}@example.org`)
    expect((await share(ben.client, to(...many))).body.message).toBe(messages.shareEmailsTooMany)
    expect((await share(ben.client, to(...many.slice(1)))).status).toBe(200)
  })

  it('S1 an unknown entity → 404; a request of another site → 403', async () => {
    expect((await share(ben.client, to('x@example.org'), 'beads/b00000000000000000')).status).toBe(404)
    expect((await share(ben.client, to('x@example.org'), 'posts/p00000000000000000')).status).toBe(404)
    expect((await share(ben.client, to('x@example.org'), `beads/${post.id}`)).status).toBe(400)
    const foreign = await ben.client.post(`/api/v0/beads/${bead.id}/share`, to('x@example.org'), {
      headers: { Origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    expect(foreign.body.code).toBe('foreign_origin')
  })
})

describe('S1 mails', () => {
  it('S1 each address gets a plain-text mail with link, quoted message and unsubscribe link', async () => {
    const reply = await share(visitor, {
      sharer: ann,
      sharees: { emails: 'One@example.org, two@example.org' },
      msg: 'Listen to the third.\nReally.',
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ shared: true })
    const mails = await sent()
    expect(mails.map((mail) => mail.to)).toEqual(expect.arrayContaining([['one@example.org'], ['two@example.org']]))
    expect(mails).toHaveLength(2)
    for (const { content } of mails) {
      expect(content).not.toContain('text/html')
      expect(content).toMatch(/^List-Unsubscribe: <https:\/\/strand\.example\/api\/v0\/unsubscribe\/\S+>$/im)
      expect(decodeHeader(content, 'subject')).toBe('Ann Lee shares "Rainy day" with you')
      expect(decodeHeader(content, 'reply-to')).toBe('ann@visitors.example')
      const text = textOf(content).replace(/\r\n/g, '\n')
      expect(text).toContain(`Rainy day\nhttps://strand.example/${bead.id}`)
      expect(text).toContain('> Listen to the third.\n> Really.')
      expect(text).toContain('Ann Lee (ann@visitors.example)')
    }
  })

  it('S1 mails of a member do not contain the member’s address', async () => {
    await share(ben.client, { ...to('one@example.org'), msg: '' }, `posts/${post.id}`)
    const [{ content }] = (await sent()) as [MailServer['mails'][number]]
    expect(decodeHeader(content, 'subject')).toBe('Ben Stone shares "A song for it" with you')
    expect(content).not.toMatch(/^Reply-To:/im)
    const { body: me } = await ben.client.get('/api/v0/me')
    expect(content).not.toContain(me.email)
    expect(textOf(content)).toContain(`https://strand.example/${post.id}`)
  })

  it('S1 after unsubscribing an address gets no share mails; others still do', async () => {
    await share(visitor, { sharer: ann, ...to('stop@example.org') })
    const [{ content }] = (await sent()) as [MailServer['mails'][number]]
    const path = new URL(/^List-Unsubscribe: <(\S+)>$/im.exec(content)![1]!).pathname
    expect((await fetch(server.url + path)).status).toBe(200)
    // Like a mail program (RFC 8058): one request, without cookies and without X-Strand-Request.
    const stopped = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(stopped.status).toBe(200)
    smtp.reset()
    await share(visitor, { sharer: ann, ...to('Stop@example.org', 'go@example.org') })
    await share(ben.client, to('stop@example.org'))
    expect((await sent()).map((mail) => mail.to)).toEqual([['go@example.org']])
  })

  it('S1 during an outage of the mail server mails are delayed, then delivered once', async () => {
    smtp.down(451)
    expect((await share(ben.client, to('late@example.org', 'later@example.org'))).status).toBe(200)
    expect(await sent()).toEqual([])
    smtp.reset()
    const past = new Date(0).toISOString()
    await transaction(server.db, (manager) => manager.createQueryBuilder().update(OutboxEntity).set({ dueDate: past }).execute())
    expect((await sent()).map((mail) => mail.to[0]).toSorted()).toEqual(['late@example.org', 'later@example.org'])
    await transaction(server.db, (manager) => manager.createQueryBuilder().update(OutboxEntity).set({ dueDate: past }).execute())
    expect(await sent()).toHaveLength(2)
  })

  it('S1 an entity that is deleted before the delivery → no mail', async () => {
    smtp.down(451)
    const short = await startBead(ada.client, { title: 'Short lived' })
    await share(ben.client, to('late@example.org'), `beads/${short.id}`)
    await sent()
    await ada.client.delete(`/api/v0/beads/${short.id}`)
    smtp.reset()
    await transaction(server.db, (manager) =>
      manager
        .createQueryBuilder()
        .update(OutboxEntity)
        .set({ dueDate: new Date(0).toISOString() })
        .execute(),
    )
    expect(await sent()).toEqual([])
  })
})

describe('S1 header injection', () => {
  it.each([
    ['name', { sharer: { ...ann, name: 'Ann Lee\r\nBcc: evil@example.org' } }],
    ['name', { sharer: { ...ann, name: 'Ann\u0000 Lee' } }],
    ['address', { sharer: { ...ann, email: 'ann@visitors.example\r\nBcc: evil@example.org' } }],
    ['address', { sharer: { ...ann, email: 'ann@visitors.example>, <evil@example.org' } }],
    ['recipient', to('one@example.org\nBcc: evil@example.org')],
    ['recipient', to('one@example.org;evil@example.org')],
    ['recipient', to('"x" <one@example.org>')],
    ['recipient', to('one@example.org\r\n\r\nHello')],
    ['recipient', to('one@[127.0.0.1]')],
  ])('S1 a %s with line breaks, separators or control characters → 400', async (_what, body) => {
    expect((await share(visitor, { sharer: ann, ...to('one@example.org'), ...body })).status).toBe(400)
    expect(await sent()).toEqual([])
  })

  it('S1 line breaks in title and message add no headers', async () => {
    const evil = await startBead(ada.client, { title: 'Evil' })
    await updateBead(server.db, evil.id, { title: 'Evil\r\nBcc: evil@example.org' })
    const msg =
      'Hello\r\n.\r\nMAIL FROM:<evil@example.org>\r\n\r\n--boundary\r\nContent-Type: text/html\r\n\r\n<img src=x onerror=alert(1)>'
    expect((await share(visitor, { sharer: ann, ...to('one@example.org'), msg }, `beads/${evil.id}`)).status).toBe(200)
    const mails = await sent()
    expect(mails.map((mail) => mail.to)).toEqual([['one@example.org']])
    const [head] = mails[0]!.content.split(/\r?\n\r?\n/) as [string]
    expect(head).not.toMatch(/^bcc:/im)
    expect(head.match(/^content-type:.*/gim)).toEqual([expect.stringContaining('text/plain')])
    expect(decodeHeader(mails[0]!.content, 'subject')).toBe('Ann Lee shares "Evil Bcc: evil@example.org" with you')
    expect(textOf(mails[0]!.content)).toContain('> MAIL FROM:<evil@example.org>')
  })
})

describe('S1 daily quotas', () => {
  const many = (count: number, at: string) => Array.from({ length: count }, (_, n) => `p${n}@${at}`)

  it('S1 a visitor’s IP address sends 20 mails a day; a refused share is neither counted nor sent', async () => {
    expect((await share(visitor, { sharer: ann, ...to(...many(19, 'a.example')) })).status).toBe(200)
    const refused = await share(visitor, { sharer: ann, ...to(...many(2, 'b.example')) })
    expect(refused.status).toBe(429)
    expect(refused.body.message).toBe(messages.shareQuota)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The quota is per IP address: another name and e-mail address do not change it.
    expect(
      (await share(server.client(), { sharer: { name: 'Other One', email: 'other@example.org' }, ...to(...many(2, 'b.example')) })).status,
    ).toBe(429)
    expect((await share(visitor, { sharer: ann, ...to('last@b.example') })).status).toBe(200)
    expect((await share(visitor, { sharer: ann, ...to('more@b.example') })).status).toBe(429)
    expect(await sent()).toHaveLength(20)
    expect((await share(ben.client, to('more@b.example'))).status).toBe(200)
  })

  it('S1 a mailbox gets four mails of visitors per day; the quota resets the next day', async () => {
    let now = Date.now()
    const { beads, posts } = server.services
    const shares = createShares({ db: server.db, beads, posts, publicUrl: '', counter: { count: async () => null }, now: () => now })
    const once = (n: number) =>
      shares.share(
        'bead',
        bead.id,
        { sharer: ann, sharees: { uids: [], emails: ['popular@example.org'] }, msg: '' },
        null,
        `address:10.0.0.${n}`,
      )
    for (let n = 0; n < 4; n++) await once(n)
    await expect(once(5)).rejects.toMatchObject({ status: 429 })
    now += 86_400_000
    await once(6)
    // The counts of the previous day are deleted, and the table contains no IP address.
    const rows = await server.db.getRepository(ShareQuotaEntity).find()
    expect(new Set(rows.map(({ day }) => day)).size).toBe(1)
    expect(JSON.stringify(rows)).not.toMatch(/popular|10\.0\.0/)
  })

  it('S1 concurrent shares do not exceed the quota', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => share(visitor, { sharer: ann, ...to(...many(4, `c${n}.example`)) })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await sent()).toHaveLength(20)
  })
})

describe('S1 sharing with members', () => {
  it('O1 S1 sharing with a member notifies them once and counts', async () => {
    const carl = await join('Carl Berg')
    const before = (await visitor.get(`/api/v0/beads/${bead.id}`)).body.shareCount
    const reply = await share(ben.client, { sharees: { uids: [carl.uid, carl.uid, ben.uid], emails: [] }, msg: 'For you' })
    expect(reply.body).toEqual({ shared: true, shareCount: before + 1 })
    await share(ben.client, { sharees: { uids: [carl.uid], emails: [] } }, `posts/${post.id}`)
    expect(await sent()).toEqual([])
    const { body } = await carl.client.get('/api/v1/me/notifications?limit=10')
    expect(body.results.map(({ verb }: { verb: string }) => verb).toSorted()).toEqual(['sharebead', 'sharepost'])
  })

  it('BY14 a recipient who blocks the sharer gets neither notification nor mail', async () => {
    const dora = await join('Dora Field')
    expect((await dora.client.post(`/api/v0/members/${ben.uid}/block`)).status).toBe(200)
    expect((await share(ben.client, { sharees: { uids: [dora.uid], emails: [] } })).status).toBe(403)
    const { body: me } = await dora.client.get('/api/v0/me')
    expect((await share(ben.client, to(me.email))).status).toBe(200)
    expect(await sent()).toEqual([])
  })
})

describe('S1 B11 drafts', () => {
  it('S1 sharing a draft or its posts with members who may not see it → 403', async () => {
    const invited = await join('Ines Vale')
    const outsider = await join('Otto Far')
    const boss = await join('Ida Admin')
    await updateMember(server.db, boss.uid, { isAdmin: true })
    const draft = await startBead(ada.client, { title: 'Not yet', isDraft: true, invitees: [invited.uid] })
    const inside = await addPost(ada.client, draft.id, { title: 'Inside' })
    for (const path of [`beads/${draft.id}`, `posts/${inside.id}`]) {
      for (const body of [
        to('x@example.org'),
        { sharees: { uids: [outsider.uid], emails: [] } },
        { sharees: { uids: [invited.uid, outsider.uid], emails: [] } },
      ]) {
        const refused = await share(ada.client, body, path)
        expect(refused.status).toBe(403)
        expect(refused.body.message).toBe('A draft can only be shared with its collaborators.')
      }
      expect((await share(ada.client, { sharees: { uids: [invited.uid, boss.uid], emails: [] } }, path)).status).toBe(200)
      expect((await share(invited.client, { sharees: { uids: [ada.uid], emails: [] } }, path)).status).toBe(200)
      for (const client of [outsider.client, visitor]) {
        const refused = await share(client, { sharer: ann, ...to('x@example.org') }, path)
        expect(refused.status).toBe(403)
        expect(refused.body.message).toBe(messages.draftHidden)
      }
      expect((await ada.client.post(`/api/v0/${path}/autoshare?tw=1`)).status).toBe(403)
    }
    expect(await sent()).toEqual([])
  })
})
