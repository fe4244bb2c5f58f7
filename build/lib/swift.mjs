import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { at } from './paths.mjs'
import { findProgram, installPackages } from './system.mjs'

/** The Python of the system, which finds packages of Debian. */
const python = '/usr/bin/python3'
const packageFolder = '/usr/lib/python3/dist-packages/swift'

/** Why there is no S3 server for tests; null if there is one. */
export const whyNoSwift = () =>
  existsSync(packageFolder) && findProgram(python) ? null : 'OpenStack Swift was not found: apt-get install python3-swift'

/** Installs it if it is missing. */
export async function ensureSwift() {
  if (whyNoSwift() !== null) await installPackages('OpenStack Swift, an S3 server,', 'python3-swift')
}

/** Access key of the server. Tempauth separates account and user by a colon. */
export const swiftKey = { keyId: 'test:tester', secret: 'a-secret-key-for-tests' }

/**
 * Starts OpenStack Swift with its S3 API on a free loopback port, over a temporary folder. `stop` ends it and deletes the folder. It has no
 * bucket yet.
 */
export async function startSwift() {
  const why = whyNoSwift()
  if (why !== null) throw new Error(why)
  const folder = mkdtempSync(join(tmpdir(), 'strand-swift-'))
  const args = [at('build/lib/s3-server.py'), folder, '0', swiftKey.keyId, swiftKey.secret]
  const server = spawn(python, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  server.stderr.on('data', (chunk) => (log = (log + chunk).slice(-4000)))
  const ended = new Promise((resolve) => server.once('close', resolve))
  const stop = async () => {
    server.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const [, port] = /^ready (\d+)$/.exec(line) ?? []
    if (port) return { port: Number(port), stop }
  }
  await stop()
  throw new Error(`OpenStack Swift did not start:\n${log.trim()}`)
}
