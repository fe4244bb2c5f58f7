import { beforeEach, describe, expect, it } from 'vitest'
import { messages, type Bead } from '#contract/index.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import type { Client } from '../support/server.ts'
import { ada, server, setUpPeople } from '../support/people.ts'
import { allPrivileges, earliestPosts, exportAs, importInto, m3u, previewImport, videoHref } from './import-export.ts'

const outside = createOutside()
setUpPeople({ fetcher: outside })
beforeEach(() => outside.setBehaviour('back'))

describe('BY11 preview of an import', () => {
  it('BY11 the preview lists titles, repeats and errors; it writes nothing and sends no requests', async () => {
    const bead = await startBead(ada.client)
    await addPost(ada.client, bead.id, { media: { href: 'https://files.example/there.mp3' } })
    outside.setBehaviour('back')
    const requestCount = outside.requests.length
    const count = async () => (await ada.client.get<Bead>(`/api/v0/beads/${bead.id}`)).body.postCount
    const content =
      '#EXTM3U\n#PLAYLIST:Of the file\n#EXTINF:60,Ann - Waltz\nhttps://files.example/new.mp3\nhttps://files.example/new.mp3\nhttps://files.example/there.mp3\nsong.mp3\n#EXTINF:2,Late\n#EXTVLCOPT:start-time=9\n#EXTVLCOPT:stop-time=3\nhttps://files.example/t.mp3\n'
    const [waltz, again, there] = [
      { line: 4, title: 'Waltz', href: 'https://files.example/new.mp3', artist: 'Ann', duration: 60 },
      { line: 5, title: 'New', href: 'https://files.example/new.mp3' },
      { line: 6, title: 'There', href: 'https://files.example/there.mp3' },
    ]
    const rest = [
      { line: 7, title: 'song.mp3', state: 'refused', reason: messages.importNoAddress },
      { line: 11, title: 'Late', href: 'https://files.example/t.mp3', state: 'refused', reason: messages.timeOrder },
    ]
    const into = (await previewImport(ada.client, content, { bead: bead.id })).body
    expect(into).toEqual({
      format: 'm3u',
      title: 'Of the file',
      tags: [],
      total: 5,
      next: null,
      entries: [{ ...waltz, state: 'new' }, { ...again, state: 'repeat' }, { ...there, state: 'repeat' }, ...rest],
    })
    // Into a new playlist, only an entry that is twice in the file is a repeat.
    expect((await previewImport(ada.client, content)).body.entries).toEqual([
      { ...waltz, state: 'new' },
      { ...again, state: 'repeat' },
      { ...there, state: 'new' },
      ...rest,
    ])
    expect(outside.requests.length).toBe(requestCount)
    expect(await count()).toBe(1)
    // The import has the outcome of the preview.
    const report = (await importInto(ada.client, bead.id, content)).body
    expect(report.repeats.map(({ line }) => line)).toEqual(into.entries.filter(({ state }) => state === 'repeat').map(({ line }) => line))
    expect(report.failed).toEqual(rest.map(({ line, title, reason }) => ({ line, title, reason })))
    expect((await earliestPosts(ada.client, bead.id)).at(-1)).toMatchObject({ title: 'Waltz', media: { artist: 'Ann' } })
  })

  it('BY11 the preview of an exported playlist contains its title, description and tags', async () => {
    const bead = await startBead(ada.client, { title: 'To go', description: 'All of it', tags: ['Jazz', 'Night'] })
    await addPost(ada.client, bead.id, { title: 'Only words', description: 'said' })
    for (const format of ['jspf', 'xspf']) {
      const { body } = await exportAs(ada.client, bead.id, format)
      expect((await previewImport(ada.client, typeof body === 'string' ? body : JSON.stringify(body))).body).toEqual({
        format,
        title: 'To go',
        description: 'All of it',
        tags: ['Jazz', 'Night'],
        total: 1,
        next: null,
        entries: [{ line: 1, title: 'Only words', state: 'new' }],
      })
    }
    const long = JSON.stringify({ playlist: { title: ` ${'x'.repeat(70)}`, annotation: 'y'.repeat(4001), track: [{}] } })
    const { title, description, entries } = (await previewImport(ada.client, long)).body
    expect([title!.length, description!.length, entries[0]]).toEqual([
      64,
      4000,
      { line: 1, title: '', state: 'refused', reason: messages.importNoAddress },
    ])
  })

  it.each([
    [499, 499, null],
    [500, 500, null],
    [501, 500, 500],
  ])('BY11 of %i entries the preview returns %i at a time', async (count, returned, next) => {
    const content = m3u(Array.from({ length: count }, (_, n) => `https://files.example/many/${n}.mp3`))
    const first = (await previewImport(ada.client, content)).body
    expect([first.total, first.entries.length, first.next]).toEqual([count, returned, next])
    if (first.next !== null)
      expect((await previewImport(ada.client, content, { from: first.next })).body).toMatchObject({ entries: [{ line: 502 }], next: null })
    expect((await previewImport(ada.client, content, { from: 9999 })).body).toMatchObject({ entries: [], next: null })
  })

  it('BY11 the preview has the permissions of the import and refuses the same files', async () => {
    const [member, muzzled, idle] = await Promise.all([server.signUp(), server.signUp(), server.signUp()])
    await updateMember(server.db, muzzled.me.uid, { privileges: { ...allPrivileges, canPost: false } })
    await updateMember(server.db, idle.me.uid, { privileges: { ...allPrivileges, canCreateBead: false } })
    const personal = await startBead(ada.client, { invitees: [idle.me.uid] })
    const refusalOf = async (client: Client, more?: object) => {
      const { status, body } = await previewImport(client, m3u([videoHref(1)]), more)
      return [status, (body as unknown as { message?: string }).message]
    }
    expect((await refusalOf(server.client()))[0]).toBe(401)
    expect(await refusalOf(member.client, { bead: personal.id })).toEqual([403, messages.forbidden])
    expect(await refusalOf(muzzled.client)).toEqual([403, messages.cannotPost])
    expect(await refusalOf(idle.client)).toEqual([403, messages.cannotCreateBead])
    expect((await refusalOf(idle.client, { bead: personal.id }))[0]).toBe(200)
    expect((await refusalOf(ada.client, { bead: 'b00000000000000000' }))[0]).toBe(404)
    for (const [content, message] of [
      ['hello', messages.importUnknown],
      ['#EXTM3U\n', messages.importEmpty],
      ['#EXTM3U\n#EXT-X-TARGETDURATION:9\n', messages.importStream],
      ['x'.repeat(3_000_001), messages.importTooLarge],
    ] as const)
      expect((await previewImport(ada.client, content)).body).toMatchObject({ code: 'invalid', message })
  })
})
