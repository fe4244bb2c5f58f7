import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { copyDatabase } from '../../server/transfer/copy.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { revertFrom } from '../support/migrations.ts'
import { createTestDatabase } from '../support/server.ts'
import { configOf, contentOf } from '../server/transfer.ts'

test('BY8 BY26 the upgrade deletes checks of host names over 253 characters, and the database can be copied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strand-long-hosts-'))
  const target = await createTestDatabase()
  const file = { kind: 'sqlite', path: join(folder, 'strand.sqlite') } as const
  const earlier = join(import.meta.dirname, 'databases', '2026-11-29-review.sqlite.gz')
  await writeFile(file.path, gunzipSync(await readFile(earlier)))
  const db = await openDatabase({ database: file, dataDir: folder })
  try {
    const date = '2026-06-01T12:00:00.000Z'
    await migrate(db)
    await revertFrom(1790000000227, db)
    const [post] = await sql<{ id: string }>(db, 'SELECT "id" FROM "post" LIMIT 1')
    await transaction(db, async (manager) => {
      for (const length of [253, 254, 300]) {
        const [id, host] = [`link${length}`, 'h'.repeat(length)]
        await sql(
          manager,
          `INSERT INTO "link_check" ("id", "href", "host", "state", "dueDate", "steps", "troubles", "told")
           VALUES (:id, :href, :host, 'new', :date, 0, 0, TRUE)`,
          { id, href: `https://${host}/`, host, date },
        )
        await sql(manager, 'INSERT INTO "post_link" ("postId", "linkId") VALUES (:postId, :id)', { postId: post!.id, id })
        await sql(manager, 'INSERT INTO "link_host" ("host", "windowDate", "checks", "failures") VALUES (:host, :date, 1, 0)', {
          host,
          date,
        })
      }
    })
    expect(await migrate(db)).toContain('LongHosts1790000000227')
    expect(await sql(db, 'SELECT "id" FROM "link_check"')).toEqual([{ id: 'link253' }])
    expect(await sql(db, 'SELECT "linkId" FROM "post_link"')).toEqual([{ linkId: 'link253' }])
    expect(await sql(db, 'SELECT LENGTH("host") AS "length" FROM "link_host"')).toEqual([{ length: 253 }])
    const { database, dataDir } = configOf(target)
    await copyDatabase(file, database, dataDir)
    expect(await contentOf(database)).toEqual(await contentOf(file))
  } finally {
    await closeDatabase(db)
    await target.remove()
    await rm(folder, { recursive: true, force: true })
  }
})
