import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bead, beadTitleProblem, categories, limits, Media, Post, type Page } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { verifyPassword } from '../../server/features/accounts/passwords.ts'
import { firstHeat, heatOf, addEvent } from '../../server/features/beads/heat.ts'
import { parseMediaAddress } from '../../server/features/media/address.ts'
import { clipCatalogue } from '../../server/features/media/own-files.ts'
import { cleanText } from '../../server/features/posts/rich-text.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { demoPassword, seedDemoWorld, showcaseTitle } from '../../server/demo/seed.ts'
import { bySubject } from '../../server/demo/talk/subjects.ts'
import { buildWorld } from '../../server/demo/world.ts'
import { slowdown } from '../support/event-loop.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')
const now = new Date('2026-11-20T12:00:00.000Z')
const world = buildWorld(now, 'hash')
const self = 'http://127.0.0.1:3000'

let server: TestServer
let took = 0
beforeAll(async () => {
  server = await startTestServer({
    seed: async (db) => {
      const startedAt = performance.now()
      await seedDemoWorld(db, now)
      took = performance.now() - startedAt
    },
  })
})
afterAll(() => server.close())

const rows = <T>(statement: string): Promise<T[]> => sql<T>(server.db, statement, {})

/** The rows whose stored counter differs from a recount. */
const miscounted = (table: string, key: string, counter: string, recount: string) =>
  rows(`SELECT "${key}" AS "key", "${counter}" AS "stored", (${recount}) AS "counted" FROM "${table}" t WHERE "${counter}" <> (${recount})`)

describe('the demo data', () => {
  test('is the same for the same instant, and shifts with it', () => {
    expect(buildWorld(now, 'hash')).toEqual(world)
    const later = buildWorld(new Date(now.getTime() + 3_600_000), 'hash')
    expect(later.posts.map(({ title }) => title)).toEqual(world.posts.map(({ title }) => title))
    expect(later.posts[0]!.creationDate).not.toBe(world.posts[0]!.creationDate)
  })

  test('has at least 38 members, 58 playlists, 580 posts, 300 comments and 150 relations of each type', () => {
    expect(world.members.length).toBeGreaterThanOrEqual(38)
    expect(world.beads.length).toBeGreaterThanOrEqual(58)
    expect(world.posts.length).toBeGreaterThanOrEqual(580)
    expect(world.comments.length).toBeGreaterThan(300)
    for (const type of Object.values(relationTypes)) expect(world.relations.filter((one) => one.type === type).length).toBeGreaterThan(150)
  })

  test('has every category, and every kind of medium and provider', () => {
    for (const category of categories) expect(world.beads.filter((bead) => bead.category === category).length).toBeGreaterThanOrEqual(3)
    const streams = new Set(world.posts.flatMap(({ media }) => media?.media.map(({ type }) => type) ?? []))
    for (const type of ['youtube', 'vimeo', 'soundcloud', 'dailymotion', 'file', 'image']) expect(streams).toContain(type)
    expect(world.posts.some(({ media }) => media === null)).toBe(true)
    expect(world.posts.some(({ media }) => media?.type === 'webpage')).toBe(true)
  })

  test('covers a year, most of it recent, and nothing in the future', () => {
    const instants = world.posts.map(({ creationDate }) => Date.parse(creationDate))
    expect(now.getTime() - Math.max(...instants)).toBeLessThan(4 * 3_600_000)
    expect(now.getTime() - Math.min(...instants)).toBeGreaterThan(360 * 86_400_000)
    const dates = [world.members, world.beads, world.posts, world.comments, world.relations].flatMap((list) =>
      list.map(({ creationDate }) => creationDate),
    )
    expect(dates.filter((date) => date > now.toISOString())).toEqual([])
  })

  test('contains no action before the actor joined or before its target existed', () => {
    const joined = new Map(world.members.map(({ uid, creationDate }) => [uid, creationDate]))
    const acts = [
      ...world.beads.map(({ creatorUid, creationDate }) => ({ uid: creatorUid, creationDate })),
      ...world.posts.map(({ creatorUid, creationDate }) => ({ uid: creatorUid, creationDate })),
      ...world.comments.map(({ creatorUid, creationDate }) => ({ uid: creatorUid, creationDate })),
      ...world.relations,
      ...world.invitees,
    ]
    expect(acts.filter(({ uid, creationDate }) => creationDate < joined.get(uid)!)).toEqual([])
    const born = new Map([...world.beads, ...world.posts].map(({ id, creationDate }) => [id, creationDate]))
    expect(world.posts.filter(({ beadId, creationDate }) => creationDate < born.get(beadId)!)).toEqual([])
    expect(world.comments.filter(({ postId, creationDate }) => creationDate < born.get(postId)!)).toEqual([])
    expect(world.relations.filter(({ entity, creationDate }) => born.has(entity) && creationDate < born.get(entity)!)).toEqual([])
  })

  test('has unique headlines, and no repeated comment within a playlist', () => {
    expect(new Set(world.posts.map(({ title }) => title)).size).toBe(world.posts.length)
    expect(new Set(world.comments.map(({ text }) => text)).size).toBeGreaterThanOrEqual(200)
    const beadOf = new Map(world.posts.map(({ id, beadId }) => [id, beadId]))
    const comments = world.comments.map(({ postId, text }) => `${beadOf.get(postId)} ${text}`)
    expect(new Set(comments).size).toBe(comments.length)
  })

  test('contains every comment that was written for a specific post', () => {
    const texts = new Set(world.posts.map(({ title }) => title))
    expect(Object.keys(bySubject).filter((title) => !texts.has(title))).toEqual([])
  })

  test('satisfies the validation rules of members’ input (B5, decision 13)', () => {
    for (const bead of world.beads) {
      expect(beadTitleProblem(bead.title, bead.groupId === null)).toBeNull()
      expect(bead.title.endsWith('?'), bead.title).toBe(bead.groupId === null)
      expect(bead.description).not.toBe('')
    }
    for (const post of world.posts) {
      expect(post.title.length).toBeLessThanOrEqual(limits.postTitle.max)
      expect(cleanText(post.description, self)).toBe(post.description)
    }
    for (const { text } of world.comments) expect(cleanText(text, self)).toBe(text)
    const invited = new Set(world.invitees.map(({ beadId, uid }) => `${beadId} ${uid}`))
    const outsiders = world.beads
      .filter(({ groupId }) => groupId !== null)
      .flatMap(({ id, creatorUid }) =>
        world.posts.filter((post) => post.beadId === id && post.creatorUid !== creatorUid && !invited.has(`${id} ${post.creatorUid}`)),
      )
    expect(outsiders).toEqual([])
    const mute = world.members.filter(({ privileges }) => privileges.canComment === false).map(({ uid }) => uid)
    expect(mute).toHaveLength(1)
    expect(world.comments.filter(({ creatorUid }) => mute.includes(creatorUid))).toEqual([])
  })

  test('stores media that match the contract, under the key of their URL', () => {
    for (const { media, mediaKey, playable } of world.posts) {
      expect(playable).toBe((media?.media.length ?? 0) > 0)
      if (!media) continue
      expect(Media.parse(media)).toEqual(media)
      const parsed = parseMediaAddress(media.href, self)!
      expect(mediaKey).toBe(parsed.mediaKey)
      expect(media.media[0]).toMatchObject(parsed.media.media.map(({ type, uri, href }) => ({ type, uri, href }))[0] ?? {})
      expect(media.endTime ?? Infinity).toBeGreaterThan(media.startTime ?? 0)
      if (media.duration !== undefined) expect(media.endTime ?? media.startTime ?? 0).toBeLessThan(media.duration)
    }
  })
})

describe('files of the demo data', () => {
  const gone = new Set(['/clips/gone.mp4', '/clips/rule-110-hd.mp4'])
  const onDisk = (path: string) => join(root, 'server/demo', path.replace('/images/', '/pictures/'))

  test('all referenced files exist, except those of dead links', () => {
    const own = [
      ...world.members.map(({ image }) => image),
      ...world.beads.map(({ image }) => image),
      ...world.posts.flatMap(({ media }) => [media?.image, ...(media?.media.flatMap(({ uri, image }) => [uri, image]) ?? [])]),
    ].filter((path): path is string => path?.startsWith('/') ?? false)
    expect(own.length).toBeGreaterThan(500)
    expect([...new Set(own)].filter((path) => existsSync(onDisk(path)) === gone.has(path))).toEqual([])
  })

  test('clips weigh under 8 MB, pictures under 4 MB, and each clip is in the catalogue', async () => {
    const sizes = (folder: string) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => statSync(join(one.parentPath, one.name)).size)
    const total = (folder: string) => sizes(folder).reduce((sum, size) => sum + size, 0)
    expect(total('server/demo/clips') + total('server/demo/pictures/clips')).toBeLessThan(8_000_000)
    expect(total('server/demo/pictures')).toBeLessThan(4_000_000)
    const catalogue = clipCatalogue(root)
    const clips = readdirSync(join(root, 'server/demo/clips')).filter((file) => !/\.(mpegts|m4s|json)$/.test(file))
    expect(clips.length).toBeGreaterThanOrEqual(12)
    for (const file of clips) {
      const clip = await catalogue(`/clips/${file}`)
      expect(clip, file).toMatchObject({
        title: expect.any(String) as string,
        image: expect.stringMatching(/^\/images\/clips\//) as string,
      })
      expect(existsSync(onDisk(clip!.image!)), clip!.image).toBe(true)
    }
  })

  test('L5 every Ogg clip has an MP4 copy, because Safari before 18.4 cannot play Ogg', async () => {
    const formats = world.posts
      .map(({ media }) => media?.media.map(({ format }) => format) ?? [])
      .filter((one) => one.includes('audio/ogg'))
    expect(formats.length).toBeGreaterThan(4)
    for (const one of formats) expect(one).toEqual(['audio/ogg', 'audio/mp4'])
  })

  test('files are served with ranges and their content type', async () => {
    for (const [path, type] of [
      ['mandelbrot-dive.mp4', 'video/mp4'],
      ['two-stones.webm', 'video/webm'],
      ['night-bus-home.mp3', 'audio/mpeg'],
      ['glass-and-rain.ogg', 'audio/ogg'],
      ['glass-and-rain.m4a', 'audio/mp4'],
      ['tides.m3u8', 'application/vnd.apple.mpegurl'],
      ['tides-1.mpegts', 'video/mp2t'],
      ['last-light.mpd', 'application/dash+xml'],
      ['last-light-0-1.m4s', 'video/iso.segment'],
    ]) {
      const answer = await fetch(`${server.url}/clips/${path}`, { headers: { Range: 'bytes=10-19' } })
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 206, type])
      expect((await answer.arrayBuffer()).byteLength).toBe(10)
    }
    for (const path of gone) expect((await fetch(`${server.url}${path}`)).status).toBe(404)
  })
})

describe('seeded demo data', () => {
  test('seeding takes less than three seconds on a quiet two-core machine', () => {
    expect(took).toBeLessThan(3000 * slowdown())
  })

  const relations = (type: number, column: 'entity' | 'uid', key: string) =>
    `SELECT COUNT(*) FROM "relation" r WHERE r."type" = ${type} AND r."${column}" = t."${key}"`
  const notByCreator = 'AND r."uid" <> t."creatorUid"'
  const collects = `${relations(relationTypes.collect, 'entity', 'id')} ${notByCreator}`
  const upvotes = `${relations(relationTypes.upvote, 'entity', 'id')} ${notByCreator}`

  test.each([
    ['post', 'id', 'collectCount', collects],
    ['post', 'id', 'upvoteCount', upvotes],
    ['post', 'id', 'commentCount', 'SELECT COUNT(*) FROM "comment" c WHERE c."postId" = t."id"'],
    ['post', 'id', 'score', '2 * t."collectCount" + t."upvoteCount" + t."commentCount"'],
    ['bead', 'id', 'postCount', 'SELECT COUNT(*) FROM "post" p WHERE p."beadId" = t."id"'],
    ['bead', 'id', 'followerCount', relations(relationTypes.followBead, 'entity', 'id')],
    ['tag', 'key', 'followerCount', relations(relationTypes.followTag, 'entity', 'key')],
    ['comment', 'id', 'likeCount', `${relations(relationTypes.likeComment, 'entity', 'id')} ${notByCreator}`],
    ['member', 'uid', 'followerCount', relations(relationTypes.followMember, 'entity', 'uid')],
    ['member', 'uid', 'followingCount', relations(relationTypes.followMember, 'uid', 'uid')],
    ['member', 'uid', 'collectedPostCount', relations(relationTypes.collect, 'uid', 'uid')],
    ['member', 'uid', 'collectedBeadCount', relations(relationTypes.followBead, 'uid', 'uid')],
    [
      'member',
      'uid',
      'createdPostCount',
      'SELECT COUNT(*) FROM "post" p JOIN "bead" b ON b."id" = p."beadId" WHERE b."isDraft" = FALSE AND p."creatorUid" = t."uid"',
    ],
    ['member', 'uid', 'createdBeadCount', 'SELECT COUNT(*) FROM "bead" b WHERE b."isDraft" = FALSE AND b."creatorUid" = t."uid"'],
  ])('%s.%s: the counter %s equals a recount', async (table, key, counter, recount) => {
    expect(await miscounted(table, key, counter, recount)).toEqual([])
    const [some] = await rows<{ most: number }>(`SELECT MAX("${counter}") AS "most" FROM "${table}"`)
    expect(some!.most).toBeGreaterThan(0)
  })

  test('no member collects or upvotes an own post', async () => {
    expect(await rows('SELECT r."uid" FROM "relation" r JOIN "post" p ON p."id" = r."entity" WHERE r."uid" = p."creatorUid"')).toEqual([])
  })

  test('the hotness of a playlist is the sum of its events', () => {
    const at = (date: string) => Date.parse(date)
    for (const bead of world.beads.slice(0, 20)) {
      const posts = world.posts.filter(({ beadId }) => beadId === bead.id)
      const ids = new Set(posts.map(({ id }) => id))
      let heat = firstHeat(heatOf.created, at(bead.creationDate))
      for (const post of posts) heat = addEvent(heat, heatOf.posted, at(post.creationDate))
      for (const { type, entity, creationDate } of world.relations) {
        if (type === relationTypes.collect && ids.has(entity)) heat = addEvent(heat, heatOf.collected, at(creationDate))
        if (type === relationTypes.followBead && entity === bead.id) heat = addEvent(heat, heatOf.followed, at(creationDate))
      }
      expect(bead.heat).toBeCloseTo(heat, 6)
    }
  })

  test.each(['demo', 'partner', 'admin'])('U6 %s can sign in with the demo password', async (username) => {
    const { status, body } = await server.client().post('/api/v1/auth/login', { username, password: demoPassword })
    expect(status).toBe(200)
    expect(body).toMatchObject({ uid: username, isAdmin: username === 'admin' })
    const [row] = await rows<{ passwordHash: string }>(`SELECT "passwordHash" FROM "member" WHERE "uid" = '${username}'`)
    expect(await verifyPassword(row!.passwordHash, demoPassword)).toBe(true)
    expect(await verifyPassword(row!.passwordHash, 'strands')).toBe(false)
  })

  test('the drafts, one personal and one under review, are hidden from visitors', async () => {
    const drafts = world.beads.filter(({ isDraft }) => isDraft)
    expect(drafts.map(({ groupId }) => groupId === null).sort()).toEqual([false, true])
    for (const { id } of drafts) expect((await server.client().get(`/api/v0/beads/${id}`)).status).toBe(403)
  })

  test('R5 Q1 the showcase is the first playlist of discover and plays in its order', async () => {
    const { body } = await server.client().get<Page<Bead>>('/api/v0/beads?sort=top&limit=3')
    const showcase = body.results[0]!
    expect(Bead.parse(showcase)).toEqual(showcase)
    expect(showcase).toMatchObject({ title: showcaseTitle, invitees: [], creator: { uid: 'strand' } })
    const { body: list } = await server.client().get<Page<Post>>(`/api/v0/posts?bead=${showcase.id}&sort=earliest`)
    expect(list.results.map((post) => Post.parse(post).media!.media.map(({ type, uri, format }) => `${type} ${uri} ${format}`))).toEqual([
      ['file /clips/mandelbrot-dive.mp4 video/mp4'],
      ['file /clips/night-bus-home.mp3 audio/mpeg'],
      ['file /clips/two-stones.webm video/webm'],
      ['image /clips/paper-hills.jpg image/jpeg'],
      ['file /clips/gone.mp4 video/mp4'],
      ['file /clips/glass-and-rain.ogg audio/ogg', 'file /clips/glass-and-rain.m4a audio/mp4'],
      ['file /clips/tides.m3u8 application/vnd.apple.mpegurl'],
      ['file /clips/rule-110-hd.mp4 video/mp4', 'file /clips/rule-110.mp4 video/mp4'],
      ['image /clips/night-swim.png image/png'],
      ['file /clips/last-light.mp4 video/mp4'],
    ])
    const length = list.results.reduce((sum, { media }) => sum + (media?.duration ?? 0), 0)
    expect(length).toBeGreaterThan(40)
    expect(length).toBeLessThan(75)
  })
})
