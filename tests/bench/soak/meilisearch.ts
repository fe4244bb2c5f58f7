/** A stand-in for Meilisearch, since no script can install one. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../support/built-server.ts'
import type { MeilisearchCommand } from './meilisearch-process.ts'

export interface Meilisearch {
  url: string
  /** The master key. */
  key: string
  /** Stops listening; `start` listens again, with the same data. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** In a process of its own: its searches read all documents, and would delay the requests of this process more and more. */
export async function startMeilisearch(): Promise<Meilisearch> {
  const child = fork(join(root, 'tests/bench/soak/meilisearch-process.ts'), { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The stand-in for Meilisearch ended with code ${code}.`)))
  ended.catch(() => undefined)
  const [{ url, key }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string; key: string }]
  async function send(command: MeilisearchCommand): Promise<void> {
    child.send(command)
    await Promise.race([once(child, 'message'), ended])
  }
  return {
    url,
    key,
    stop: () => send('stop'),
    start: () => send('start'),
    async close() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
