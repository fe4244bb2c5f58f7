/** Pictures in S3: two servers that share a database and a bucket, and outages of the bucket (BY27). */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#db/sql.ts'
import { ObjectStoreUnavailable } from '#objects/store.ts'
import { startBead } from '../support/content.ts'
import { base64, colourOf, picture } from '../support/pictures.ts'
import { listAll, startBucket, whyNoS3, type Faults, type TestBucket } from '../support/s3.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'
import type { Me } from '#contract/index.ts'

let bucket: TestBucket
let one: TestServer
let two: TestServer
let ada: { client: Client; me: Me }
const withoutS3 = { S3_URL: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }

beforeAll(async () => {
  if (whyNoS3 !== null) return
  bucket = await startBucket()
  one = await startTestServer({ env: bucket.env })
  // The same database, and a data directory of its own.
  const { database } = one.config
  two = await startTestServer({
    env: { ...bucket.env, DATABASE_URL: database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url },
  })
  ada = await one.signUp('Ada Rivers')
})
afterAll(async () => {
  await two?.close()
  await one?.close()
  await bucket?.close()
})

const red = async () => base64(picture(800, 400, { colour: '#0000ff', left: '#ff0000' }))
const attribution = { name: 'Ann Lee', url: 'https://example.org/photo' }
const crop = { xCoord: 0, yCoord: 0, xDimen: 400, yDimen: 400 }
const get = (server: TestServer, path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const small = (path: string): string => path.replace('/beads/', '/beads/small/')
const upload = () => ada.client.post<{ image: string }>('/api/v0/me/updateimage', { image: base })
let base: string
beforeAll(async () => {
  base = await base64(picture(300, 300))
})

describe.skipIf(whyNoS3 !== null)('two servers with one database and one bucket', () => {
  it('BY27 a picture that one server stores is sent by the other one in all sizes; nothing is on disk', async () => {
    const bead = await startBead(ada.client, { image: `data:image/jpeg;base64,${await red()}`, crop, attribution })
    for (const server of [one, two])
      for (const path of [bead.image!, small(bead.image!), `/beads/${bead.id}.jpg`]) {
        const response = await get(server, path)
        expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg'])
        expect((await colourOf(Buffer.from(await response.arrayBuffer())))[0]).toBeGreaterThan(240)
      }
    const onDisk = await startTestServer({ env: { ...withoutS3, STRAND_DATA_DIR: one.config.dataDir } })
    expect(await listAll(onDisk.services.objects)).toEqual([])
    await onDisk.close()
  })

  it('BY27 a picture is cropped again by the other server', async () => {
    const bead = await startBead(ada.client, { image: `data:image/jpeg;base64,${await red()}`, crop, attribution })
    const again = await two.services.images.cropBead(bead.id, bead.image!, { ...crop, xCoord: 400 })
    expect(again).not.toBeNull()
    const response = await get(one, again!.path)
    expect((await colourOf(Buffer.from(await response.arrayBuffer())))[2]).toBeGreaterThan(240)
    await two.services.images.remove('bead', [bead.id])
    expect((await get(one, bead.image!)).status).toBe(404)
  })

  it('BY27 conditions and ranges are answered as for files', async () => {
    const files = await startTestServer({ env: withoutS3 })
    const { client } = await files.signUp('Ben Lake')
    const stored = (await client.post<{ image: string }>('/api/v0/me/updateimage', { image: base })).body.image
    const { image } = (await upload()).body
    const answers = async (server: TestServer, path: string) => {
      const whole = await get(server, path)
      const etag = whole.headers.get('etag')!
      const modified = whole.headers.get('last-modified')!
      const cases: Record<string, string>[] = [
        { 'If-None-Match': etag },
        { 'If-None-Match': '"other"' },
        { 'If-Modified-Since': modified },
        { Range: 'bytes=0-9' },
        { Range: 'bytes=-5' },
        { Range: 'bytes=999999-' },
        { Range: 'bytes=0-1,5-6' },
        { Range: 'lines=1-2' },
        { Range: 'bytes=0-9', 'If-Range': etag },
        { Range: 'bytes=0-9', 'If-Range': '"other"' },
      ]
      const found = []
      for (const headers of cases) {
        const response = await get(server, path, { 'Cache-Control': 'max-age=0', ...headers })
        const names = ['content-range', 'content-length', 'cache-control', 'content-type', 'accept-ranges']
        found.push([response.status, ...names.map((name) => response.headers.get(name)), (await response.arrayBuffer()).byteLength])
      }
      const head = await fetch(server.url + path, { method: 'HEAD' })
      return [...found, [head.status, head.headers.get('content-length'), whole.headers.get('cache-control')]]
    }
    const fromS3 = await answers(one, image)
    expect(fromS3.map(([status]) => status)).toEqual([304, 200, 304, 206, 206, 416, 200, 200, 206, 200, 200])
    expect(fromS3[3]!.at(-1)).toBe(10)
    expect(fromS3).toEqual(await answers(files, stored))
    expect(await answers(one, `/people/square/${ada.me.uid}.jpg`)).toEqual(await answers(files, stored.replace(/\?.*/, '')))
    await files.close()
  })
})

describe.skipIf(whyNoS3 !== null || Boolean(process.env.S3_URL))('outages of the bucket', () => {
  let faults: Faults
  beforeAll(() => {
    faults = bucket.faults!
  })
  afterEach(async () => {
    faults.set('none')
    await deleteNow()
  })
  const deleteNow = () => one.services.images.job.run(new AbortController().signal)
  const deletions = () => sql<{ prefix: string }>(one.db, 'SELECT "prefix" FROM "picture_deletion"')
  const imageOf = async () => {
    const [row] = await sql<{ image: string | null }>(one.db, 'SELECT "image" FROM "member" WHERE "uid" = :uid', { uid: ada.me.uid })
    return row!.image
  }

  it('BY27 an upload during an outage → 503 and Retry-After, the row is unchanged; afterwards it succeeds', async () => {
    const { image: before } = (await upload()).body
    faults.set(503)
    const failed = await upload()
    expect([failed.status, failed.body, failed.headers.get('retry-after')]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable' }),
      '5',
    ])
    expect(await imageOf()).toBe(before)
    const missing = await get(one, before)
    expect([missing.status, missing.headers.get('cache-control'), missing.headers.get('last-modified')]).toEqual([503, 'no-store', null])
    faults.set('none')
    expect((await get(one, before)).status).toBe(200)
    expect((await upload()).status).toBe(200)
  })

  it('BY27 if one of three sizes is not stored, the others are deleted, later if the outage lasts', async () => {
    const before = await listAll(one.services.objects)
    faults.set('none')
    // The first size is stored; the requests for the second one and for the deletion fail.
    let puts = 0
    const { put } = one.services.objects
    one.services.objects.put = async (...args) => {
      puts += 1
      if (puts > 1) faults.set(503)
      return put(...args)
    }
    await expect(startBead(ada.client, { image: `data:image/jpeg;base64,${await red()}`, crop, attribution })).rejects.toThrow('503')
    one.services.objects.put = put
    expect(await deletions()).toHaveLength(1)
    faults.set('none')
    expect(await listAll(one.services.objects)).toHaveLength(before.length + 1)
    await deleteNow()
    expect(await listAll(one.services.objects)).toEqual(before)
    expect(await deletions()).toEqual([])
  })

  it('BY27 deleting a playlist during an outage succeeds; its pictures are deleted later, and no newer ones', async () => {
    const bead = await startBead(ada.client, { image: `data:image/jpeg;base64,${await red()}`, crop, attribution })
    faults.set(503)
    expect((await ada.client.delete(`/api/v0/beads/${bead.id}`)).status).toBe(200)
    expect(await deletions()).toHaveLength(1)
    await expect(deleteNow(), 'still unavailable').rejects.toThrow('fails')
    faults.set('none')
    const newer = await one.services.images.saveBead(bead.id, { image: base })
    await deleteNow()
    expect((await get(one, bead.image!)).status).toBe(404)
    expect((await get(two, newer.path)).status).toBe(200)
    expect(await deletions()).toEqual([])
  })

  it('BY27 the pictures of 200 posts during an outage → only the first ones wait for the store; all are deleted later', async () => {
    const { images, objects } = one.services
    const { list } = objects
    let waiting = 0
    objects.list = async function* () {
      waiting += 1
      await sleep(20)
      throw new ObjectStoreUnavailable('down')
    }
    await images.remove(
      'post',
      Array.from({ length: 200 }, (_, n) => `p${n}`),
    )
    objects.list = list
    expect(waiting).toBeLessThan(40)
    expect(await deletions()).toHaveLength(200)
    while (await deleteNow());
    expect(await deletions()).toEqual([])
  })

  it('BY27 a replaced picture cannot be deleted → the change succeeds, and it is deleted later', async () => {
    const { image: before } = (await upload()).body
    const { objects } = one.services
    const { remove } = objects
    objects.remove = () => Promise.reject(new ObjectStoreUnavailable('down'))
    const changed = await upload()
    expect([changed.status, await imageOf()]).toEqual([200, changed.body.image])
    expect(await deletions()).toHaveLength(1)
    objects.remove = remove
    await deleteNow()
    expect((await get(one, before)).status).toBe(404)
    expect((await get(one, changed.body.image)).status).toBe(200)
  })

  it('BY27 a broken download of a picture reaches the browser complete', async () => {
    const { image } = (await upload()).body
    const whole = Buffer.from(await (await get(one, image)).arrayBuffer())
    faults.set('cut', 2)
    expect(Buffer.from(await (await get(one, image)).arrayBuffer()).equals(whole)).toBe(true)
  })

  it('BY27 the outage is reported by /readyz and to admins, without keys', async () => {
    const fresh = await startTestServer({ env: bucket.env })
    expect((await fresh.client().get('/readyz')).body).toMatchObject({ checks: { uploads: 'ok' } })
    expect((await fresh.services.operations.system()).storage.store).toMatchObject({
      kind: 's3',
      location: bucket.location.endpoint.replace('http://', '') + `/strand/${bucket.location.prefix.slice(0, -1)}`,
      error: null,
    })
    await fresh.close()
    const broken = await startTestServer({ env: bucket.env })
    await faults.shut()
    expect((await broken.client().get('/readyz')).body).toMatchObject({ status: 'ready', checks: { uploads: 'unavailable' } })
    const { storage } = await broken.services.operations.system()
    expect(storage.store.error).toMatch(/^the object storage 127\.0\.0\.1:\d+ fails: /)
    expect(JSON.stringify(storage)).not.toContain(bucket.location.secret)
    await faults.open()
    await broken.close()
  })
})
