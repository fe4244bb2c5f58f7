/** What another program finds behind links to this site (BY13): unfurl.js discovers oEmbed in the documents and requests it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { unfurl } from 'unfurl.js'
import type { Bead } from '#contract/index.ts'
import { addPost, startBead } from '../support/content.ts'
import { ada, server, setUpPeople } from '../support/people.ts'

let bead: Bead

setUpPeople()
beforeAll(async () => {
  bead = await startBead(ada.client, { title: 'Rivers & “roads”' })
})

const found = (path: string): ReturnType<typeof unfurl> => unfurl(server.url + path)

describe('BY13 links to this site in another program', () => {
  it('BY13 a playlist → a player of the playlist', async () => {
    const { oEmbed, open_graph: preview } = await found(`/${bead.id}`)
    expect(oEmbed).toMatchObject({ type: 'rich', title: bead.title, width: 520, height: 480 })
    expect(oEmbed).toMatchObject({ html: expect.stringContaining(`<iframe src="${server.url}/embed/${bead.id}" `) })
    expect(preview.title).toBe(bead.title)
  })

  it('BY13 a video → the player of its provider, in the embed and in the card', async () => {
    const { href } = await addPost(ada.client, bead.id, { title: 'A film', media: { href: 'https://youtu.be/dQw4w9WgXcQ' } })
    const { oEmbed, open_graph: preview, twitter_card: card } = await found(`/${href}`)
    const src = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0'
    expect(oEmbed).toMatchObject({ type: 'video', html: expect.stringContaining(`src="${src}"`), width: 480, height: 268 })
    expect(preview.videos).toMatchObject([{ url: src, secure_url: src, type: 'text/html', width: 1280, height: 720 }])
    expect(card).toMatchObject({ card: 'player', players: [{ url: src, width: 1280, height: 720 }] })
  })

  it('BY13 a file → a player of the browser; a text and a member → a widget', async () => {
    const file = await addPost(ada.client, bead.id, { title: 'A song', media: { href: 'https://files.example/a.mp3' } })
    expect((await found(`/${file.href}`)).oEmbed).toMatchObject({ type: 'rich', html: expect.stringMatching(/^<audio [^<>]*><\/audio>$/) })
    const text = await addPost(ada.client, bead.id, { title: 'A thought' })
    expect((await found(`/${text.href}`)).oEmbed).toMatchObject({
      type: 'rich',
      title: 'A thought',
      html: expect.stringContaining(`<iframe src="${server.url}/embed/${text.id}" `),
    })
    expect((await found(`/p/${ada.uid}`)).oEmbed).toMatchObject({
      type: 'rich',
      title: `${ada.name} (@${ada.uid})`,
      html: expect.stringContaining(`<iframe src="${server.url}/embed/p/${ada.uid}" `),
    })
  })

  it('BY13 a program that reads XML only → the same player', async () => {
    const withoutJson = async (address: string): Promise<Response> => {
      const response = await fetch(address, { headers: { Accept: 'text/html,*/*' } })
      const text = (await response.text()).replace(/<link [^>]*json\+oembed[^>]*>/, '')
      return new Response(text, response)
    }
    const { oEmbed } = await unfurl(`${server.url}/${bead.id}`, { fetch: withoutJson })
    expect(oEmbed).toMatchObject({ type: 'rich', html: expect.stringMatching(/^<iframe /), width: 520, height: 480 })
    expect(oEmbed).toMatchObject({ html: expect.stringContaining(`${server.url}/embed/${bead.id}`) })
  })

  it('BY13 a draft → nothing of it', async () => {
    const draft = await startBead(ada.client, { title: 'Secret', isDraft: true })
    const result = await found(`/${draft.id}`).catch((error: unknown) => error)
    expect(JSON.stringify(result)).not.toContain('Secret')
  })
})
