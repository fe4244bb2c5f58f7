/** Sharing by e-mail and with members, as the server sees it whatever a page did before (S1, S2, AP5, AP7). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { messages, type Bead, type Post } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { BeadEntity } from '../../server/features/beads/entities.ts'
import { decodeHeader } from '../../server/features/mail/headerDecoding.ts'
import { NetworkLinkEntity } from '../../server/features/oauth/entities.ts'
import { createShareCounter } from '../../server/features/share/networks.ts'
import { createShares } from '../../server/features/share/service.ts'
import { ShareQuotaEntity } from '../../server/features/share/entities.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { startMailServer, type MailServer } from '../support/mail.ts'
import { createOutside } from '../support/outside.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let smtp: MailServer
let ada: { client: Client; uid: string }
let ben: { client: Client; uid: string }
let visitor: Client
let bead: Bead
let post: Post

const join = async (name: string) => {
  const { client, me } = await server.signUp(name)
  return { client, uid: me.uid }
}

beforeAll(async () => {
  smtp = await startMailServer()
  server = await startTestServer({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://strand.example' } })
  ada = await join('Ada Rivers')
  ben = await join('Ben Stone')
  visitor = server.client()
  bead = await startBead(ada.client, { title: 'Rainy day' })
  post = await addPost(ada.client, bead.id, { title: 'A song for it' })
  await server.services.outbox.drain()
  smtp.reset()
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
afterEach(async () => {
  await transaction(server.db, (manager) => manager.createQueryBuilder().delete().from(ShareQuotaEntity).execute())
  await server.services.outbox.drain()
  smtp.reset()
})

const ann = { name: 'Ann Lee', email: 'ann@visitors.example' }
const to = (...emails: string[]) => ({ sharees: { uids: [], emails } })
const share = (client: Client, body: object, path = `beads/${bead.id}`) => client.post(`/api/v0/${path}/share`, body)
/** Those that were shared; who signs up gets another one. */
const sent = async () => {
  await server.services.outbox.drain()
  return smtp.mails.filter(({ content }) => decodeHeader(content, 'subject').includes(' shares "'))
}
/** The text as its reader sees it, without the line breaks of its transport. */
const textOf = (content: string) =>
  content
    .slice(content.search(/\r?\n\r?\n/))
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

describe('S1 the six checks on the server', () => {
  it.each([
    ['no name', { sharer: { name: ' ', email: '' } }, 'Please enter your name.', 'sharer.name'],
    ['nothing at all', {}, 'Please enter your name.', 'sharer.name'],
    [
      'a bad name',
      { sharer: { name: 'A1', email: '' } },
      "The name you entered wasn't formatted properly. Please double check.",
      'sharer.name',
    ],
    ['no address', { sharer: { name: 'Ann Lee' } }, 'Please enter your email address.', 'sharer.email'],
    [
      'a bad address',
      { sharer: { name: 'Ann Lee', email: 'ann@home' } },
      "Your email address isn't formatted properly. Please double check.",
      'sharer.email',
    ],
    ['nobody to send to', { sharer: ann }, 'Please enter some emails.', 'sharees.emails'],
    ['members alone', { sharer: ann, sharees: { uids: ['whoever'] } }, 'Please enter some emails.', 'sharees.emails'],
    [
      'a bad address among good ones',
      { sharer: ann, sharees: { emails: 'ben@example.org, ben@home' } },
      "One or more of the emails you entered aren't formatted properly. Please double check.",
      'sharees.emails',
    ],
  ])('S1 an anonymous visitor with %s', async (_what, body, message, field) => {
    for (const path of [`beads/${bead.id}`, `posts/${post.id}`]) {
      const reply = await share(visitor, body, path)
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'invalid', message, fields: { [field]: message } })
    }
    expect(await sent()).toEqual([])
  })

  it('S1 a member need not say who they are, but must say to whom', async () => {
    expect((await share(ben.client, {})).body.message).toBe('Please select some members and or enter some emails.')
    expect((await share(ben.client, to('nobody'))).body.message).toBe(messages.shareEmailsInvalid)
    expect((await share(ben.client, { sharees: { uids: [ben.uid], emails: [] } })).body.message).toBe(messages.shareNobody)
    expect((await share(ben.client, { sharer: { uid: ada.uid }, ...to('x@example.org') })).status).toBe(403)
    expect((await share(ben.client, { sharees: { uids: ['nobody.at.all'], emails: [] } })).status).toBe(400)
  })

  it('S1 1,024 characters of message and not one more; 20 addresses at once', async () => {
    expect((await share(ben.client, { ...to('x@example.org'), msg: 'm'.repeat(1024) })).status).toBe(200)
    expect((await share(ben.client, { ...to('x@example.org'), msg: 'm'.repeat(1025) })).body.message).toBe(messages.shareMessageTooLong)
    const many = Array.from({ length: 21 }, (_, n) => `m${n}@example.org`)
    expect((await share(ben.client, to(...many))).body.message).toBe(messages.shareEmailsTooMany)
    expect((await share(ben.client, to(...many.slice(1)))).status).toBe(200)
  })

  it('S1 what is not there is 404, and a stranger’s page cannot make anybody share', async () => {
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

describe('S1 the mails', () => {
  it('S1 each address gets one of its own, plain, with a link, the message quoted, and a way to stop them', async () => {
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

  it('S1 a member’s own address stays theirs', async () => {
    await share(ben.client, { ...to('one@example.org'), msg: '' }, `posts/${post.id}`)
    const [{ content }] = (await sent()) as [MailServer['mails'][number]]
    expect(decodeHeader(content, 'subject')).toBe('Ben Stone shares "A song for it" with you')
    expect(content).not.toMatch(/^Reply-To:/im)
    const { body: me } = await ben.client.get('/api/v0/me')
    expect(content).not.toContain(me.email)
    expect(textOf(content)).toContain(`https://strand.example/${post.id}`)
  })

  it('S1 whoever follows the link gets no more of them, from anybody, and others still do', async () => {
    await share(visitor, { sharer: ann, ...to('stop@example.org') })
    const [{ content }] = (await sent()) as [MailServer['mails'][number]]
    const path = new URL(/^List-Unsubscribe: <(\S+)>$/im.exec(content)![1]!).pathname
    expect((await fetch(server.url + path)).status).toBe(200)
    // As a mail program does it: one click, no cookies, no header of ours.
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

  it('S1 a mail server that is down delays and loses nothing, and nobody gets two', async () => {
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

  it('S1 what was deleted, or a playlist that hides its sharer’s name, is not sent any more', async () => {
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
  ])('S1 a %s that holds more than it says is refused', async (_what, body) => {
    expect((await share(visitor, { sharer: ann, ...to('one@example.org'), ...body })).status).toBe(400)
    expect(await sent()).toEqual([])
  })

  it('S1 a title and a message stay what they are', async () => {
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

describe('S1 how much mail a day', () => {
  const many = (count: number, at: string) => Array.from({ length: count }, (_, n) => `p${n}@${at}`)

  it('S1 a visitor’s address sends 20 a day; what is refused counts nothing and is not sent', async () => {
    expect((await share(visitor, { sharer: ann, ...to(...many(19, 'a.example')) })).status).toBe(200)
    const refused = await share(visitor, { sharer: ann, ...to(...many(2, 'b.example')) })
    expect(refused.status).toBe(429)
    expect(refused.body.message).toBe(messages.shareQuota)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Another name and another address of the sharer are the same visitor.
    expect(
      (await share(server.client(), { sharer: { name: 'Other One', email: 'other@example.org' }, ...to(...many(2, 'b.example')) })).status,
    ).toBe(429)
    expect((await share(visitor, { sharer: ann, ...to('last@b.example') })).status).toBe(200)
    expect((await share(visitor, { sharer: ann, ...to('more@b.example') })).status).toBe(429)
    expect(await sent()).toHaveLength(20)
    expect((await share(ben.client, to('more@b.example'))).status).toBe(200)
  })

  it('S1 a mailbox gets four a day from visitors, wherever they are; tomorrow it starts anew', async () => {
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
    // Yesterday's numbers are gone, and no address of anybody stands in the table.
    const rows = await server.db.getRepository(ShareQuotaEntity).find()
    expect(new Set(rows.map(({ day }) => day)).size).toBe(1)
    expect(JSON.stringify(rows)).not.toMatch(/popular|10\.0\.0/)
  })

  it('S1 shares at the same time do not slip past each other', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => share(visitor, { sharer: ann, ...to(...many(4, `c${n}.example`)) })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await sent()).toHaveLength(20)
  })
})

describe('S1 sharing with members', () => {
  it('O1 S1 is told on their page, once, and counts', async () => {
    const carl = await join('Carl Berg')
    const before = (await visitor.get(`/api/v0/beads/${bead.id}`)).body.shareCount
    const reply = await share(ben.client, { sharees: { uids: [carl.uid, carl.uid, ben.uid], emails: [] }, msg: 'For you' })
    expect(reply.body).toEqual({ shared: true, shareCount: before + 1 })
    await share(ben.client, { sharees: { uids: [carl.uid], emails: [] } }, `posts/${post.id}`)
    expect(await sent()).toEqual([])
    const { body } = await carl.client.get('/api/v1/me/notifications?limit=10')
    expect(body.results.map(({ verb }: { verb: string }) => verb).toSorted()).toEqual(['sharebead', 'sharepost'])
  })

  it('BY14 whoever blocks the sharer hears nothing, by name or by address', async () => {
    const dora = await join('Dora Field')
    expect((await dora.client.post(`/api/v0/members/${ben.uid}/block`)).status).toBe(200)
    expect((await share(ben.client, { sharees: { uids: [dora.uid], emails: [] } })).status).toBe(403)
    const { body: me } = await dora.client.get('/api/v0/me')
    expect((await share(ben.client, to(me.email))).status).toBe(200)
    expect(await sent()).toEqual([])
  })
})

describe('S1 B11 drafts', () => {
  it('S1 a draft reaches nobody who may not open it, nor do its posts', async () => {
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

describe('S2 how often', () => {
  it('S2 counts leave out what a post’s creator does to it (decision 12), and are exact when many share at once', async () => {
    const own = await addPost(ada.client, bead.id, { title: 'Counted' })
    expect((await share(ada.client, { sharees: { uids: [ben.uid], emails: [] } }, `posts/${own.id}`)).body.shareCount).toBe(0)
    await Promise.all(Array.from({ length: 10 }, () => share(ben.client, { sharees: { uids: [ada.uid], emails: [] } }, `posts/${own.id}`)))
    expect((await visitor.get(`/api/v0/posts/${own.id}`)).body.shareCount).toBe(10)
  })

  it('S2 without keys the networks count nothing; a GET demands what a POST demands', async () => {
    for (const path of [`beads/${bead.id}`, `posts/${post.id}`]) {
      const known = (await visitor.get(`/api/v0/${path}`)).body.shareCount
      expect((await visitor.get(`/api/v0/${path}/updatesharecount`)).body).toEqual({ count: known })
      expect((await visitor.post(`/api/v0/${path}/updatesharecount`)).body).toEqual({ count: known })
      for (const name of ['updatesharecount', 'autoshare?tw=1']) {
        expect((await ben.client.get(`/api/v0/${path}/${name}`, { headers: { 'X-Strand-Request': null } })).status).toBe(403)
        expect((await ben.client.get(`/api/v0/${path}/${name}`, { headers: { Origin: 'https://evil.example' } })).status).toBe(403)
      }
    }
    expect((await visitor.get('/api/v0/posts/p00000000000000000/updatesharecount')).status).toBe(404)
  })

  it('S2 what both networks tell is added, asked for at most every ten minutes, and an outage changes nothing', async () => {
    const outside = createOutside()
    let now = Date.now()
    let tweets = 5
    const href = (id: string) => `https://strand.example/${id}`
    const shared = await startBead(ada.client, { title: 'Famous' })
    const facebook = `https://graph.facebook.com/v23.0/?${new URLSearchParams({ id: href(shared.id), fields: 'engagement', access_token: 'app|secret' }).toString()}`
    outside.json(facebook, { engagement: { share_count: 7 }, id: href(shared.id) })
    const calls: [string, string | undefined][] = []
    const fetcher = {
      get: outside.get.bind(outside),
      call: async (address: string, request: { headers: Readonly<Record<string, string>> }) => {
        calls.push([address, request.headers.authorization])
        return {
          href: address,
          status: 200,
          type: 'application/json',
          charset: null,
          body: Buffer.from(JSON.stringify({ meta: { total_tweet_count: tweets } })),
        }
      },
    }
    const counter = createShareCounter({ log: { info: () => {} }, fetcher, keys: { facebook: 'app|secret', twitter: 'token' } })
    const { beads, posts } = server.services
    const shares = createShares({ db: server.db, beads, posts, counter, publicUrl: 'https://strand.example', now: () => now })

    await share(ben.client, { sharees: { uids: [ada.uid], emails: [] } }, `beads/${shared.id}`)
    expect(await Promise.all([1, 2, 3].map(() => shares.recount('bead', shared.id, null)))).toEqual([13, 13, 13])
    expect(calls[0]).toEqual([
      `https://api.x.com/2/tweets/counts/recent?${new URLSearchParams({ query: `url:"${href(shared.id)}"` }).toString()}`,
      'Bearer token',
    ])
    const asked = calls.length
    tweets = 9
    expect(await shares.recount('bead', shared.id, null)).toBe(13)
    expect(calls).toHaveLength(asked)
    now += 600_001
    expect(await shares.recount('bead', shared.id, null)).toBe(17)
    now += 600_001
    outside.go('refuse')
    tweets = Number.NaN
    expect(await shares.recount('bead', shared.id, null)).toBe(17)
    expect((await server.db.getRepository(BeadEntity).findOneByOrFail({ id: shared.id })).shareCount).toBe(17)
  })

  it('S2 autoshare offers what is connected and asked for, filled in, to members alone', async () => {
    const finn = await join('Finn Marsh')
    const path = `/api/v0/posts/${post.id}/autoshare`
    expect((await visitor.post(`${path}?tw=1`)).status).toBe(401)
    expect((await finn.client.get(`${path}?tw=1`)).body).toEqual({ shared: [], offers: [] })
    const creationDate = new Date().toISOString()
    await transaction(server.db, (manager) =>
      manager.insert(NetworkLinkEntity, { network: 'twitter', subject: '42', uid: finn.uid, name: 'finn', creationDate }),
    )
    const { body } = await finn.client.get(`${path}?tw=1&fb=1`)
    expect(body.offers).toEqual([{ network: 'twitter', href: expect.stringMatching(/^https:\/\/twitter\.com\/intent\/tweet\?/) }])
    const offered = new URL(body.offers[0].href).searchParams
    expect([offered.get('text'), offered.get('url')]).toEqual(['A song for it', `https://strand.example/${post.id}`])
    expect((await finn.client.post(`${path}?tw=0`)).body.offers).toEqual([])
    const own = await startBead(finn.client, { title: 'A challenge of theirs' })
    const send = async (id: string, body: object) =>
      (await finn.client.post(`/api/v0/posts/${id}`, { share: { tw: true }, ...body })).body.share as { offers: { href: string }[] }
    await updateBead(server.db, own.id, {
      extras: { partnerMetaData: { onPostShare: { title: 'I take part', description: 'Watch mine.' } } },
    })
    const textOf = ({ offers }: { offers: { href: string }[] }) => new URL(offers[0]!.href).searchParams.get('text')
    const { post: made, share } = (await finn.client.post(`/api/v0/posts/${own.id}`, { title: 'Mine', share: { tw: true } })).body
    expect(textOf(share)).toBe('I take part. Watch mine.')
    // What was there before is shared as what it is.
    expect(textOf(await send(made.id, { title: 'Mine, again' }))).toBe('Mine, again')
    await updateBead(server.db, own.id, { isDraft: true })
    // It is posted all the same.
    expect(await send(own.id, { title: 'For us alone' })).toEqual({ shared: [], offers: [] })
    expect((await finn.client.post(`/api/v0/beads/${bead.id}/autoshare?tw=1`)).body.offers).toHaveLength(1)
  })
})

describe('S3 admins and the staff', () => {
  it('S3 a tweet goes with its picture for admins and the two accounts of the staff, whatever they have connected, and for nobody else', async () => {
    const own = await startTestServer({ env: { STRAND_STAFF: 'samistaff,sinastaff', PUBLIC_URL: 'https://strand.example' } })
    try {
      expect((await own.client().get('/api/v0/site')).body.staff).toEqual(['samistaff', 'sinastaff'])
      const [plain, sami, sina, boss] = await Promise.all(
        ['Paula Plain', 'Sami Staff', 'Sina Staff', 'Bo Boss'].map((name) => own.signUp(name)),
      )
      expect([sami!.me.uid, sina!.me.uid]).toEqual(['samistaff', 'sinastaff'])
      await updateMember(own.db, boss!.me.uid, { isAdmin: true })
      const list = await startBead(plain!.client, { title: 'With a picture' })
      await updateBead(own.db, list.id, { image: '/images/beads/x.jpg' })
      const seen = await addPost(plain!.client, list.id, { title: 'Seen', media: { href: 'https://strand.example/clips/paper-hills.jpg' } })
      const said = await addPost(plain!.client, list.id, { title: 'Said' })
      const tweet = (id: string, folder: string) => `/api/v0/${folder}/${id}/autoshare?tw=1&picture=1`
      for (const { client } of [sami!, sina!, boss!])
        for (const [id, folder, title, picture] of [
          [list.id, 'beads', 'With a picture', '/images/beads/x.jpg'],
          [seen.id, 'posts', 'Seen', seen.media!.media[0]!.uri],
          [said.id, 'posts', 'Said', null],
        ] as const) {
          const { status, body } = await client.post(tweet(id, folder))
          expect([status, body.picture]).toEqual([200, picture])
          const text = new URL(body.offers[0].href).searchParams
          expect([body.offers.length, text.get('text'), text.get('url')]).toEqual([1, title, `https://strand.example/${id}`])
        }
      expect((await plain!.client.post(tweet(list.id, 'beads'))).status).toBe(403)
      expect((await plain!.client.get(tweet(seen.id, 'posts'))).status).toBe(403)
      expect((await own.client().post(tweet(list.id, 'beads'))).status).toBe(401)
      // Without a picture it is what it is for everybody.
      expect((await boss!.client.post(`/api/v0/beads/${list.id}/autoshare?tw=1`)).body).toEqual({ shared: [], offers: [] })
    } finally {
      await own.close()
    }
  })

  it('S3 by one tag the members who posted most with it are found, and shared with like others', async () => {
    const boss = await join('Tag Boss')
    await updateMember(server.db, boss.uid, { isAdmin: true })
    const list = await startBead(ben.client, { title: 'Tagged list' })
    await addPost(ben.client, list.id, { title: 'Tagged', tags: ['Zydecopunk'] })
    const { body } = await boss.client.get('/api/v0/ml/tags/Zydecopunk/curators?from=0&limit=20')
    expect(body.results.map(({ uid }: { uid: string }) => uid)).toEqual([ben.uid])
    expect((await share(boss.client, { sharees: { uids: body.results.map(({ uid }: { uid: string }) => uid), emails: [] } })).status).toBe(
      200,
    )
  })
})

describe('RO1 read-only', () => {
  it('RO1 nothing is shared or counted', async () => {
    const still = await startTestServer({ env: { STRAND_READ_ONLY: '1' } })
    const client = still.client()
    for (const kind of ['beads/b00000000000000000', 'posts/p00000000000000000']) {
      expect((await client.post(`/api/v0/${kind}/share`, { sharer: ann, ...to('x@example.org') })).status).toBe(503)
      expect((await client.get(`/api/v0/${kind}/updatesharecount`)).status).toBe(503)
    }
    await still.close()
  })
})
