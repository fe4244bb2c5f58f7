/** Faults of the site, one after another. */
import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server, Site } from './site.ts'

export interface Fault {
  what: string
  /** Resolves when the fault is over. */
  cause(): Promise<void>
}

export const outageMs = 20_000

/** The faults that this site can have. */
export function faultsOf(site: Site): Fault[] {
  const { servers, mail, meilisearch, postgres, bucket, disk, clockFile } = site
  const last: Server = servers.at(-1)!
  const clock = (what: string, ms: number): Fault => ({
    what,
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
      async cause() {
        const { restarts } = last
        const before = restarts()
        last.kill('SIGKILL')
        while (restarts() === before) await sleep(100)
      },
    },
    {
      what: 'SIGSTOP of a server for 20 s',
      async cause() {
        last.kill('SIGSTOP')
        await sleep(outageMs)
        last.kill('SIGCONT')
      },
    },
    ...(postgres ? [{ what: 'restart of PostgreSQL, 5 s without', cause: () => postgres.restart(5000) }] : []),
    {
      what: 'Meilisearch away for 20 s',
      async cause() {
        await meilisearch.stop()
        await sleep(outageMs)
        await meilisearch.start()
      },
    },
    {
      what: 'mail server refuses for 20 s',
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
