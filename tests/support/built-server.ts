/**
 * The built server as a process of its own, the way people run it: for browser tests, benchmarks and
 * the tests of starting and stopping. Build it first (`npm run build`).
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A whole process with what it said. */
export interface Started {
  process: ChildProcess
  /** Standard output and standard error, in the order they came. */
  output(): string
  /** Resolves with the exit code; a process that a signal killed has none. */
  ended: Promise<number | null>
}

/** A Meilisearch that tests of the adapter are given is no server's to write to. */
const withoutMeilisearch = { MEILI_URL: '', MEILI_KEY: '', MEILI_INDEX: '' }

export function startProcess(command: string, args: string[], env: Record<string, string>): Started {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...withoutMeilisearch, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { process: child, output: () => output, ended }
}

/** Runs the sources as in production, on a free loopback port; `args` are those of Node. */
export const startSources = (args: string[], env: Record<string, string>): Started =>
  startProcess(process.execPath, ['--import', 'tsx', ...args], {
    NODE_ENV: 'production',
    STRAND_DEMO: '0',
    STRAND_RATE_LIMITS: '0',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: '0',
    ...env,
  })

/** Waits until the server says where it is. Rejects with its output where it ends before that. */
export async function ready(started: Started, timeoutMs = 60_000): Promise<string> {
  const deadline = Date.now() + timeoutMs
  let ended = false
  void started.ended.then(() => (ended = true))
  for (;;) {
    const [, origin] = /Strand is ready at (\S+)/.exec(started.output()) ?? []
    if (origin) return origin
    if (ended || Date.now() > deadline) throw new Error(`The server did not start:\n${started.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export interface BuiltServer {
  origin: string
  output(): string
  /** Answers the exit code. */
  stop(): Promise<number | null>
}

/** Listens on a free loopback port unless `env` says otherwise. */
export async function startBuiltServer(env: Record<string, string>): Promise<BuiltServer> {
  const started = startProcess(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], { HOST: '127.0.0.1', PORT: '0', ...env })
  const stop = () => {
    started.process.kill('SIGTERM')
    return started.ended
  }
  try {
    return { origin: await ready(started), output: started.output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
