/** Faults of the site, one after another. */
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from './site.ts'

export interface Fault {
  what: string
  /** Largest allowed share of failed requests from its begin until the site has recovered; null: any. */
  most: number | null
  /** Resolves when the fault is over. */
  cause(): Promise<void>
}

export const outageMs = 20_000

/** The largest share of failed requests: writes that a server was answering when it was killed or stopped. In 30 minutes none failed. */
const maxOfServer = 0.01
/** The same while uploads are unavailable. In 30 minutes 0.1 % failed. */
const maxOfUploads = 0.01

/** What this site lacks, without which the benchmark proves less than it promises. */
export const missingIn = ({ postgres, bucket, disk, hasNginx }: Site): string[] => [
  ...(postgres !== null && !hasNginx ? ['without nginx: it is not installed'] : []),
  ...(postgres !== null && bucket === null ? ['without an outage of S3: no S3 server is installed'] : []),
  ...(postgres === null && disk === null ? ['without a full disk: this process may not mount one'] : []),
]

/** The faults that this site can have. */
export function faultsOf(site: Site): Fault[] {
  const { servers, mail, meilisearch, postgres, bucket, disk, clockFile } = site
  const [first, last] = [servers[0]!, servers.at(-1)!]
  const isAlone = servers.length === 1
  const clock = (what: string, ms: number): Fault => ({
    what,
    most: 0,
    async cause() {
      writeFileSync(clockFile, String(ms))
      await sleep(outageMs)
      rmSync(clockFile)
      await sleep(1000)
    },
  })
  return [
    {
      what: 'SIGKILL of a server',
      most: isAlone ? null : maxOfServer,
      async cause() {
        const { restarts } = first
        const before = restarts()
        first.kill('SIGKILL')
        while (restarts() === before) await sleep(100)
      },
    },
    {
      what: 'SIGSTOP of a server for 20 s',
      most: isAlone ? null : maxOfServer,
      async cause() {
        last.kill('SIGSTOP')
        await sleep(outageMs)
        last.kill('SIGCONT')
      },
    },
    ...(postgres
      ? [
          { what: 'restart of PostgreSQL, 5 s without', most: null, cause: () => postgres.restart({ downMs: 5000 }) },
          { what: 'crash of PostgreSQL, 5 s without', most: null, cause: () => postgres.restart({ downMs: 5000, isCrash: true }) },
        ]
      : []),
    {
      what: 'Meilisearch away for 20 s',
      // The embedded index answers.
      most: 0,
      async cause() {
        await meilisearch.stop()
        await sleep(outageMs)
        await meilisearch.start()
      },
    },
    {
      what: 'mail server refuses for 20 s',
      most: 0,
      async cause() {
        mail.down(421)
        await sleep(outageMs)
        mail.up()
      },
    },
    ...(bucket
      ? [
          {
            what: 'S3 away for 20 s',
            most: maxOfUploads,
            async cause() {
              await bucket.shut()
              await sleep(outageMs)
              await bucket.open()
            },
          },
        ]
      : []),
    ...(disk
      ? [
          {
            what: 'full disk for 20 s',
            most: null,
            async cause() {
              const until = performance.now() + outageMs
              while (performance.now() < until) {
                disk.fill()
                await sleep(500)
              }
              disk.free()
            },
          },
        ]
      : []),
    clock('clock one hour ahead for 20 s', 3_600_000),
    clock('clock one hour behind for 20 s', -3_600_000),
  ]
}
