import { beforeEach, describe, expect, it } from 'vitest'
import { messages, type Post } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { NetworkLinkEntity } from '../../server/features/oauth/entities.ts'
import { addPost, startBead } from '../support/content.ts'
import { createOutside, oembedOf } from '../support/outside.ts'
import { ada, server, setUpPeople } from '../support/people.ts'

const outside = createOutside()
let bead: string

setUpPeople({ fetcher: outside })
beforeEach(async () => {
  bead = (await startBead(ada.client)).id
})

const post = (body: unknown, id = bead) => ada.client.post<{ post: Post } & Record<string, unknown>>(`/api/v0/posts/${id}`, body)

describe('D3 artists', () => {
  it('D3 four artists are stored, three are displayed, and artists are suggested by prefix', async () => {
    const who = ['Zadie One', 'Zadie Two', 'Three', 'Four']
    const { id, media } = await addPost(ada.client, bead, { media: { href: 'https://example.org/song.mp3', what: 'A song', who } })
    expect(media).toMatchObject({ title: 'A song', what: 'A song', who, artist: 'Zadie One, Zadie Two, Three' })
    expect((await post({ media: { href: 'https://example.org/song.mp3', startTime: 4 } }, id)).body.post.media).toMatchObject({
      who,
      artist: 'Zadie One, Zadie Two, Three',
    })
    const names = await server.client().get('/api/v0/ml/autocomplete/who/zad')
    expect(names.body.results).toEqual(['Zadie One', 'Zadie Two'].map((name) => ({ _id: name, id: name, name })))
  })

  it('D3 D10 a cleared artist or title falls back to the detected one; an absent one is unchanged', async () => {
    const film = 'https://vimeo.com/100200400'
    outside.json(oembedOf('vimeo', film), { title: 'A film', author_name: 'Its channel', duration: 100 })
    const { id } = await addPost(ada.client, bead, { media: { href: film, what: 'Our film', title: 'Our film', who: ['Wrong Name'] } })
    const edit = async (names: object) => (await post({ media: { href: film, ...names } }, id)).body.post.media!
    expect(await edit({ startTime: 4 })).toMatchObject({ what: 'Our film', who: ['Wrong Name'], artist: 'Wrong Name' })
    const unnamed = await edit({ who: [] })
    expect([unnamed.what, unnamed.who, unnamed.artist]).toEqual(['Our film', undefined, 'Its channel'])
    const untold = await edit({ what: '' })
    expect([untold.what, untold.title, untold.artist]).toEqual([undefined, 'A film', 'Its channel'])
    expect(await edit({ who: ['Right Name'], what: 'Mine' })).toMatchObject({ what: 'Mine', who: ['Right Name'], artist: 'Right Name' })
    // In a post without a title and artist of its own, empty fields leave the detected ones.
    const plain = await addPost(ada.client, bead, { media: { href: 'https://vimeo.com/100200400' }, repeat: true })
    expect((await post({ media: { href: film, who: [], what: '' } }, plain.id)).body.post.media).toMatchObject({
      title: 'A film',
      artist: 'Its channel',
    })
  })
})

describe('D6 times', () => {
  const times = async (startTime: unknown, endTime?: unknown) =>
    (await post({ title: 'x', media: { href: 'https://example.org/t.mp4', startTime, endTime }, repeat: true })).body
  it.each([
    ['75', 75],
    ['1:15', 75],
    ['0:01:15', 75],
    ['1:01:15', 3675],
    [75.5, 75.5],
    ['00:07', 7],
  ])('D6 %j → %d seconds', async (written, seconds) => {
    expect((await times(written)).post.media!.startTime).toBe(seconds)
  })
  it.each(['1:75', 'soon', '1:2:3:4', '-5', ''])('D6 %j → invalid', async (written) => {
    expect((await times(written)).fields).toEqual({ 'media.startTime': messages.timeInvalid })
  })
  it('D6 start and end must be less than the duration: below, equal, above', async () => {
    const film = 'https://vimeo.com/100200300'
    outside.json(oembedOf('vimeo', film), { title: 'A film', author_name: 'A', duration: 100 })
    const postWith = async (times: object) => (await post({ title: 'x', media: { href: film, ...times }, repeat: true })).body
    for (const time of ['99', '1:39.999', 99.999]) {
      expect((await postWith({ startTime: time })).post.media!.startTime, String(time)).toBeLessThan(100)
      expect((await postWith({ endTime: time })).post.media!.endTime, String(time)).toBeLessThan(100)
    }
    const { post: whole } = await postWith({ startTime: 10, endTime: 90 })
    const ends = async (endTime?: unknown) =>
      (await post({ media: { href: film, startTime: 10, endTime } }, whole.id)).body.post.media!.endTime
    expect([await ends(80), await ends(null)]).toEqual([80, undefined])
    for (const time of ['100', '1:40', '0:01:40', 100.001]) {
      expect((await postWith({ startTime: time })).fields, String(time)).toEqual({ 'media.startTime': messages.timeBeyondEnd })
      expect((await postWith({ endTime: time })).fields, String(time)).toEqual({ 'media.endTime': messages.timeBeyondEnd })
    }
  })
  it('D6 the end must be after the start', async () => {
    expect((await times('0:20', '0:10')).fields).toEqual({ 'media.endTime': messages.timeOrder })
    expect((await times('0:10', '0:20')).post.media).toMatchObject({ startTime: 10, endTime: 20 })
  })
})

describe('D4 duplicates', () => {
  it('D4 a duplicate → 409 with the id and path of the existing post', async () => {
    const there = await addPost(ada.client, bead, { title: 'There', media: { href: 'https://example.org/again.mp4' } })
    const { status, body } = await post({ title: 'Again', media: { href: 'https://example.org/again.mp4' } })
    expect([status, body.fields]).toEqual([409, { post: there.id, href: there.href }])
  })
})

describe('D8 networks', () => {
  it('D8 with sharing to a connected network, the answer contains its share URL', async () => {
    const { client, me } = await server.signUp('Connected')
    const link = { network: 'twitter' as const, subject: '42', uid: me.uid, name: 'c', creationDate: new Date().toISOString() }
    await transaction(server.db, (manager) => manager.insert(NetworkLinkEntity, link))
    const own = (await startBead(client)).id
    const { body } = await client.post(`/api/v0/posts/${own}`, { title: 'To be told', share: { tw: true, fb: true } })
    expect(body.share).toEqual({ shared: [], offers: [{ network: 'twitter', href: expect.stringContaining(encodeURIComponent(body.id)) }] })
    expect((await client.post(`/api/v0/posts/${own}`, { title: 'Not told', share: { tw: false } })).body).not.toHaveProperty('share')
  })
})
