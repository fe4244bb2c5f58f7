import { describe, expect, it } from 'vitest'
import { messages, undoMs } from '#contract/index.ts'
import type { Decision, ReviewItem } from '#contract/schemas/moderation.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { emit } from '#outbox/outbox.ts'
import { toTombstone } from '../../server/features/accounts/tombstone.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import {
  ada,
  admin,
  bead,
  ben,
  cai,
  join,
  ok,
  post,
  refused,
  server,
  setUpPeople,
  setUpPost,
  visitor,
  type Person,
} from '../support/people.ts'
import { letUndoTimePass } from '../support/review.ts'

setUpPeople()
setUpPost()

type Queue = { results: ReviewItem[]; next: string | null; pending: { id: string; verdict: string }[] }
const queue = (who = admin, query = '?limit=100'): Promise<Queue> => ok(who.client.get(`/api/v0/admin/review${query}`))
const waiting = async (who = admin): Promise<string[]> => (await queue(who)).results.map(({ id }) => id)
const decide = (id: string, verdict: string, who = admin, reason?: string) =>
  who.client.post(`/api/v0/admin/review/${id}`, { verdict, reason })
const undo = (id: string, who = admin) => who.client.delete(`/api/v0/admin/review/${id}`)
const flag = (who: Person, id: string) => ok(who.client.post(`/api/v0/feedback/flag/${id}`, { reason: 'Spam' }))
const submit = async (title = 'Which songs?', who = ben): Promise<string> =>
  (await startBead(who.client, { title, description: 'Which ones?', invitees: undefined })).id
const comment = async (): Promise<string> => (await ok(ada.client.post(`/api/v0/comments/${post}`, { text: 'Buy my pills' }))).id
const actionsOn = async (id: string) =>
  (await ok(admin.client.get(`/api/v0/admin/actions?target=${id}`))).results.map(({ action }: { action: string }) => action)

describe('BY14 the review queue', () => {
  it('BY14 B11 contains submitted playlists and flagged content, oldest first, with their author and earlier decisions', async () => {
    const first = await submit('First?')
    await flag(ben, post)
    const second = await submit('Second?')
    const remark = await comment()
    await flag(ben, remark)
    await flag(cai, post)
    const { results } = await queue()
    expect(results.map(({ id }) => id)).toEqual([first, post, second, remark])
    expect(results[0]).toMatchObject({ bead: { id: first, title: 'First?', isDraft: true }, author: { uid: ben.uid }, earlier: [] })
    expect(results[1]).toMatchObject({ flagged: { kind: 'post', flagCount: 2, post: { id: post } }, author: { uid: ada.uid } })
    expect(results[3]).toMatchObject({ flagged: { kind: 'comment', comment: { id: remark } }, author: { uid: ada.uid } })
    const pages: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page = await queue(admin, `?limit=1${after && `&after=${after}`}`)
      pages.push(...page.results.map(({ id }) => id))
      after = page.next
    }
    expect(pages).toEqual([first, post, second, remark])
    for (const id of [post, remark]) await decide(id, 'dismiss')
    for (const id of [first, second]) await decide(id, 'delete')
    await letUndoTimePass()
    expect(await waiting()).toEqual([])
    await flag(await join(server, 'Dora Late'), post)
    await flag(cai, (await addPost(ada.client, bead)).id)
    expect((await queue()).results[0]).toMatchObject({
      id: post,
      flagged: { flagCount: 1 },
      earlier: [{ action: 'flags.dismiss' }, { action: 'review.decide', detail: { verdict: 'dismiss' }, admin: { uid: admin.uid } }],
    })
  })

  it('BY14 a drafted personal playlist and published ones are not in the queue', async () => {
    const before = await waiting()
    await startBead(ben.client, { isDraft: true })
    await startBead(ben.client)
    expect(await waiting()).toEqual(before)
  })
})

describe('BY14 decisions', () => {
  it('BY14 B11 publishing takes effect when the undo time has passed, once', async () => {
    const id = await submit()
    const decision = await ok(decide(id, 'publish', admin, ' A good question '))
    expect(decision).toMatchObject({ id, verdict: 'publish', reason: 'A good question' })
    expect(Date.parse(decision.dueDate) - Date.now()).toBeGreaterThan(25_000)
    await server.services.outbox.drain()
    expect((await visitor.get(`/api/v0/beads/${id}`)).status).toBe(403)
    expect(await waiting()).not.toContain(id)
    expect((await queue()).pending).toMatchObject([{ id, verdict: 'publish' }])
    await letUndoTimePass()
    expect((await visitor.get(`/api/v0/beads/${id}`)).status).toBe(200)
    expect((await queue()).pending).toEqual([])
    expect(await actionsOn(id)).toEqual(['bead.publish', 'review.decide'])
    expect((await ok(admin.client.get(`/api/v0/admin/actions?target=${id}&action=review.decide`))).results).toMatchObject([
      { detail: { title: 'Which songs?', verdict: 'publish', reason: 'A good question' } },
    ])
    expect(await refused(undo(id))).toEqual([409, messages.cannotUndo])
    expect(await refused(decide(id, 'publish'))).toEqual([404, messages.notInReview])
  })

  it('BY14 each verdict does what it says', async () => {
    const [draft, remark] = [await submit(), await comment()]
    const [spam, fine] = [(await addPost(ada.client, bead)).id, (await addPost(ada.client, bead)).id]
    for (const id of [remark, spam, fine]) await flag(cai, id)
    await ok(decide(draft, 'delete'))
    await ok(decide(remark, 'delete'))
    await ok(decide(spam, 'delete'))
    await ok(decide(fine, 'dismiss'))
    await letUndoTimePass()
    expect((await admin.client.get(`/api/v0/beads/${draft}`)).status).toBe(404)
    expect(await ok(visitor.get(`/api/v0/comments/${remark}`))).toMatchObject({ deleted: true })
    expect((await visitor.get(`/api/v0/posts/${spam}`)).status).toBe(404)
    expect((await visitor.get(`/api/v0/posts/${fine}`)).status).toBe(200)
    for (const id of [draft, remark, spam, fine]) expect(await waiting()).not.toContain(id)
  })

  it('BY14 an undone decision has no effect, and the item waits again', async () => {
    const id = await submit()
    await ok(decide(id, 'delete'))
    const other = await join(server, 'Otto Admin', { isAdmin: true })
    expect(await refused(undo(id, other))).toEqual([409, messages.cannotUndo])
    expect(await ok(undo(id))).toEqual({ undone: true })
    expect(await refused(undo(id))).toEqual([409, messages.cannotUndo])
    await letUndoTimePass()
    expect(await waiting()).toContain(id)
    expect(await actionsOn(id)).toEqual(['review.undo', 'review.decide'])
    expect((await ok(admin.client.get(`/api/v0/admin/actions?target=${id}&action=review.undo`))).results).toMatchObject([
      { detail: { title: 'Which songs?' } },
    ])
    await ok(decide(id, 'publish', other))
    await letUndoTimePass()
    expect((await visitor.get(`/api/v0/beads/${id}`)).status).toBe(200)
  })

  it('BY14 two admins never decide the same item: one of many concurrent decisions counts', async () => {
    const id = await submit()
    const others = await Promise.all(['Uma', 'Vera', 'Wes'].map((name) => join(server, `${name} Admin`, { isAdmin: true })))
    const answers = await Promise.all([admin, ...others].flatMap((who) => [decide(id, 'publish', who), decide(id, 'delete', who)]))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const rest = answers.filter(({ status }) => status !== 200)
    expect(rest.map(({ status, body }) => [status, body.message])).toEqual(rest.map(() => [409, messages.alreadyDecided]))
    expect((await actionsOn(id)).filter((action: string) => action === 'review.decide')).toHaveLength(1)
    await letUndoTimePass()
  })

  it('BY14 the decision of an admin who loses the role before it takes effect is dropped', async () => {
    const former = await join(server, 'Former Admin', { isAdmin: true })
    const id = await submit()
    await ok(decide(id, 'delete', former))
    await updateMember(server.db, former.uid, { isAdmin: false })
    await letUndoTimePass()
    expect(await waiting()).toContain(id)
    expect(await actionsOn(id)).toEqual(['review.drop', 'review.decide'])
    expect((await queue()).results.find((item) => item.id === id)?.earlier[0]).toMatchObject({
      admin: { uid: former.uid },
      detail: { verdict: 'delete', cause: 'role' },
    })
    expect((await decide(id, 'publish', former)).status).toBe(403)
    await ok(decide(id, 'delete'))
    await letUndoTimePass()
  })

  it('BY14 content that its author deletes before the decision takes effect does not stop other decisions', async () => {
    const [mine, other] = [await submit(), await submit('Another?')]
    await ok(decide(mine, 'publish'))
    await ok(decide(other, 'publish'))
    await ok(admin.client.delete(`/api/v0/beads/${mine}`))
    await letUndoTimePass()
    expect((await visitor.get(`/api/v0/beads/${other}`)).status).toBe(200)
    expect((await queue()).pending).toEqual([])
    expect(await sql(server.db, 'SELECT * FROM "review_decision"')).toEqual([])
  })

  it('BY14 a decision about an item that another admin resolves elsewhere has no effect', async () => {
    const [draft, spam] = [await submit(), (await addPost(ada.client, bead)).id]
    await flag(cai, spam)
    await ok(decide(draft, 'delete'))
    await ok(decide(spam, 'dismiss'))
    const other = await join(server, 'Ada Admin', { isAdmin: true })
    await ok(other.client.post(`/api/v0/beads/${draft}/publish`, {}))
    await ok(other.client.delete(`/api/v0/posts/${spam}`))
    await letUndoTimePass()
    expect(await actionsOn(draft)).toEqual(['review.drop', 'bead.publish', 'review.decide'])
    expect(await actionsOn(spam)).toEqual(['review.drop', 'post.delete', 'review.decide'])
    expect((await visitor.get(`/api/v0/beads/${draft}`)).status).toBe(200)
    expect(await sql(server.db, 'SELECT * FROM "review_decision"')).toEqual([])
  })

  it('BY14 a decision that was carried out just before its process ended is not logged as dropped', async () => {
    const id = await submit()
    await ok(decide(id, 'publish'))
    const [decision] = await sql<{ title: string; uid: string }>(server.db, 'SELECT * FROM "review_decision" WHERE "targetId" = :id', {
      id,
    })
    await letUndoTimePass()
    // The decision and its event are there again.
    await transaction(server.db, async (manager) => {
      await sql(
        manager,
        `INSERT INTO "review_decision" ("targetId", "title", "verdict", "uid", "dueDate") VALUES (:id, :title, 'publish', :uid, '2020-01-01T00:00:00.000Z')`,
        { id, title: decision!.title, uid: decision!.uid },
      )
      await emit(manager, { kind: 'reviewDecided', entity: id, by: decision!.uid })
    })
    await letUndoTimePass()
    expect(await actionsOn(id)).toEqual(['bead.publish', 'review.decide'])
    expect(await sql(server.db, 'SELECT * FROM "review_decision"')).toEqual([])
  })

  it('BY14 an item with many earlier actions does not hide those of others', async () => {
    const [busy, idle] = [await submit('Busy?'), await submit('Idle?')]
    await ok(decide(idle, 'publish'))
    await ok(undo(idle))
    for (let n = 0; n < 15; n += 1) {
      await ok(decide(busy, 'publish'))
      await ok(undo(busy))
    }
    const { results } = await queue()
    const earlier = (id: string) => results.find((item) => item.id === id)!.earlier.map(({ action }) => action)
    expect(earlier(busy)).toHaveLength(20)
    expect(earlier(idle)).toEqual(['review.undo', 'review.decide'])
  })

  it('BY14 a decision that does not take effect for ten minutes hides its item no longer, and another one replaces it', async () => {
    const id = await submit()
    await ok(decide(id, 'delete'))
    const overdueBy = (minutes: number) =>
      transaction(server.db, (manager) =>
        sql(manager, 'UPDATE "review_decision" SET "dueDate" = :date', { date: new Date(Date.now() - minutes * 60_000).toISOString() }),
      )
    await overdueBy(9)
    expect(await waiting()).not.toContain(id)
    expect((await decide(id, 'publish')).status).toBe(409)
    await overdueBy(11)
    expect(await waiting()).toContain(id)
    await ok(decide(id, 'publish'))
    expect(await waiting()).not.toContain(id)
    await letUndoTimePass()
    expect((await visitor.get(`/api/v0/beads/${id}`)).status).toBe(200)
  })

  it('BY14 the decision of an admin who is suspended before it takes effect is dropped', async () => {
    const suspended = await join(server, 'Suspended Admin', { isAdmin: true })
    const id = await submit()
    await ok(decide(id, 'delete', suspended))
    await updateMember(server.db, suspended.uid, { suspendedUntil: '9999-12-31T00:00:00.000Z', suspensionReason: 'Left' })
    await letUndoTimePass()
    expect(await waiting()).toContain(id)
    expect((await queue()).results.find((item) => item.id === id)?.earlier[0]).toMatchObject({
      action: 'review.drop',
      detail: { verdict: 'delete', cause: 'suspended' },
    })
  })

  it('BY14 a decision says how long it can be undone, independent of clocks', async () => {
    const id = await submit()
    const decision = await ok(decide(id, 'publish'))
    const [pending] = (await queue()).pending as Decision[]
    expect(pending).toMatchObject({ id, dueDate: decision.dueDate })
    for (const { remainingMs } of [decision, pending!]) {
      expect(remainingMs).toBeGreaterThan(undoMs - 10_000)
      expect(remainingMs).toBeLessThanOrEqual(undoMs)
    }
    await ok(undo(id))
  })

  it('BY14 BY12 an admin who deletes the account leaves no pending decision, and the log says so', async () => {
    const leaving = await join(server, 'Leaving Admin', { isAdmin: true })
    const id = await submit()
    await ok(decide(id, 'delete', leaving))
    const tombstone = await transaction(server.db, (manager) => toTombstone(manager, leaving.uid))
    expect(await waiting()).toContain(id)
    await letUndoTimePass()
    const item = (await queue()).results.find((one) => one.id === id)
    expect(item?.earlier).toMatchObject([
      {
        action: 'review.drop',
        uid: tombstone,
        target: { kind: 'bead', id },
        detail: { title: 'Which songs?', verdict: 'delete', cause: 'account' },
      },
      { action: 'review.decide', uid: tombstone },
    ])
  })

  it('BY14 verdicts of another kind, unknown ones and too long reasons → 400; content that does not wait → 404', async () => {
    const id = await submit()
    await flag(cai, post)
    for (const [target, verdict] of [
      [id, 'dismiss'],
      [post, 'publish'],
      [post, 'return'],
      [id, 'burn'],
      [id, ''],
    ] as const)
      expect((await decide(target, verdict)).status, verdict).toBe(400)
    expect((await decide(id, 'publish', admin, 'x'.repeat(501))).status).toBe(400)
    expect((await decide(bead, 'publish')).status).toBe(404)
    expect((await decide((await addPost(ada.client, bead)).id, 'delete')).status).toBe(404)
    for (const after of ['x', "2020-01-01T00:00:00.000Z~' OR 1=1 --"])
      expect((await admin.client.get(`/api/v0/admin/review?after=${encodeURIComponent(after)}`)).status).toBe(400)
    expect(await waiting()).toEqual(expect.arrayContaining([id, post]))
  })
})
