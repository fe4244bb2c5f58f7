/** Share counts, share links, and sharing by admins (S2, S3). */
import { describe, expect, it } from 'vitest'
import { transaction } from '#db/transaction.ts'
import { BeadEntity } from '../../server/features/beads/entities.ts'
import { NetworkLinkEntity } from '../../server/features/oauth/entities.ts'
import { createShareCounter } from '../../server/features/share/networks.ts'
import { createShares } from '../../server/features/share/service.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import { startTestServer } from '../support/server.ts'
import { setUp, server, ada, ben, visitor, bead, post, join, ann, to, share } from '../support/shares.ts'

setUp()

describe('S2 share counts', () => {
  it('S2 counts exclude the post’s creator (decision 12), and are exact under concurrency', async () => {
    const own = await addPost(ada.client, bead.id, { title: 'Counted' })
    expect((await share(ada.client, { sharees: { uids: [ben.uid], emails: [] } }, `posts/${own.id}`)).body.shareCount).toBe(0)
    await Promise.all(Array.from({ length: 10 }, () => share(ben.client, { sharees: { uids: [ada.uid], emails: [] } }, `posts/${own.id}`)))
    expect((await visitor.get(`/api/v0/posts/${own.id}`)).body.shareCount).toBe(10)
  })

  it('S2 without keys networks are not counted; GET has the same checks as POST', async () => {
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

  it('S2 counts of both networks are added, requested at most every ten minutes, and kept during an outage', async () => {
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
    const callCount = calls.length
    tweets = 9
    expect(await shares.recount('bead', shared.id, null)).toBe(13)
    expect(calls).toHaveLength(callCount)
    now += 600_001
    expect(await shares.recount('bead', shared.id, null)).toBe(17)
    now += 600_001
    outside.setBehaviour('refuse')
    tweets = Number.NaN
    expect(await shares.recount('bead', shared.id, null)).toBe(17)
    expect((await server.db.getRepository(BeadEntity).findOneByOrFail({ id: shared.id })).shareCount).toBe(17)
  })

  it('S2 autoshare → share links of requested and connected networks; visitors are refused', async () => {
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
    // An edit is shared with the title of the post, without the partner's text.
    expect(textOf(await send(made.id, { title: 'Mine, again' }))).toBe('Mine, again')
    await updateBead(server.db, own.id, { isDraft: true })
    // In a draft, the post is saved but not shared.
    expect(await send(own.id, { title: 'For us alone' })).toEqual({ shared: [], offers: [] })
    expect((await finn.client.post(`/api/v0/beads/${bead.id}/autoshare?tw=1`)).body.offers).toHaveLength(1)
  })
})

describe('S3 admins and staff', () => {
  it('S3 a tweet with picture is allowed for admins and staff without a connection, refused for others', async () => {
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
      const post = await addPost(plain!.client, list.id, { title: 'Said' })
      const tweet = (id: string, folder: string) => `/api/v0/${folder}/${id}/autoshare?tw=1&picture=1`
      for (const { client } of [sami!, sina!, boss!])
        for (const [id, folder, title, picture] of [
          [list.id, 'beads', 'With a picture', '/images/beads/x.jpg'],
          [seen.id, 'posts', 'Seen', seen.media!.media[0]!.uri],
          [post.id, 'posts', 'Said', null],
        ] as const) {
          const { status, body } = await client.post(tweet(id, folder))
          expect([status, body.picture]).toEqual([200, picture])
          const text = new URL(body.offers[0].href).searchParams
          expect([body.offers.length, text.get('text'), text.get('url')]).toEqual([1, title, `https://strand.example/${id}`])
        }
      expect((await plain!.client.post(tweet(list.id, 'beads'))).status).toBe(403)
      expect((await plain!.client.get(tweet(seen.id, 'posts'))).status).toBe(403)
      expect((await own.client().post(tweet(list.id, 'beads'))).status).toBe(401)
      // Without `picture`, an admin needs a connection like other members.
      expect((await boss!.client.post(`/api/v0/beads/${list.id}/autoshare?tw=1`)).body).toEqual({ shared: [], offers: [] })
    } finally {
      await own.close()
    }
  })

  it('S3 an admin finds the members who post with a tag and shares with them', async () => {
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
  it('RO1 read-only → share and recount are 503', async () => {
    const still = await startTestServer({ env: { STRAND_READ_ONLY: '1' } })
    const client = still.client()
    for (const kind of ['beads/b00000000000000000', 'posts/p00000000000000000']) {
      expect((await client.post(`/api/v0/${kind}/share`, { sharer: ann, ...to('x@example.org') })).status).toBe(503)
      expect((await client.get(`/api/v0/${kind}/updatesharecount`)).status).toBe(503)
    }
    await still.close()
  })
})
