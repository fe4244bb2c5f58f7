/** Concurrent changes in random order: the counters equal a recount. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#db/sql.ts'
import { scoreAt } from '../../server/features/beads/heat.ts'
import { BeadEntity } from '../../server/features/beads/entities.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { addPost, startBead } from '../support/content.ts'
import { join, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let people: Person[]
let bead: string
let post: string
let comment: string

beforeAll(async () => {
  server = await startTestServer()
  people = await Promise.all(Array.from({ length: 8 }, (_, n) => join(server, `Hammer ${n}`)))
  bead = (await startBead(people[0]!.client)).id
  post = (await addPost(people[0]!.client, bead)).id
  comment = (await people[1]!.client.post(`/api/v0/comments/${post}`, { text: 'Hear' })).body.id
})
afterAll(() => server.close())

/** A random number generator with a fixed seed. */
function draws(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const { collect, followBead, followMember, followTag, upvote, likeComment } = relationTypes

it('H1 H2 W1 W2 counters are exact after concurrent changes', async () => {
  const draw = draws(7)
  const path = (): [verb: string, path: string] => {
    const whom = people[draw(people.length)]!.uid
    const followVerb = ['follow', 'unfollow', 'superfollow', 'unsuperfollow', 'follow'][draw(5)]!
    switch (draw(6)) {
      case 0:
        return ['POST', `posts/${post}/${draw(2) ? 'collect' : 'uncollect'}`]
      case 1:
        return ['POST', `posts/${post}/${draw(2) ? 'upvote' : 'unupvote'}`]
      case 2:
        return ['POST', `beads/${bead}/${followVerb}`]
      case 3:
        return ['POST', `tags/Hammered/${draw(2) ? 'follow' : 'unfollow'}`]
      case 4:
        return [draw(2) ? 'POST' : 'DELETE', `comments/${comment}/reaction/like`]
      default:
        return ['POST', `members/${whom}/${followVerb}`]
    }
  }
  const calls = Array.from({ length: 600 }, () => ({ who: people[draw(people.length)]!, call: path() }))
  const statuses = new Set<number>()
  // 40 requests are in progress at any time.
  let next = 0
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      for (let one = calls[next++]; one; one = calls[next++])
        statuses.add((await one.who.client.request(one.call[0], `/api/v0/${one.call[1]}`)).status)
    }),
  )
  // 403: a member cannot follow themselves.
  expect([...statuses].toSorted()).toEqual([200, 403])

  const count = async (type: number, column: 'entity' | 'uid', value: string, except = ''): Promise<number> => {
    const [row] = await sql<{ n: number | string }>(
      server.db,
      `SELECT COUNT(*) AS "n" FROM "relation" WHERE "type" = :type AND "${column}" = :value AND "uid" <> :except`,
      { type, value, except },
    )
    return Number(row!.n)
  }
  const read = async (table: string, key: string, value: string) =>
    (await sql<Record<string, number>>(server.db, `SELECT * FROM "${table}" WHERE "${key}" = :value`, { value }))[0]!
  const creator = people[0]!.uid

  const { collectCount, upvoteCount, commentCount, score } = await read('post', 'id', post)
  expect(collectCount).toBe(await count(collect, 'entity', post, creator))
  expect(upvoteCount).toBe(await count(upvote, 'entity', post, creator))
  expect(score).toBe(2 * collectCount! + upvoteCount! + commentCount!)
  const { followerCount: followers } = await read('bead', 'id', bead)
  expect(followers).toBe(await count(followBead, 'entity', bead, creator))
  expect((await read('tag', 'key', 'hammered')).followerCount).toBe(await count(followTag, 'entity', 'hammered'))
  expect((await read('comment', 'id', comment)).likeCount).toBe(await count(likeComment, 'entity', comment, people[1]!.uid))
  for (const { uid } of people) {
    expect(await read('member', 'uid', uid)).toMatchObject({
      followerCount: await count(followMember, 'entity', uid),
      followingCount: await count(followMember, 'uid', uid),
      collectedPostCount: await count(collect, 'uid', uid),
      collectedBeadCount: await count(followBead, 'uid', uid),
    })
  }
  // The hotness of one creation, one post and the remaining follows and collects, all within a minute.
  const { heat } = await server.db.getRepository(BeadEntity).findOneByOrFail({ id: bead })
  expect(scoreAt(heat, Date.now())).toBeCloseTo(2 + 3 * followers! + 2 * collectCount!, 1)
}, 60_000)

it('BY14 a block concurrent with a follow leaves no follow', async () => {
  const [ada, ben] = people as [Person, Person, ...Person[]]
  for (let round = 0; round < 6; round += 1) {
    const replies = await Promise.all([
      ada.client.post(`/api/v0/members/${ben.uid}/block`),
      ben.client.post(`/api/v0/members/${ada.uid}/follow`),
      ben.client.post(`/api/v0/beads/${bead}/follow`),
      ada.client.post(`/api/v0/members/${ben.uid}/follow`),
    ])
    for (const { status } of replies) expect([200, 403]).toContain(status)
    const [left] = await sql<{ n: number | string }>(
      server.db,
      `SELECT COUNT(*) AS "n" FROM "relation" WHERE ("uid" = :ada AND "type" = :followMember AND "entity" = :ben)
       OR ("uid" = :ben AND (("type" = :followMember AND "entity" = :ada) OR ("type" = :followBead AND "entity" = :bead)))`,
      { ada: ada.uid, ben: ben.uid, bead, followMember, followBead },
    )
    expect(Number(left!.n)).toBe(0)
    await ada.client.post(`/api/v0/members/${ben.uid}/unblock`)
  }
}, 60_000)
