/** Exporting the own account (BY12). */
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Me } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { SessionEntity } from '../../server/features/accounts/entities.ts'
import { createExports, exportedTables } from '../../server/features/accounts/export.ts'
import { grantedPrivileges } from '../../server/features/accounts/members.ts'
import { member, startBead } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'
import { unzip } from '../support/zip.ts'
import { done, entangle, profilePicture } from './accounts-leaving.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('export of an account', () => {
  const archiveOf = async (client: Client): Promise<{ files: Map<string, Buffer>; headers: Headers }> => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${server.url}/api/v0/me/export`, { headers: { Cookie: cookie } })
    expect(response.status).toBe(200)
    return { files: await unzip(Buffer.from(await response.arrayBuffer())), headers: response.headers }
  }
  const listIn = (files: Map<string, Buffer>, name: string): Record<string, unknown>[] =>
    JSON.parse(files.get(`${name}.json`)!.toString('utf8'))

  test('BY12 the export is a zip archive of the member’s account, playlists, posts, comments, relations and picture', async () => {
    const [one, other] = [await server.signUp('Taker Along'), await server.signUp()]
    const { shared, alone, draft, theirs, posts } = await entangle(one, other)
    await done(one.client.post('/api/v0/me/preferences', { city: 'Bern', emailPrefs: { onDigest: false } }))
    await done(one.client.post('/api/v0/me/updateimage', { image: await profilePicture() }))
    const { files, headers } = await archiveOf(one.client)
    expect([headers.get('content-type'), headers.get('content-disposition'), headers.get('cache-control')]).toEqual([
      'application/zip',
      `attachment; filename="strand-${one.me.uid}.zip"`,
      'no-store',
    ])
    const account = JSON.parse(files.get('account.json')!.toString('utf8'))
    expect(Me.parse(account)).toMatchObject({
      uid: one.me.uid,
      city: 'Bern',
      email: one.me.email,
      emailPrefs: { onDigest: false, onFollow: true },
    })
    expect(
      listIn(files, 'playlists')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([shared.id, alone.id, draft.id].toSorted())
    expect(
      listIn(files, 'posts')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([posts.mineShared.id, posts.mineAlone.id, posts.mineTheirs.id].toSorted())
    expect(listIn(files, 'comments')).toHaveLength(5)
    expect(listIn(files, 'relations').filter(({ type }) => type === 1)).toHaveLength(5)
    expect(listIn(files, 'invitations').map(({ beadId }) => beadId)).toEqual([theirs.id])
    expect(listIn(files, 'sessions')).toHaveLength(1)
    const playlist = JSON.parse([...files].find(([name]) => name.startsWith('playlists/shared-'))![1].toString('utf8'))
    expect(JSON.stringify(playlist)).toContain('Theirs in shared')
    expect([...files.keys()].filter((name) => name.startsWith('playlists/'))).toHaveLength(3)
    expect((await sharp(files.get(`pictures/profile-${one.me.uid}.jpg`)).metadata()).format).toBe('jpeg')
  })

  test('BY12 BY7 the export contains no hash, no key and no private data of others', async () => {
    const [one, other] = [await server.signUp(), await server.signUp()]
    await entangle(one, other)
    await done(other.client.post(`/api/v0/members/${one.me.uid}/block`))
    const { files } = await archiveOf(one.client)
    const everything = Buffer.concat([...files.values()]).toString('utf8')
    const { passwordHash } = await member(server.db, one.me.uid)
    const [session] = await server.db.getRepository(SessionEntity).findBy({ uid: one.me.uid })
    for (const secret of [passwordHash!, session!.tokenHash, other.me.email, 'passwordHash', 'tokenHash'])
      expect(everything).not.toContain(secret)
    expect(listIn(files, 'blocked-and-muted')).toEqual([])
  })

  test('BY12 1,201 relations, more than one read, are exported completely', async () => {
    const { client, me } = await server.signUp()
    const rows = Array.from({ length: 1201 }, (_, n) => ({
      uid: me.uid,
      type: 4,
      entity: `tag${String(n).padStart(5, '0')}`,
      creationDate: '2026-01-01T00:00:00.000Z',
      superfollow: false,
    }))
    await transaction(server.db, async (manager) => {
      for (let from = 0; from < rows.length; from += 100) await manager.insert('relation', rows.slice(from, from + 100))
    })
    const entities = listIn((await archiveOf(client)).files, 'relations').map(({ entity }) => entity)
    expect(entities).toEqual(rows.map(({ entity }) => entity))
  })

  test('BY12 a playlist deleted during the export is an empty playlist in the archive', async () => {
    const { client } = await server.signUp()
    const bead = await startBead(client, { title: 'Short-lived' })
    const { beads } = server.services
    const get = beads.get.bind(beads)
    vi.spyOn(beads, 'get').mockImplementationOnce(async (id, viewer) => {
      await done(client.delete(`/api/v0/beads/${bead.id}`))
      return get(id, viewer)
    })
    const { files } = await archiveOf(client)
    expect(JSON.parse(files.get(`playlists/short-lived-${bead.id}.jspf`)!.toString('utf8'))).toMatchObject({
      playlist: { title: 'Short-lived', track: [] },
    })
  })

  test('BY12 a read that fails during the export ends the download with an error, and the server keeps serving', async () => {
    const { client } = await server.signUp()
    const bead = await startBead(client, { title: 'Unreadable' })
    const write = vi.spyOn(server.services.transfer, 'write').mockImplementation(() => {
      throw new Error('disk failed')
    })
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const download = fetch(`${server.url}/api/v0/me/export`, { headers: { Cookie: cookie } }).then((response) => response.arrayBuffer())
    await expect(download).rejects.toThrow()
    write.mockRestore()
    expect((await client.get(`/api/v0/beads/${bead.id}`)).status).toBe(200)
  })

  test('BY12 a read that fails before the download begins fails the archive, not the process', async () => {
    const { client, me } = await server.signUp()
    await startBead(client, { title: 'Unreadable' })
    const { beads, images } = server.services
    const transfer = {
      write: (): never => {
        throw new Error('disk failed')
      },
    }
    const viewer = { uid: me.uid, isAdmin: false, privileges: grantedPrivileges({ privileges: {} }), hides: false }
    const archive = await createExports({ db: server.db, images, beads, transfer }).archive(viewer)
    await expect.poll(() => archive.errored?.message).toBe('disk failed')
    await expect(pipeline(archive, new PassThrough())).rejects.toThrow('disk failed')
  })

  test('BY12 a picture that is deleted during the export is empty in the archive', async () => {
    const { client, me } = await server.signUp()
    await done(client.post('/api/v0/me/updateimage', { image: await profilePicture() }))
    await startBead(client, { title: 'First' })
    const { beads, objects } = server.services
    const get = beads.get.bind(beads)
    const checked = vi.spyOn(objects, 'stat')
    vi.spyOn(beads, 'get').mockImplementationOnce(async (id, viewer) => {
      await vi.waitFor(() => expect(checked).toHaveBeenCalledTimes(1))
      // Waits until the archive has checked that the picture exists.
      await sleep(100)
      await objects.remove(checked.mock.calls[0]![0])
      return get(id, viewer)
    })
    const { files } = await archiveOf(client)
    checked.mockRestore()
    expect(files.get(`pictures/profile-${me.uid}.jpg`)).toHaveLength(0)
  })

  test('BY12 an aborted download stops reading the playlist that it was exporting', async () => {
    const { client } = await server.signUp()
    await startBead(client, { title: 'Endless' })
    let isOpen = false
    const write = vi.spyOn(server.services.transfer, 'write').mockImplementation(async function* () {
      isOpen = true
      try {
        for (;;) yield randomBytes(50_000).toString('base64')
      } finally {
        isOpen = false
      }
    })
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const abort = new AbortController()
    const response = await fetch(`${server.url}/api/v0/me/export`, { headers: { Cookie: cookie }, signal: abort.signal })
    await response.body!.getReader().read()
    await expect.poll(() => isOpen, { timeout: 5_000 }).toBe(true)
    abort.abort()
    await expect.poll(() => isOpen, { timeout: 5_000 }).toBe(false)
    write.mockRestore()
  })

  test('BY12 the export of a visitor → 401', async () => {
    expect((await server.client().get('/api/v0/me/export')).status).toBe(401)
  })

  test('BY12 every table that refers to a member is exported or listed as an exception', () => {
    const exported = new Set(exportedTables.map(({ table }) => table))
    // Not exported: secrets, pending operations, data derived from other tables, and activities of other members.
    const deliberately = [
      'account_key',
      'cast_token',
      'connect_device',
      'tv_pairing',
      'network_attempt',
      'collected',
      'notification_activity',
    ]
    const memberTables = server.db.entityMetadatas
      .filter(({ foreignKeys }) => foreignKeys.some(({ referencedEntityMetadata }) => referencedEntityMetadata.tableName === 'member'))
      .map(({ tableName }) => tableName)
    expect(memberTables.filter((table) => !exported.has(table)).toSorted()).toEqual(deliberately.toSorted())
    for (const { table, column } of exportedTables) expect(server.db.getMetadata(table).findColumnWithPropertyName(column)).toBeTruthy()
  })
})
