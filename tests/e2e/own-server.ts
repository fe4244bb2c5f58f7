/** Browser tests with a separately configured server, over the same demo data. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBuiltServer } from '../support/built-server.ts'
import { test as base } from './fixtures.ts'

export const testWith = (env: Record<string, string>) =>
  base.extend<object, { strand: { origin: string; folder: string } }>({
    strand: [
      async ({}, use) => {
        const folder = await mkdtemp(join(tmpdir(), 'strand-e2e-own-'))
        await cp(process.env.STRAND_E2E_WORLD!, folder, { recursive: true })
        const server = await startBuiltServer({ STRAND_DATA_DIR: folder, STRAND_RATE_LIMITS: '0', NODE_ENV: 'test', ...env })
        await use({ origin: server.origin, folder })
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      },
      { scope: 'worker' },
    ],
  })
