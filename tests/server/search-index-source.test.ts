/** The documents that each event updates in the index, as read from the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentTypes, type DocumentKey, type DocumentType, type SearchDocument } from '#search/port.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { append, searchLog, searchSweep, searchUidSweep, changedKeys } from '../../server/features/search/changes.ts'
import { createDocumentSource, databaseIdOf } from '../../server/features/search/source.ts'
import type { Fact, FactKind, FactOf } from '#outbox/facts.ts'
import { addPost, startBead, updateBead, updateMember, updatePost } from '../support/content.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { join, type Person } from '../support/people.ts'

let server: TestServer
let source: ReturnType<typeof createDocumentSource>
let ada: Person
let ben: Person
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  source = createDocumentSource(server.db)
  ada = await join(server, 'Áda Rivers')
  ben = await join(server, 'Ben')
  ids.open = (
    await startBead(ada.client, { title: 'Sunday slow', description: 'For the <b>morning', category: 'music', tags: ['Slow Mood'] })
  ).id
  ids.draft = (await startBead(ada.client, { title: 'Not yet', category: 'film', isDraft: true, invitees: [ben.uid] })).id
  ids.post = (
    await addPost(ada.client, ids.open, {
      title: 'So What',
      description: `Trumpet &amp; #Modal ${'x'.repeat(2000)}`,
      tags: ['Jazz', 'Cool'],
    })
  ).id
  ids.secret = (await addPost(ben.client, ids.draft, { title: 'Hidden', tags: ['Jazz', 'OnlyHere'] })).id
  await server.services.outbox.drain()
})
afterAll(() => server.close())

const names = (keys: readonly { type: string; id: string }[]): string[] =>
  keys.map(({ type, id }) => `${type} ${Object.keys(ids).find((name) => ids[name] === id) ?? id}`).sort()
const read = async (type: DocumentType, id: string): Promise<SearchDocument | undefined> => (await source.documents([{ type, id }]))[0]

const by = 'ada'
const share = { entity: '', by, uids: [], emails: [], message: '' }

/** Every kind of event with the keys of its changed documents. A new kind does not compile without an entry. */
const table: { [K in FactKind]: (like: typeof ids) => [fact: FactOf<K>, keys: string[]] } = {
  memberJoined: () => [{ kind: 'memberJoined', uid: 'ada' }, ['member ada']],
  memberChanged: () => [{ kind: 'memberChanged', uid: 'ada' }, ['member ada']],
  memberRemoved: () => [{ kind: 'memberRemoved', uid: 'deleted.1', former: 'ada', name: 'Ada', email: null }, ['member ada']],
  beadCreated: ({ open }) => [{ kind: 'beadCreated', beadId: open!, by }, ['bead open']],
  beadChanged: ({ open }) => [{ kind: 'beadChanged', beadId: open!, by }, ['bead open']],
  beadReturned: ({ open }) => [{ kind: 'beadReturned', beadId: open!, by, source: 'x0mgwu0k4b2y9z0c5d' }, []],
  beadPublished: ({ open }) => [{ kind: 'beadPublished', beadId: open!, by }, ['bead open', 'within open']],
  beadRemoved: () => [
    { kind: 'beadRemoved', beadId: 'gone', by, tags: ['jazz', 'blue'] },
    ['bead gone', 'tag blue', 'tag jazz', 'within gone'],
  ],
  invited: ({ open }) => [{ kind: 'invited', beadId: open!, uids: ['ben'], by }, ['bead open']],
  postCreated: ({ post, open }) => [
    { kind: 'postCreated', postId: post!, beadId: open!, by },
    ['bead open', 'post post', 'tag cool', 'tag jazz', 'tag modal'],
  ],
  postChanged: ({ post, open }) => [
    { kind: 'postChanged', postId: post!, beadId: open!, by, tags: ['jazz', 'formerly'] },
    ['post post', 'tag cool', 'tag formerly', 'tag jazz', 'tag modal'],
  ],
  postRemoved: ({ open }) => [
    { kind: 'postRemoved', postId: 'gone', beadId: open!, by, tags: ['jazz'] },
    ['bead open', 'post gone', 'tag jazz'],
  ],
  // The new post also has a `postCreated` event; the original does not change.
  reposted: ({ post, open }) => [{ kind: 'reposted', postId: 'new', originalPostId: post!, beadId: open!, by }, []],
  collected: ({ post }) => [{ kind: 'collected', postId: post!, by }, ['post post']],
  uncollected: ({ post }) => [{ kind: 'uncollected', postId: post!, by }, ['post post']],
  upvoted: ({ post }) => [{ kind: 'upvoted', postId: post!, by }, ['post post']],
  unupvoted: ({ post }) => [{ kind: 'unupvoted', postId: post!, by }, ['post post']],
  commentCreated: ({ post }) => [{ kind: 'commentCreated', commentId: 'c', postId: post!, by }, ['post post']],
  commentRemoved: ({ post }) => [{ kind: 'commentRemoved', commentId: 'c', postId: post!, by }, ['post post']],
  followed: () => [{ kind: 'followed', what: 'tag', entity: 'jazz', by }, ['tag jazz']],
  unfollowed: ({ open }) => [{ kind: 'unfollowed', what: 'bead', entity: open!, by }, ['bead open']],
  // Plays are frequent and change no document.
  played: ({ post }) => [{ kind: 'played', postId: post!, by: null }, []],
  commentChanged: ({ post }) => [{ kind: 'commentChanged', commentId: 'c', postId: post!, by }, []],
  commentLiked: () => [{ kind: 'commentLiked', commentId: 'c', by }, []],
  commentUnliked: () => [{ kind: 'commentUnliked', commentId: 'c', by }, []],
  superfollowed: () => [{ kind: 'superfollowed', what: 'member', entity: 'ada', by }, []],
  unsuperfollowed: () => [{ kind: 'unsuperfollowed', what: 'member', entity: 'ada', by }, []],
  // Blocks are applied when searching.
  blocked: () => [{ kind: 'blocked', uid: 'ben', by }, []],
  unblocked: () => [{ kind: 'unblocked', uid: 'ben', by }, []],
  muted: () => [{ kind: 'muted', uid: 'ben', by }, []],
  unmuted: () => [{ kind: 'unmuted', uid: 'ben', by }, []],
  flagged: ({ post }) => [{ kind: 'flagged', entity: post!, by }, []],
  flagsDismissed: ({ post }) => [{ kind: 'flagsDismissed', entity: post!, by }, []],
  moderated: () => [{ kind: 'moderated', uid: 'ada', action: 'x0' }, []],
  contentRemovalDue: () => [{ kind: 'contentRemovalDue', removal: 'x0', what: 'comment', after: '' }, []],
  reviewDecided: ({ post }) => [{ kind: 'reviewDecided', entity: post!, by }, []],
  superfollowersDue: ({ post }) => [{ kind: 'superfollowersDue', postId: post!, by, after: '' }, []],
  passwordResetAsked: () => [{ kind: 'passwordResetAsked', uid: 'ada' }, []],
  emailVerificationAsked: () => [{ kind: 'emailVerificationAsked', uid: 'ada' }, []],
  notified: () => [{ kind: 'notified', uid: 'ada', verb: '', topic: '', actor: '', source: '' }, []],
  digestDue: () => [{ kind: 'digestDue', uid: 'ada', digest: 'daily', since: '', until: '' }, []],
  beadShared: () => [{ ...share, kind: 'beadShared' }, []],
  postShared: () => [{ ...share, kind: 'postShared' }, []],
  shareMailDue: () => [{ kind: 'shareMailDue', share: '', what: 'bead', entity: '', by, email: '', message: '' }, []],
}

describe('X1 the database id', () => {
  it('X1 the id is 32 hex digits and does not change', async () => {
    const id = await databaseIdOf(server.db)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(await databaseIdOf(server.db)).toBe(id)
  })
})

describe('X5 documents changed by each event', () => {
  it.each(Object.entries(table))('X5 the event %s → the keys of its changed documents', async (kind, row) => {
    const [fact, keys] = row(ids)
    expect(names(await transaction(server.db, (manager) => changedKeys(manager, fact as Fact)))).toEqual(keys)
    // The log does not subscribe to events that change no document.
    expect(searchLog(() => undefined).kinds.includes(kind as FactKind)).toBe(keys.length > 0)
  })

  it.each<[string, () => Fact, string[]]>([
    ['a changed category', () => ({ kind: 'beadChanged', beadId: ids.open!, by, posts: true }), ['bead open', 'within open']],
    ['an invitation to a draft', () => ({ kind: 'invited', beadId: ids.draft!, uids: ['ben'], by }), ['bead draft', 'within draft']],
    ['a post deleted in the meantime', () => ({ kind: 'postCreated', postId: 'gone', beadId: ids.open!, by }), ['bead open', 'post gone']],
    ['a followed member', () => ({ kind: 'followed', what: 'member', entity: 'ada', by }), ['member ada']],
    [
      'the same tag before and after',
      () => ({ kind: 'postChanged', postId: ids.secret!, beadId: ids.draft!, by, tags: ['jazz'] }),
      ['post secret', 'tag jazz', 'tag onlyhere'],
    ],
  ])('X5 %s', async (_what, fact, keys) => {
    expect(names(await transaction(server.db, (manager) => changedKeys(manager, fact())))).toEqual(keys)
  })
})

describe('X5 the change log', () => {
  const key = (n: number): DocumentKey => ({ type: 'member', id: `m${n}` })
  const write = (keys: DocumentKey[], at = new Date()) => transaction(server.db, (manager) => append(manager, keys, at.toISOString()))

  it('X5 positions have no gaps under concurrent writes, and rolled-back writes have none', async () => {
    const before = await source.head()
    const works = Array.from({ length: 30 }, (_none, n) => write([key(n), key(n + 100)]))
    const failed = transaction(server.db, async (manager) => {
      await append(manager, [key(1000)], new Date().toISOString())
      throw new Error('no')
    })
    await Promise.allSettled([...works, failed])
    expect(await source.head()).toBe(before + 60)
    const changes = (await source.changes(before, 1000))!
    expect(changes.map(({ position }) => position)).toEqual(Array.from({ length: 60 }, (_none, n) => before + n + 1))
    expect(new Set(changes.map(({ id }) => id)).size).toBe(60)
    expect(changes.some(({ id }) => id === 'm1000')).toBe(false)
    expect(await source.changes(before + 60, 10)).toEqual([])
    expect((await source.changes(before + 10, 5))!.map(({ position }) => position)).toEqual([11, 12, 13, 14, 15].map((n) => before + n))
  })

  it('X5 a reader during concurrent writes sees every position, in order', async () => {
    const before = await source.head()
    let at = before
    const seen: number[] = []
    const works = Array.from({ length: 40 }, (_none, n) => write(Array.from({ length: 1 + (n % 3) }, (_no, k) => key(n * 10 + k))))
    const all = Promise.all(works).then(() => true)
    let over = false
    while (!over) {
      over = await Promise.race([all, new Promise<false>((resolve) => setImmediate(() => resolve(false)))])
      for (const { position } of (await source.changes(at, 1000))!) seen.push((at = position))
    }
    expect(seen).toEqual(Array.from({ length: (await source.head()) - before }, (_none, n) => before + n + 1))
  })

  it('X5 positions before the kept log or after its head → null', async () => {
    const old = new Date(Date.now() - 8 * 86_400_000)
    const before = await source.head()
    await write([key(1), key(2)])
    await transaction(server.db, (manager) =>
      sql(manager, 'UPDATE "search_change" SET "creationDate" = :old WHERE "position" <= :before', { old: old.toISOString(), before }),
    )
    await searchSweep(server.db).run(new AbortController().signal)
    expect(await source.changes(before - 1, 10)).toBe(null)
    expect(await source.changes(before, 10)).toHaveLength(2)
    expect(await source.changes(before + 3, 10)).toBe(null)
    expect(await source.changes(5, 10)).toBe(null)
    // The whole log is deleted: an index at its last position is still up to date.
    await transaction(server.db, (manager) => sql(manager, 'UPDATE "search_change" SET "creationDate" = :old', { old: old.toISOString() }))
    await searchSweep(server.db).run(new AbortController().signal)
    expect(await source.changes(before + 2, 10)).toEqual([])
    expect(await source.changes(before + 1, 10)).toBe(null)
  })

  it('BY12 X5 an hour after a deletion the log up to its uid is removed; an index that has not followed it is rebuilt', async () => {
    const before = await source.head()
    const { me } = await server.signUp()
    await server.services.outbox.drain()
    await write([
      { type: 'member', id: 'deleted.member' },
      { type: 'member', id: me.uid },
    ])
    const head = await source.head()
    const sweep = (ms: number) => searchUidSweep(server.db, () => Date.now() + ms).run(new AbortController().signal)
    await sweep(0)
    expect((await source.changes(before, 10))!.map(({ id }) => id)).toContain('deleted.member')
    await sweep(3_660_000)
    expect(await source.changes(before, 10)).toBe(null)
    expect((await source.changes(head - 1, 10))!.map(({ id }) => id)).toEqual([me.uid])
    expect(await source.changes(head, 10)).toEqual([])
  })

  it('X5 one event may change thousands of keys', async () => {
    const before = await source.head()
    await write(Array.from({ length: 3210 }, (_none, n) => ({ type: 'tag', id: `t${n}` })))
    expect((await source.changes(before, 5000))!.map(({ id }) => id)).toEqual(Array.from({ length: 3210 }, (_none, n) => `t${n}`))
  })
})

describe('X5 documents of each type', () => {
  it('X5 a playlist document: readable by all once published, before by its collaborators', async () => {
    expect(await read('bead', ids.open!)).toEqual({
      type: 'bead',
      id: ids.open,
      title: 'Sunday slow',
      names: [],
      tags: ['SlowMood'],
      description: 'For the <b>morning',
      category: 'music',
      creator: ada.uid,
      bead: null,
      readers: null,
      writers: [ada.uid],
      popularity: 1,
    })
    const draft = (await read('bead', ids.draft!))!
    expect(draft.readers!.toSorted()).toEqual([ada.uid, ben.uid].sort())
    expect(draft.writers).toEqual(draft.readers)
  })

  it('X5 an open playlist is writable by all once published; a feed is not writable', async () => {
    await updateMember(server.db, ada.uid, { isAdmin: true })
    const { id } = await startBead(ada.client, {
      title: 'Everybody?',
      description: 'Whoever wants',
      category: 'music',
      invitees: undefined,
      skippedImage: true,
      isDraft: true,
    })
    expect(await read('bead', id)).toMatchObject({ readers: [ada.uid], writers: [ada.uid] })
    await updateBead(server.db, id, { isDraft: false })
    expect(await read('bead', id)).toMatchObject({ readers: null, writers: null })
    await updateBead(server.db, id, { isFeed: true })
    expect(await read('bead', id)).toMatchObject({ readers: null, writers: [] })
    await updateMember(server.db, ada.uid, { isAdmin: false })
  })

  it('X5 a post document: plain text, tags of its text, artists of its medium', async () => {
    await updatePost(server.db, ids.post!, { score: 7, media: { who: ['Miles Davis', 'Bill Evans'], media: [] } as never })
    const post = (await read('post', ids.post!))!
    expect(post).toMatchObject({
      type: 'post',
      title: 'So What',
      names: ['Miles Davis', 'Bill Evans'],
      tags: ['Jazz', 'Cool', 'Modal'],
      category: 'music',
      creator: ada.uid,
      bead: ids.open,
      readers: null,
      writers: [],
      popularity: 7,
    })
    expect(post.description).toMatch(/^Trumpet & #Modal x+$/)
    expect(post.description.length).toBeLessThanOrEqual(500)
    expect((await read('post', ids.secret!))!.readers!.toSorted()).toEqual([ada.uid, ben.uid].sort())
  })

  it('X5 a member document, until the account is deleted', async () => {
    expect(await read('member', ada.uid)).toEqual({
      type: 'member',
      id: ada.uid,
      title: 'Áda Rivers',
      names: [ada.uid],
      tags: [],
      description: '',
      category: null,
      creator: ada.uid,
      bead: null,
      readers: null,
      writers: [],
      popularity: 0,
    })
    await updateMember(server.db, ben.uid, { removedDate: new Date().toISOString() })
    expect(await read('member', ben.uid)).toBe(undefined)
    expect((await source.all('member', '', 100)).map(({ id }) => id)).not.toContain(ben.uid)
    await updateMember(server.db, ben.uid, { removedDate: null })
  })

  it('X5 a tag document, while a public post has the tag', async () => {
    expect(await read('tag', 'jazz')).toEqual({
      type: 'tag',
      id: 'jazz',
      title: 'Jazz',
      names: [],
      tags: [],
      description: '',
      category: null,
      creator: null,
      bead: null,
      readers: null,
      writers: [],
      popularity: 1,
    })
    expect(await read('tag', 'onlyhere')).toBe(undefined)
    expect(await read('tag', 'slowmood')).toBe(undefined)
    expect((await source.all('tag', '', 100)).map(({ id }) => id)).toEqual(['cool', 'jazz', 'modal'])
  })

  it('X5 the keys of a playlist’s posts and tags, in pages', async () => {
    for (let n = 0; n < 5; n += 1) await addPost(ada.client, ids.open!, { title: `Number ${n}`, tags: [`Tag${n}`] })
    const found: DocumentKey[] = []
    for (let after = ''; ;) {
      const keys = await source.within(ids.open!, after, 2)
      const posts = keys.filter(({ type }) => type === 'post')
      if (posts.length === 0) break
      expect(posts.length).toBeLessThanOrEqual(2)
      found.push(...keys)
      after = posts.at(-1)!.id
    }
    expect(found.filter(({ type }) => type === 'post')).toHaveLength(6)
    expect(
      found
        .filter(({ type }) => type === 'tag')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['cool', 'jazz', 'modal', 'tag0', 'tag1', 'tag2', 'tag3', 'tag4'])
  })

  it('X5 all documents of each type, in pages of any size, equal the count and reads by key', async () => {
    const everything: SearchDocument[] = []
    for (const type of documentTypes) {
      const pages = async (limit: number): Promise<SearchDocument[]> => {
        const all: SearchDocument[] = []
        for (;;) {
          const page = await source.all(type, all.at(-1)?.id ?? '', limit)
          if (page.length === 0) return all
          all.push(...page)
        }
      }
      const all = await pages(2)
      expect(await pages(1000)).toEqual(all)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      everything.push(...all)
    }
    expect(await source.count()).toBe(everything.length)
    const again = await source.documents(everything.map(({ type, id }) => ({ type, id })))
    const key = ({ type, id }: DocumentKey): string => `${type} ${id}`
    expect(again.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(everything.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)))
    expect(await source.documents([])).toEqual([])
  })
})
