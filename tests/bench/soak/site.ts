/** The site under load: one server on SQLite, or two on PostgreSQL behind a load balancer, with what they depend on. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import webpush from 'web-push'
import { findDeploymentProgram } from '../../../build/lib/deployment.mjs'
import { freePort } from '../../../build/lib/port.mjs'
import { startPostgres } from '../../../build/lib/postgres.mjs'
import { startBalancer } from '../../support/balancer.ts'
import { deployedNodeOptions, ready, root, startProcess, type Started } from '../../support/built-server.ts'
import { startMailServer, type MailServer } from '../../support/mail.ts'
import { startReverseProxy } from '../../support/reverse-proxy.ts'
import { startBucket, whyNoS3, type Faults } from '../../support/s3.ts'
import { mountDisk, type Disk } from './disk.ts'
import { startMeilisearch, type Meilisearch } from './meilisearch.ts'

export interface Server {
  origin: string
  pid(): number
  kill(signal: NodeJS.Signals): void
  /** How often it was started again after it had ended. */
  restarts(): number
  /** When it was last started, as `performance.now()`. */
  startedAt(): number
}

export interface Site {
  /** Where requests are sent. */
  origin: string
  servers: readonly Server[]
  mail: MailServer
  meilisearch: Meilisearch
  /** Null on SQLite. */
  postgres: { restart(how: { downMs: number; isCrash?: boolean }): Promise<void> } | null
  /** Of the bucket with the pictures; null on SQLite, or without an S3 server. */
  bucket: Faults | null
  /** The disk of the data; null on PostgreSQL, or where this process may not mount one. */
  disk: Disk | null
  /** Whether nginx is in front of two servers. */
  hasNginx: boolean
  /** While it exists, it contains the difference of the servers' clock in ms. */
  clockFile: string
  close(): Promise<void>
}

/** Time (ms) until a server that has ended is started again, as a service manager does. */
const restartMs = 500
const diskBytes = 600_000_000

/** Runs a server, and starts it again whenever it ends. */
async function superviseServer(env: Record<string, string>): Promise<Server & { stop(): Promise<void> }> {
  let started: Started
  let restarts = 0
  let isStopped = false
  let startedAt = 0
  // The same port after each start, because the load balancer knows it.
  const port = await freePort()
  const start = (): Started => {
    startedAt = performance.now()
    return startProcess(process.execPath, ['--import', join(root, 'tests/bench/soak/clock.mjs'), 'dist/server/main.js'], {
      NODE_ENV: 'production',
      NODE_OPTIONS: deployedNodeOptions(),
      LOG_LEVEL: 'fatal',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    })
  }
  started = start()
  await ready(started)
  const supervise = async (): Promise<void> => {
    for (;;) {
      await started.ended
      if (isStopped) return
      await sleep(restartMs)
      restarts += 1
      started = start()
    }
  }
  const supervision = supervise()
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: () => started.process.pid!,
    kill: (signal) => void started.process.kill(signal),
    restarts: () => restarts,
    startedAt: () => startedAt,
    async stop() {
      isStopped = true
      started.process.kill('SIGTERM')
      await supervision
    },
  }
}

function vapidEnv(): Record<string, string> {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys()
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
}

const hasNginx = findDeploymentProgram('nginx') !== undefined

/** nginx, as in deploy/, or a simple load balancer where it is not installed. */
async function startFront(port: number, servers: readonly Server[]): Promise<{ origin: string; close(): Promise<void> }> {
  if (!hasNginx) return startBalancer(servers.map(({ origin }) => origin))
  const { origin, stop } = await startReverseProxy('nginx', { port, servers: servers.map((server) => Number(new URL(server.origin).port)) })
  return { origin, close: stop }
}

export async function startSite(kind: 'sqlite' | 'postgres'): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'strand-soak-'))
  const disk = kind === 'sqlite' ? await mountDisk(join(folder, 'disk'), diskBytes) : null
  const clockFile = join(folder, 'clock')
  const mail = await startMailServer()
  const meilisearch = await startMeilisearch()
  const postgres = kind === 'postgres' ? await startPostgres({ isDurable: true }) : null
  const bucket = postgres && whyNoS3 === null ? await startBucket() : null
  const frontPort = await freePort()
  const env: Record<string, string> = {
    STRAND_DEMO: '1',
    STRAND_RATE_LIMITS: '0',
    STRAND_DRAIN_SECONDS: '5',
    STRAND_SECRET: 'the secret of the soak benchmark',
    ...vapidEnv(),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Strand <strand@example.org>',
    MEILI_URL: meilisearch.url,
    MEILI_KEY: meilisearch.key,
    SOAK_CLOCK: clockFile,
    NODE_TLS_REJECT_UNAUTHORIZED: '1',
    ...(postgres && { DATABASE_URL: postgres.url, PUBLIC_URL: `https://127.0.0.1:${frontPort}`, TRUST_PROXY: 'loopback' }),
    ...bucket?.env,
  }
  const servers = [await superviseServer({ ...env, STRAND_DATA_DIR: disk?.folder ?? join(folder, 'data') })]
  // Servers share no files; without an S3 server they have to, for the pictures.
  if (postgres) servers.push(await superviseServer({ ...env, STRAND_DATA_DIR: join(folder, bucket ? 'data2' : 'data') }))
  // nginx has a certificate of the tests. Only for this process, which only reaches loopback addresses.
  if (postgres) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const front = postgres ? await startFront(frontPort, servers) : null
  return {
    origin: front?.origin ?? servers[0]!.origin,
    servers,
    mail,
    meilisearch,
    postgres,
    bucket: bucket?.faults ?? null,
    disk,
    hasNginx: postgres !== null && hasNginx,
    clockFile,
    async close() {
      await front?.close()
      await Promise.all(servers.map((server) => server.stop()))
      await meilisearch.close()
      await mail.close()
      await bucket?.close()
      await postgres?.stop()
      await disk?.unmount()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
