/** Uploaded pictures: which are accepted, how they are processed, and how they are served. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits, messages } from '#contract/index.ts'
import { createRefusal } from '../../server/features/media/refusal.ts'
import type { Images, StoredImage } from '../../server/features/images/service.ts'
import { member, startBead, updateBead, updateMember } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import { base64, colourOf, picture } from '../support/pictures.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let images: Images
const outside = createOutside()

beforeAll(async () => {
  server = await startTestServer({ fetcher: outside })
  images = server.services.images
})
afterAll(() => server.close())

const bytesAt = async (path: string): Promise<Buffer> => {
  const response = await fetch(server.url + path)
  expect([path, response.status]).toEqual([path, 200])
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  return Buffer.from(await response.arrayBuffer())
}
const small = (path: string): string => path.replace('/beads/', '/beads/small/')
const original = (path: string): string => path.replace('/beads/', '/beads/original/')
const bead = 'b0000000000000pics'
const post = 'p0000000000000pics'
const near = (colour: number[], other: number[]) => colour.forEach((value, n) => expect(Math.abs(value - other[n]!)).toBeLessThan(12))

describe('many uploads at once', () => {
  const outcomes = async (count: number, image: string): Promise<unknown[]> => {
    const uploads = Array.from({ length: count }, (_, n) => images.saveProfile(`member${n}`, { image }))
    return (await Promise.allSettled(uploads)).map((upload) => (upload.status === 'fulfilled' ? 'stored' : (upload.reason as object)))
  }
  const refused = { status: 503, retryAfter: 10 }

  it('P5 BY26 of the largest size: two are encoded, eight wait, and others get 503', async () => {
    const jpeg = await picture(200, 200)
    const image = Buffer.concat([jpeg, Buffer.alloc(limits.image.bytes - jpeg.length)]).toString('base64')
    const all = await outcomes(12, image)
    expect(all.slice(0, 10)).toEqual(Array(10).fill('stored'))
    for (const outcome of all.slice(10)) expect(outcome).toMatchObject(refused)
  })

  it('P5 BY26 small ones: forty wait', async () => {
    const all = await outcomes(43, await base64(picture(200, 200)))
    expect(all.slice(0, 42)).toEqual(Array(42).fill('stored'))
    expect(all[42]).toMatchObject(refused)
  })
})

describe('P5 C2 D5 accepted uploads', () => {
  it('P5 JPEG and PNG, in base64 or as a data URL, are recognised by content', async () => {
    const jpeg = await base64(picture(240, 240))
    const png = await base64(picture(240, 240, { format: 'png' }))
    for (const image of [jpeg, png, `data:image/jpeg;base64,${jpeg}`, `data:text/html;base64,${png}`])
      expect(await images.saveProfile('ada', { image })).toMatchObject({
        path: expect.stringMatching(/^\/people\/square\/ada\.jpg\?v=[0-9a-z]{20,}$/),
        width: 240,
        height: 240,
      })
  })

  it.each([
    ['a GIF', async () => base64(picture(300, 300, { format: 'gif' }))],
    ['a WebP', async () => base64(picture(300, 300, { format: 'webp' }))],
    [
      'an SVG labelled as PNG',
      async () => `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
    ],
    ['an HTML page', async () => Buffer.from('<script>alert(1)</script>').toString('base64')],
    ['invalid base64', async () => 'data:image/png;base64,***'],
    ['a URL', async () => 'https://example.org/a.jpg'],
  ])('AP10 %s → 415', async (_what, make) => {
    const image = await make()
    await expect(images.saveProfile('ada', { image })).rejects.toMatchObject({ status: 415, message: messages.imageType })
  })

  it('AP10 an empty upload → 400', async () => {
    for (const image of ['', '  ', 'data:image/png;base64,', undefined])
      await expect(images.savePost(post, { image })).rejects.toMatchObject({ status: 400, message: "Oops, you didn't choose an image." })
  })

  it('AP10 pictures below the minimum size of their use → the prescribed message', async () => {
    const narrow = { image: await base64(picture(199, 400)) }
    for (const save of [images.saveProfile, images.saveBead])
      await expect(save(bead, narrow)).rejects.toMatchObject({ status: 400, message: 'Sorry, the image must be at least 200px by 200px.' })
    await expect(images.savePost(post, { image: await base64(picture(299, 400)) })).rejects.toMatchObject({
      message: 'Sorry, the image must be at least 300px by 200px.',
    })
    await expect(images.savePost(post, { image: await base64(picture(300, 199)) })).rejects.toMatchObject({
      message: 'Sorry, the image must be at least 300px by 200px.',
    })
    expect(await images.savePost(post, { image: await base64(picture(300, 200)) })).toMatchObject({ width: 300, height: 200 })
  })

  it('AP10 5,000,000 bytes are accepted; one more → 413', async () => {
    const valid = await picture(400, 400)
    const filled = (bytes: number) => Buffer.concat([valid, Buffer.alloc(bytes - valid.length)]).toString('base64')
    expect(await images.saveProfile('ada', { image: filled(5_000_000) })).toMatchObject({ width: 400 })
    const image = filled(5_000_001)
    await expect(images.saveProfile('ada', { image })).rejects.toMatchObject({
      status: 413,
      message: 'Oh no, the image is too big. The maximum file size is 5MB.',
    })
    await expect(images.savePost(post, { image })).rejects.toMatchObject({
      status: 413,
      message: 'Oh no, the image file is too big. The maximum file size is 5MB.',
    })
  })

  it('P5 truncated pictures and garbage after a valid signature → imageBroken', async () => {
    const valid = await picture(600, 600, { left: '#ff0000' })
    for (const bytes of [
      valid.subarray(0, valid.length / 2),
      Buffer.concat([valid.subarray(0, 3), Buffer.alloc(500, 7)]),
      valid.subarray(0, 3),
    ])
      await expect(images.saveProfile('ada', { image: bytes.toString('base64') })).rejects.toMatchObject({
        status: 400,
        message: messages.imageBroken,
      })
  })
})

/** A PNG of one colour: a small file that decompresses to `width` × `height` pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(8)
    framed.writeUInt32BE(data.length)
    framed.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([framed.subarray(0, 4), body, framed.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height), { level: 9 })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('P5 decompression bombs', () => {
  it('P5 a picture with huge dimensions is refused by its header, without decoding', async () => {
    const bytes = bomb(30_000, 30_000)
    expect(bytes.length).toBeLessThan(200_000)
    const startedAt = performance.now()
    await expect(images.saveProfile('ada', { image: bytes.toString('base64') })).rejects.toMatchObject({ status: 400 })
    expect(performance.now() - startedAt).toBeLessThan(1000)
    // A smaller one is accepted: the first was refused only for its size.
    expect(await images.saveProfile('ada', { image: bomb(3000, 3000).toString('base64') })).toMatchObject({ width: 480 })
  })

  it('P5 twenty concurrent uploads are queued and all succeed', async () => {
    const image = await base64(picture(900, 900, { left: '#ff0000' }))
    const saved = await Promise.all(Array.from({ length: 20 }, (_, n) => images.saveProfile(`crowd${n}`, { image })))
    for (const { path } of saved) expect((await sharp(await bytesAt(path)).metadata()).width).toBe(480)
  })

  it('P5 uploads beyond the queue limit → 503 with retryAfter; later ones succeed', async () => {
    const image = await base64(picture(300, 300))
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => images.saveProfile('rush', { image })))
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.length).toBe(18)
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, retryAfter: 10 })
    expect(await images.saveProfile('rush', { image })).toMatchObject({ width: 300 })
  })
})

describe('C2 P5 processing', () => {
  it('P5 a stored picture has no metadata, colour profile or trailing bytes', async () => {
    const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#123456' } })
      .withMetadata({ icc: 'p3', exif: { IFD0: { Copyright: 'secret words' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } } })
      .jpeg()
      .toBuffer()
    const image = Buffer.concat([bytes, Buffer.from('<?php secret words ?>')])
    expect((await sharp(image).metadata()).exif).toBeDefined()
    const stored = await bytesAt((await images.saveProfile('ada', { image: image.toString('base64') })).path)
    const metadata = await sharp(stored).metadata()
    expect(metadata).toMatchObject({ format: 'jpeg', isProgressive: true, width: 400, height: 400 })
    for (const field of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const) expect(metadata[field]).toBeUndefined()
    expect(stored.includes('secret words')).toBe(false)
  })

  it('P5 the EXIF orientation is applied before cropping', async () => {
    // Orientation 6: the left side of the file is the top of the picture, which is 300 pixels wide and 600 high.
    const image = await base64(picture(600, 300, { colour: '#0000ff', left: '#ff0000', orientation: 6 }))
    const top = await images.saveBead(bead, { image, crop: { xCoord: 0, yCoord: 0, xDimen: 300, yDimen: 300 } })
    near(await colourOf(await bytesAt(top.path)), [255, 0, 0])
    const bottom = await images.saveBead(bead, { image, crop: { xCoord: 0, yCoord: 300, xDimen: 300, yDimen: 300 } })
    near(await colourOf(await bytesAt(bottom.path)), [0, 0, 255])
    await expect(images.saveBead(bead, { image, crop: { xCoord: 300, yCoord: 0, xDimen: 300, yDimen: 300 } })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('C2 without a crop, the centre square is used', async () => {
    const saved = await images.saveBead(bead, { image: await base64(picture(1000, 400, { colour: '#00ff00', left: '#ff0000' })) })
    expect(saved).toMatchObject({ width: 400, height: 400, crop: { xCoord: 300, yCoord: 0, xDimen: 400, yDimen: 400 } })
    const stored = await bytesAt(saved.path)
    near(await colourOf(stored, { left: 0, top: 0, width: 150, height: 400 }), [255, 0, 0])
    near(await colourOf(stored, { left: 250, top: 0, width: 150, height: 400 }), [0, 255, 0])
  })

  it.each([
    ['beyond the right edge', { xCoord: 201, yCoord: 0, xDimen: 200, yDimen: 200 }, messages.cropInvalid],
    ['beyond the lower edge', { xCoord: 0, yCoord: 101, xDimen: 200, yDimen: 200 }, messages.cropInvalid],
    ['that is not square', { xCoord: 0, yCoord: 0, xDimen: 300, yDimen: 250 }, messages.cropInvalid],
    ['that is too small', { xCoord: 0, yCoord: 0, xDimen: 199, yDimen: 199 }, messages.profileImageTooSmall],
    ['without an area', { xCoord: 0, yCoord: 0, xDimen: 0, yDimen: 0 }, messages.profileImageTooSmall],
  ])('C2 a crop %s → refused by the actual size of the picture', async (_what, crop, message) => {
    const image = await base64(picture(400, 300))
    await expect(images.saveBead(bead, { image, crop })).rejects.toMatchObject({ status: 400, message })
  })

  it('D5 a post’s picture keeps its aspect ratio; its crop need not be square', async () => {
    const image = await base64(picture(4000, 1000))
    expect(await images.savePost(post, { image })).toMatchObject({ width: 1600, height: 400 })
    expect(await images.savePost(post, { image, crop: { xCoord: 10, yCoord: 10, xDimen: 900, yDimen: 300 } })).toMatchObject({
      width: 900,
      height: 300,
    })
    await expect(images.savePost(post, { image, crop: { xCoord: 0, yCoord: 0, xDimen: 299, yDimen: 300 } })).rejects.toMatchObject({
      message: messages.postImageTooSmall,
    })
  })

  it('C2 a playlist’s picture has two sizes, and can be cropped again', async () => {
    const first = await images.saveBead(bead, {
      image: await base64(picture(1600, 800, { colour: '#00ff00', left: '#ff0000' })),
      crop: { xCoord: 0, yCoord: 0, xDimen: 800, yDimen: 800 },
    })
    expect((await sharp(await bytesAt(first.path)).metadata()).width).toBe(800)
    expect((await sharp(await bytesAt(small(first.path))).metadata()).width).toBe(300)
    expect(await sharp(await bytesAt(original(first.path))).metadata()).toMatchObject({ width: 1600, height: 800 })
    const again = (await images.cropBead(bead, first.path, { xCoord: 800, yCoord: 0, xDimen: 800, yDimen: 800 }))!
    near(await colourOf(await bytesAt(first.path)), [255, 0, 0])
    near(await colourOf(await bytesAt(again.path)), [0, 255, 0])
    expect(await images.cropBead(bead, '/images/beads/demo.jpg', undefined)).toBeNull()
  })

  it('P5 transparency becomes white; resize limits the size', async () => {
    const clear = await sharp({ create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    near(await colourOf(await bytesAt((await images.saveProfile('ada', { image: clear.toString('base64') })).path)), [255, 255, 255])
    const image = await base64(picture(1000, 1000))
    expect(await images.saveBead(bead, { image, resize: { xDimen: 320, yDimen: 320, format: 'png' } })).toMatchObject({ width: 320 })
    expect(await images.saveBead(bead, { image, resize: { xDimen: 90_000, yDimen: 1 } })).toMatchObject({ width: 800 })
    expect(await images.saveBead(bead, { image, resize: { xDimen: 5, yDimen: 5 } })).toMatchObject({ width: 200 })
  })
})

describe('C2 pictures by URL', () => {
  const from = (imageSrc: string) => images.saveBead(bead, { imageSrc })

  it('C2 a picture is fetched through the safe client, whatever its content type', async () => {
    const bytes = await picture(500, 500, { colour: '#ff0000' })
    for (const [href, type] of [
      ['https://pictures.example/a.jpg', 'image/jpeg'],
      ['https://pictures.example/b', 'application/octet-stream'],
    ] as const) {
      outside.other(href, type, { body: bytes })
      near(await colourOf(await bytesAt((await from(href)).path)), [255, 0, 0])
    }
    expect(outside.requests).toEqual(['https://pictures.example/a.jpg', 'https://pictures.example/b'])
  })

  it('AP10 a URL without a picture, too large or missing → the prescribed message', async () => {
    outside.html('https://pictures.example/page', '<h1>No picture</h1>')
    await expect(from('https://pictures.example/page')).rejects.toMatchObject({ status: 415, message: messages.imageType })
    await expect(from('https://pictures.example/nothing')).rejects.toMatchObject({
      status: 400,
      message: "Sorry, this image doesn't exist.",
    })
    const tooLarge = await startTestServer({
      fetcher: { get: () => Promise.reject(createRefusal('size', 'more than 5000000 bytes')), close: async () => {} },
    })
    await expect(tooLarge.services.images.saveBead(bead, { imageSrc: 'https://pictures.example/huge' })).rejects.toMatchObject({
      status: 413,
    })
    await tooLarge.close()
  })
})

describe('R26 serving pictures', () => {
  let mine: StoredImage
  let uid: string

  beforeAll(async () => {
    const { me } = await server.signUp('Vera Frame')
    uid = me.uid
    mine = await images.saveProfile(uid, { image: await base64(picture(300, 300)) })
    await updateMember(server.db, uid, { image: mine.path })
  })

  it('R26 a versioned URL is cached for a year and may be embedded by other sites', async () => {
    const response = await fetch(server.url + mine.path)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('R26 the URL without version serves the latest picture, with revalidation', async () => {
    const path = `/people/square/${uid}.jpg`
    const first = await fetch(server.url + path)
    expect(first.headers.get('cache-control')).toBe('public, no-cache')
    const seen = Buffer.from(await first.arrayBuffer())
    const same = await fetch(server.url + path, { headers: { 'If-None-Match': first.headers.get('etag')!, 'Cache-Control': 'max-age=0' } })
    expect(same.status).toBe(304)
    const newer = await images.saveProfile(uid, { image: await base64(picture(260, 260, { colour: '#ffffff' })) })
    await updateMember(server.db, uid, { image: newer.path })
    expect((await bytesAt(path.replace(uid, uid.toUpperCase()))).equals(seen)).toBe(false)
  })

  it('R26 a missing picture → 404', async () => {
    const withoutPicture = (await server.signUp()).me.uid
    for (const path of [
      `/people/square/${withoutPicture}.jpg`,
      '/people/square/not.a.member.jpg',
      `/beads/${bead}.jpg`,
      `/posts/${post}.jpg`,
      `/beads/${bead}.jpg?v=0123456789ab`,
    ])
      expect((await fetch(server.url + path)).status).toBe(404)
  })

  it('R26 pictures of demo data redirect to their file; foreign URLs in a row → 404', async () => {
    const { client } = await server.signUp()
    const { id } = await startBead(client)
    await updateBead(server.db, id, { image: '/images/beads/slow-radio.jpg' })
    for (const path of [`/beads/${id}.jpg`, `/beads/small/${id}.jpg`]) {
      const response = await fetch(server.url + path, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([302, '/images/beads/slow-radio.jpg'])
    }
    for (const image of ['https://evil.example/a.jpg', '//evil.example/a.jpg']) {
      await updateBead(server.db, id, { image })
      expect((await fetch(`${server.url}/beads/${id}.jpg`, { redirect: 'manual' })).status).toBe(404)
    }
  })

  it('B11 the picture of a draft is served only by its versioned URL', async () => {
    const { client } = await server.signUp()
    const { id } = await startBead(client, { isDraft: true })
    const { path } = await images.saveBead(id, { image: await base64(picture(300, 300)) })
    await updateBead(server.db, id, { image: path })
    await bytesAt(path)
    expect((await fetch(`${server.url}/beads/${id}.jpg`)).status).toBe(404)
    await updateBead(server.db, id, { isDraft: false })
    await bytesAt(`/beads/${id}.jpg`)
  })

  it.each([
    '/people/square/..%2f..%2f..%2fstrand.sqlite',
    '/people/square/..%2f..%2fstrand.sqlite.jpg',
    '/people/square/%2e%2e.jpg',
    '/people/square/....jpg',
    '/beads/..%5c..%5cstrand.jpg',
    '/beads/small/%00.jpg',
    `/beads/${bead}.jpg?v=../../../strand`,
    `/beads/${bead}.jpg?v=%2e%2e%2fstrand`,
    `/beads/${bead}.jpg?v[]=0123456789ab&v[]=..`,
    '/posts/%c0%ae%c0%ae.jpg',
    '/people/square/a/../../../../strand.sqlite',
  ])('R26 %s → 404', async (path) => {
    const { status, headers } = await fetch(server.url + path, { headers: { Accept: 'image/*' } })
    expect([400, 404]).toContain(status)
    expect(headers.get('content-type')).not.toBe('image/jpeg')
  })

  it('R26 dropping one version keeps others; removing the owner deletes all', async () => {
    const image = await base64(picture(300, 300))
    const [one, two] = [await images.saveBead(bead, { image }), await images.saveBead(bead, { image })]
    await images.drop(one.path)
    for (const path of [one.path, small(one.path), original(one.path)]) expect((await fetch(server.url + path)).status).toBe(404)
    for (const path of [two.path, small(two.path), original(two.path)]) await bytesAt(path)
    for (const path of [null, undefined, '', '/images/beads/x.jpg', '/beads/../../strand.jpg?v=0123456789']) await images.drop(path)
    await images.remove('bead', [bead])
    expect((await fetch(server.url + two.path)).status).toBe(404)
    expect(await images.stored('bead', bead, /v=(.*)$/.exec(two.path)![1]!, 'main').stat()).toBeNull()
  })

  it('R26 the folders contain no unfinished files', async () => {
    const files = await readdir(join(server.config.dataDir, 'pictures'), { recursive: true, withFileTypes: true })
    const names = files.filter((file) => file.isFile())
    expect(names.length).toBeGreaterThan(10)
    for (const { name, parentPath } of names) {
      expect(name).toMatch(/^[0-9a-z]+-(main|small|original)\.jpg$/)
      expect((await readFile(join(parentPath, name))).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    }
    expect((await member(server.db, uid)).image).toContain(uid)
  })
})
