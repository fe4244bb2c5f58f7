/** Servers of one database with different secrets (BY27). */
import { expect, test } from 'vitest'
import { checkSecret } from '../../server/features/mail/service.ts'
import { sql } from '#db/sql.ts'
import { startProduction, ready, type Started } from '../support/built-server.ts'
import { createTestDatabase, startTestServer } from '../support/server.ts'

test('BY27 a server with another secret warns; with the same, and after an intended change, none does', async () => {
  const server = await startTestServer()
  const warnings: [object, string][] = []
  const log = { warn: (about: object, message: string) => void warnings.push([about, message]) }
  const start = async (secret: string): Promise<number> => {
    warnings.length = 0
    await checkSecret({ db: server.db, log: log as never, secret })
    return warnings.length
  }
  try {
    expect([await start('first secret'), await start('first secret')]).toEqual([0, 0])
    expect(await start('second secret')).toBe(1)
    expect(warnings[0]![1]).toContain('set the same STRAND_SECRET on all servers')
    expect(await start('second secret')).toBe(0)
    expect(await start('first secret')).toBe(1)
    const rows = await sql(server.db, 'SELECT * FROM "secret_fingerprint"')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([rows, warnings])).not.toMatch(/(?:first|second) secret/)
  } finally {
    await server.close()
  }
})

test('BY27 the log of a real server has the warning, and the server starts', async () => {
  const database = await createTestDatabase()
  const run = async (secret: string): Promise<Started> => {
    const started = startProduction({ ...database.env, STRAND_SECRET: secret })
    await ready(started)
    started.process.kill('SIGTERM')
    await started.ended
    return started
  }
  const first = await run('a first secret of this server')
  const second = await run('another secret of this server')
  expect(first.output()).not.toContain('STRAND_SECRET')
  expect(second.output()).toContain('set the same STRAND_SECRET on all servers')
  await database.remove()
})
