import { beforeAll, describe, expect, it } from 'vitest'
import type { Page, Post } from '#contract/index.ts'
import { addPost, startBead, updateBead, updatePost } from '../support/content.ts'
import type { Client } from '../support/server.ts'
import { ada, admin, ben, server, setUpPeople, visitor } from '../support/people.ts'

/** Two published playlists and a draft, and the ids of their posts by name. */
let music: string
let art: string
let draft: string
const ids: Record<string, string> = {}

setUpPeople()
beforeAll(async () => {
  music = (await startBead(ada.client, { title: 'Music here', category: 'music', invitees: [ben.uid] })).id
  art = (await startBead(ben.client, { title: 'Art here', category: 'art' })).id
  draft = (await startBead(ada.client, { title: 'Draft here', category: 'film', isDraft: true, invitees: [ben.uid] })).id
  const add = async (name: string, who: Client, bead: string, more: Record<string, unknown> = {}) => {
    ids[name] = (await addPost(who, bead, { title: `The ${name}`, ...more })).id
  }
  await add('jazz', ada.client, music, { tags: ['Jazz'], media: { href: 'https://example.org/jazz.mp3' } })
  await add('rock', ada.client, music, { tags: ['Rock', 'Loud'] })
  await add('benmusic', ben.client, music, { tags: ['Jazz', 'Loud'] })
  await add('paint', ben.client, art, { tags: ['Loud'], media: { href: 'https://example.org/page' } })
  await add('hidden', ada.client, draft, { tags: ['Jazz'] })
  await add('dead', ben.client, art, { media: { href: 'https://example.org/dead.mp4' } })
  await updatePost(server.db, ids.dead!, { isDead: true })
  await server.services.outbox.drain()
})

const names = (page: Page<Post>) => page.results.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))
const list = async (query: string, client = visitor) => names((await client.get<Page<Post>>(`/api/v0/posts?${query}`)).body)
const count = async (query: string, client = visitor) => (await client.get<{ count: number }>(`/api/v0/posts/count?${query}`)).body.count

describe('AP5 filters', () => {
  it.each<[string, string[]]>([
    ['', ['dead', 'paint', 'benmusic', 'rock', 'jazz']],
    ['tag=jazz', ['benmusic', 'jazz']],
    ['tag=Jazz&sort=earliest', ['jazz', 'benmusic']],
    ['tag=Rock,Jazz', ['benmusic', 'rock', 'jazz']],
    ['tag=loud&category=music', ['benmusic', 'rock']],
    ['category=music', ['benmusic', 'rock', 'jazz']],
    ['category=music,art', ['dead', 'paint', 'benmusic', 'rock', 'jazz']],
    ['category=all', ['dead', 'paint', 'benmusic', 'rock', 'jazz']],
    ['category=film', []],
    ['hasmedia=1', ['dead', 'jazz']],
    ['filter=deadlinks', ['jazz']],
    ['q=the mus', []],
    ['q=JAZ', ['jazz']],
    ['q=the', ['dead', 'paint', 'benmusic', 'rock', 'jazz']],
    ['q=the ro', ['rock']],
    ['q=%23', []],
  ])('AP5 posts of the site with %j', async (query, expected) => {
    expect(await list(query)).toEqual(expected)
    expect(await count(query.replace(/&?sort=\w+/, ''))).toBe(expected.length)
  })

  it('AP5 posts of playlists and members', async () => {
    expect(await list(`bead=${music}`)).toEqual(['benmusic', 'rock', 'jazz'])
    expect(await list(`bead=${music},${art}&tag=loud`)).toEqual(['paint', 'benmusic', 'rock'])
    expect(await list(`bead=${music}&tag=jazz`)).toEqual(['benmusic', 'jazz'])
    expect(await list(`bead=${music}&createdby=${ben.uid}`)).toEqual(['benmusic'])
    expect(await list(`createdby=${ada.uid},${ben.uid}&hasmedia=1`)).toEqual(['dead', 'jazz'])
    expect(await list(`createdby=${ben.uid}&tag=loud`)).toEqual(['paint', 'benmusic'])
    expect(await list(`bead=${music}&q=ja`)).toEqual(['jazz'])
    expect(await count(`bead=${music}`)).toBe(3)
    expect(await count(`bead=${music}&tag=jazz`)).toBe(2)
  })

  it('B11 AP5 posts of a draft are listed and counted only for its collaborators', async () => {
    for (const query of [
      'q=hidden',
      'tag=jazz',
      `createdby=${ada.uid}`,
      'category=film',
      'sort=shuffle',
      'sort=trending',
      'sort=mostcollected',
      `bead=${draft},${art}`,
    ]) {
      expect([query, await list(query)]).toEqual([query, expect.not.arrayContaining(['hidden'])])
      for (const { client } of [ada, ben, admin])
        expect([query, await list(query, client)]).toEqual([query, expect.arrayContaining(['hidden'])])
      expect(await count(query, ada.client)).toBe((await count(query)) + 1)
    }
  })

  it('B11 AP5 filters on a draft by a visitor → 403, whether posts match or not', async () => {
    const filters = [
      '',
      `createdby=${ada.uid}`,
      `createdby=${ben.uid}`,
      `collectedby=${ada.uid}`,
      `uid=${ben.uid}`,
      'tag=jazz',
      'tag=none',
      'q=hidden',
      'q=nothing',
      'category=film',
      'category=art',
      'hasmedia=1',
      'filter=deadlinks',
      'dead=1',
      'featured=1',
    ]
    for (const filter of filters) {
      expect([filter, (await visitor.get(`/api/v0/posts/count?bead=${draft}&${filter}`)).status]).toEqual([filter, 403])
      expect([filter, (await ada.client.get(`/api/v0/posts?bead=${draft}&${filter}`)).status]).toEqual([filter, 200])
      for (const sort of ['recent', 'top', 'curated', 'mostcollected', 'trending', 'shuffle&ts=1'])
        expect([filter, sort, (await visitor.get(`/api/v0/posts?bead=${draft}&${filter}&sort=${sort}`)).status]).toEqual([
          filter,
          sort,
          403,
        ])
    }
    for (const path of ['filters', `filters?createdby=${ada.uid}`, 'table', 'followers', 'relatedbeads']) {
      const { status } = await visitor.get(`/api/v0/beads/${draft}/${path}`)
      expect([path, status]).toEqual([path, path === 'relatedbeads' ? 404 : 403])
    }
  })

  it('AP5 invalid parameters → 400, collectedby=self of a visitor → 401, an unknown playlist → 404', async () => {
    for (const query of ['bead=x', 'bead=', 'createdby=a b', 'category=music,nothing', 'sort=best', 'featured=1', 'filter=all'])
      expect([query, (await visitor.get(`/api/v0/posts?${query}`)).status]).toEqual([query, 400])
    expect((await visitor.get('/api/v0/posts?collectedby=self')).status).toBe(401)
    expect((await visitor.get('/api/v0/posts?bead=b00000000000000000')).status).toBe(404)
  })

  it('B10 featured=1 → posts of the featured curator', async () => {
    await updateBead(server.db, music, { featuredCuratorUid: ben.uid })
    expect(await list(`bead=${music}&featured=1`)).toEqual(['benmusic'])
    const { results } = (await visitor.get<Page<Post>>(`/api/v0/posts?bead=${music}`)).body
    expect(results.map(({ isFeatured }) => isFeatured)).toEqual([true, false, false])
  })

  it('BY14 posts of blocked members are not listed', async () => {
    const cleo = await server.signUp('Cleo')
    await cleo.client.post(`/api/v0/members/${ben.uid}/block`, {})
    expect(await list('', cleo.client)).toEqual(['rock', 'jazz'])
    expect(await list('tag=loud', cleo.client)).toEqual(['rock'])
    expect(await list(`bead=${music}`, cleo.client)).toEqual(['rock', 'jazz'])
  })

  it('AP5 comments= adds previews of the latest comments', async () => {
    await ben.client.post(`/api/v0/comments/${ids.rock}`, { text: 'Loud!' })
    const { results } = (await visitor.get<Page<Post>>(`/api/v0/posts?bead=${music}&comments=2`)).body
    expect(results.map(({ previewComments }) => previewComments?.map(({ text }) => text))).toEqual([[], ['Loud!'], []])
  })
})

describe('decision 24: trending', () => {
  it('N6 trending: recent collects and upvotes come first; repeated ones do not count', async () => {
    const order = async () => (await list('sort=trending')).slice(0, 2)
    const press = async (who: Client, verb: string, name: string) => {
      await who.post(`/api/v0/posts/${ids[name]}/${verb}`, {})
      await server.services.outbox.drain()
    }
    await press(ben.client, 'collect', 'jazz')
    await press(ada.client, 'upvote', 'paint')
    expect(await order()).toEqual(['jazz', 'paint'])
    for (let n = 0; n < 4; n++) for (const verb of ['unupvote', 'upvote']) await press(ada.client, verb, 'paint')
    expect(await order()).toEqual(['jazz', 'paint'])
    for (const verb of ['collect', 'upvote']) await press(ben.client, verb, 'paint')
    expect(await order()).toEqual(['jazz', 'paint'])
    const { results } = (await visitor.get<Page<Post>>('/api/v0/posts?sort=trending')).body
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['trending']))
  })
})

describe('AP5 changes of the playlist', () => {
  it('B11 C1 a changed category and a published draft apply to the playlist’s posts', async () => {
    await ben.client.post(`/api/v0/beads/${art}`, { category: 'fashion' })
    await ada.client.post(`/api/v0/beads/${draft}/publish`, {})
    await server.services.outbox.drain()
    expect(await list('category=fashion')).toEqual(['dead', 'paint'])
    expect(await list('category=art')).toEqual([])
    expect(await list('tag=jazz')).toContain('hidden')
    expect(await list('category=film')).toEqual(['hidden'])
  })
})
