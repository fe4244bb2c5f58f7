/**
 * Runs the built server as a separate process, for browser tests, benchmarks and the tests of starting and stopping. Requires
 * `npm run build`.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Node's options for a server of deploy/. */
export const deployedNodeOptions = (): string =>
  /^Environment=NODE_OPTIONS=(.+)$/m.exec(readFileSync(`${root}deploy/systemd/strand@.service`, 'utf8'))![1]!

const builtServer = ['--enable-source-maps', 'dist/server/main.js']

/** A child process and its output. */
export interface Started {
  process: ChildProcess
  /** Standard output and standard error, interleaved. */
  output(): string
  /** Resolves with the exit code; null if a signal killed the process. */
  ended: Promise<number | null>
}

/** Servers of tests must not write to the Meilisearch server and the bucket that are configured for the tests of the adapters. */
const withoutServices = { MEILI_URL: '', MEILI_KEY: '', MEILI_INDEX: '', S3_URL: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }

export function startProcess(command: string, args: string[], env: Record<string, string>): Started {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...withoutServices, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { process: child, output: () => output, ended }
}

/** Runs Node as in production; a server listens on a free loopback port. */
const startNode = (args: string[], env: Record<string, string>): Started =>
  startProcess(process.execPath, args, {
    NODE_ENV: 'production',
    STRAND_DEMO: '0',
    STRAND_RATE_LIMITS: '0',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: '0',
    ...env,
  })

/** Runs a script that imports the sources. */
export const startScript = (script: string, env: Record<string, string>): Started =>
  startNode(['--import', 'tsx', '--input-type=module', '-e', script], env)

/** Starts the built server: the sources would be compiled at each start, which takes longer than most tests. */
export const startProduction = (env: Record<string, string>): Started => startNode(builtServer, env)

/** Waits until the server logs its address, and returns it. Rejects with the output if the process ends before. */
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
  pid: number
  origin: string
  output(): string
  /** Resolves with the exit code. */
  stop(): Promise<number | null>
}

/** Listens on a free loopback port, unless `env` sets another one. */
export async function startBuiltServer(env: Record<string, string>): Promise<BuiltServer> {
  const started = startProcess(process.execPath, builtServer, { HOST: '127.0.0.1', PORT: '0', ...env })
  const stop = () => {
    started.process.kill('SIGTERM')
    return started.ended
  }
  try {
    return { pid: started.process.pid!, origin: await ready(started), output: started.output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
