/** Notices servers of one database with different secrets: links in mails of one would be invalid on the others (BY27). */
import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { SecretFingerprintRow } from './entities.ts'

/** The secret cannot be computed from it. */
const fingerprintOf = (secret: string): string => createHmac('sha256', secret).update('fingerprint of the secret').digest('base64url')

/**
 * At the start of a server. A different secret is a warning and no error, since an operator may change it: the first server that starts
 * with the new one warns, and the others agree with it.
 */
export async function checkSecret({ db, log, secret }: { db: DataSource; log: Pick<Logger, 'warn'>; secret: string }): Promise<void> {
  const own = { name: 'signing', fingerprint: fingerprintOf(secret), sinceDate: new Date().toISOString() }
  const known = await transaction(db, async (manager) => {
    await sql(
      manager,
      `INSERT INTO "secret_fingerprint" ("name", "fingerprint", "sinceDate") VALUES (:name, :fingerprint, :sinceDate) ON CONFLICT DO NOTHING`,
      own,
    )
    const [row] = await sql<SecretFingerprintRow>(manager, 'SELECT * FROM "secret_fingerprint" WHERE "name" = :name', { name: own.name })
    if (row!.fingerprint !== own.fingerprint)
      await sql(manager, 'UPDATE "secret_fingerprint" SET "fingerprint" = :fingerprint, "sinceDate" = :sinceDate WHERE "name" = :name', own)
    return row!
  })
  if (known.fingerprint !== own.fingerprint)
    log.warn(
      { sinceDate: known.sinceDate },
      'the secret of this server differs from that of the server that started before: unless it was changed on purpose, set the same STRAND_SECRET on all servers',
    )
}
