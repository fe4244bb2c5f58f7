/** The real server as a separate process, killed while it sends digests. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { DataSource } from 'typeorm'
import { loadConfig } from '../../server/config.ts'
import { newId } from '#db/ids.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity } from '../../server/features/accounts/entities.ts'
import { BeadEntity } from '../../server/features/beads/entities.ts'
import { DigestEntity } from '../../server/features/digests/entities.ts'
import { decodeHeader } from '../../server/features/mail/headerDecoding.ts'
import { PostEntity, type PostRow } from '../../server/features/posts/entities.ts'
import { RelationEntity, relationTypes } from '../../server/features/relations/entities.ts'
import { memberRow } from '../support/content.ts'
import { database, running, setUp, start } from '../support/killed-server.ts'

const readers = 400
const day = 86_400_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

setUp()

const member = (uid: string) =>
  memberRow(uid, { name: `Reader ${uid}`, email: `${uid}@example.org`, emailVerifiedDate: ago(9 * day), creationDate: ago(9 * day) })

/** One playlist with a new post, and many followers whose daily digest is due. */
async function seed(db: DataSource): Promise<void> {
  const beadId = newId('bead')
  await transaction(db, async (manager) => {
    await manager.insert(MemberEntity, member('author'))
    await manager.insert(BeadEntity, {
      id: beadId,
      title: 'Sunday slow',
      description: '',
      category: 'music',
      tags: [],
      creatorUid: 'author',
      creationDate: ago(day),
      groupId: null,
      isDraft: false,
      isFeed: false,
      image: null,
      attribution: null,
      postCount: 1,
      followerCount: readers,
      heat: 0,
    })
    const post: Partial<PostRow> = {
      id: newId('post'),
      beadId,
      creatorUid: 'author',
      title: 'Fresh bread',
      description: '',
      tags: [],
      media: null,
      mediaKey: null,
      playable: false,
      creationDate: ago(0),
      collectCount: 0,
      upvoteCount: 0,
      commentCount: 0,
      playCount: 0,
      score: 0,
      shuffleKey: 1,
      category: 'music',
      isDraft: false,
      heat: 0,
      isDead: false,
    }
    await manager.insert(PostEntity, post)
    for (let n = 0; n < readers; n += 1) {
      const uid = `reader${n}`
      await manager.insert(MemberEntity, member(uid))
      await manager.insert(RelationEntity, { uid, type: relationTypes.followBead, entity: beadId, creationDate: ago(day) })
      await manager.insert(DigestEntity, { uid, kind: 'daily', dueDate: ago(1000), coveredDate: ago(day) })
    }
  })
}

it('O4 SIGKILL while digests are sent: each member gets exactly one', async () => {
  const config = loadConfig({ ...database.env, STRAND_DEMO: '0' })
  const folder = join(config.dataDir, 'mail')
  const mails = async (): Promise<string[]> => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const db = await openDatabase(config)
  try {
    await migrate(db)
    await seed(db)
    for (const count of [10, 80, 160]) {
      await start()
      await expect.poll(async () => (await mails()).length, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(count)
      running.process.kill('SIGKILL')
      await running.ended
    }
    const half = (await mails()).length
    expect(half).toBeLessThan(readers)
    // A job or mail in progress when the process died is resumed when its lease ends; this test does not wait for that.
    await transaction(db, async (manager) => {
      await sql(manager, 'UPDATE "outbox" SET "dueDate" = :now', { now: ago(0) })
      await sql(manager, 'UPDATE "job" SET "dueDate" = :now, "leaseDate" = NULL, "holder" = NULL', { now: ago(0) })
    })
    await start()
    await expect.poll(async () => (await mails()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(readers)
    await expect
      .poll(async () => Number((await sql<{ left: number | string }>(db, 'SELECT COUNT(*) AS "left" FROM "outbox"'))[0]!.left), {
        timeout: 60_000,
      })
      .toBe(0)
    const readerOf = async (name: string) => decodeHeader(await readFile(join(folder, name), 'utf8'), 'to')
    const recipients = await Promise.all((await mails()).map(readerOf))
    expect(recipients).toHaveLength(readers)
    expect(new Set(recipients).size).toBe(readers)
  } finally {
    await closeDatabase(db)
  }
}, 120_000)
