/** Starts and stops the server. The only file with side effects at import. */
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataSource } from 'typeorm'
import { createApp } from './app.ts'
import { atPort, loadConfig, StartupError, type Config } from './config.ts'
import { messages } from '#contract/messages.ts'
import { closeDatabase, migrate, openDatabase } from '#db/data-source.ts'
import { MemberEntity } from './features/accounts/entities.ts'
import { checkSecret, signingSecret } from './features/mail/service.ts'
import { createRendererLoader } from './features/pages/rendering.ts'
import { createServer } from '#http/connections.ts'
import { standardOutput } from '#http/log-output.ts'
import { metricsListener, type MetricsSource } from '#http/metricsServer.ts'
import { shareAssets } from '#http/sharedAssets.ts'
import { createShutdown, shutdownLimits } from '#http/shutdown.ts'
import { ObjectStoreUnavailable } from '#objects/store.ts'
import { createServices, type Services } from './services.ts'
import { refuseUnfinishedUploads } from './transfer/upload-target.ts'

/** EX_CONFIG of sysexits.h: another start would fail in the same way (RestartPreventExitStatus of the systemd unit). */
const configurationExitCode = 78
/** One Ctrl+C can arrive twice, from the terminal and through npm. Signals within this time (ms) count as one. */
const duplicateSignalMs = 500

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '1', 'Cache-Control': 'no-store' })
  response.end(messages.starting)
}

/** Explains why a port is not available. */
function portProblem(error: NodeJS.ErrnoException, { host, port }: Config): StartupError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is busy: stop what is using it, or set PORT to another one.`,
    EACCES: `Port ${port} on ${host} may not be used without more privileges: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: set HOST to one that it has.`,
    ENOTFOUND: `The name ${host} has no address: set HOST to one that this machine has.`,
  }
  return new StartupError(reasons[error.code ?? ''] ?? `Cannot listen on ${host}, port ${port}: ${error.message}.`)
}

const listen = (server: Server, config: Config): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portProblem(error, config)))
    server.listen(config.port, config.host, () => resolve((server.address() as AddressInfo).port))
  })

/** Stays open during a shutdown, so that the drain can be observed. */
async function serveMetrics(source: MetricsSource, { host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer(metricsListener(source))
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new StartupError(`Cannot listen on ${host}, port ${port} (STRAND_METRICS_HOST, STRAND_METRICS_PORT): ${message}.`)),
    )
    server.listen(port, host, resolve)
  })
  console.log(`Metrics are at http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`)
}

async function seedDemoData(db: DataSource): Promise<void> {
  const members = db.getRepository(MemberEntity)
  if ((await members.count()) > 0) return
  const { seedDemoWorld } = await import('./demo/seed.ts')
  await seedDemoWorld(db, new Date())
}

const hasDemoWorld = async (db: DataSource): Promise<boolean> =>
  (await db.getRepository(MemberEntity).countBy([{ uid: 'demo' }, { uid: 'partner' }, { uid: 'admin' }])) === 3

/**
 * Finishes running requests and exits with `exitCode`. Before that it drains for `drainMs`. Without draining, requests have `stalledMs`
 * only: no other server answers new ones, and containers are killed after ten seconds.
 */
type Stop = (exitCode: number, drainMs?: number) => Promise<void>

/** Answers all requests, and closes their connections, until load balancers have noticed that the server is not ready. */
async function drain(server: Server, services: Services, drainMs: number): Promise<void> {
  services.drain()
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  await sleep(drainMs)
}

function createStop(server: Server, services: Services): Stop {
  const { stalledMs, servicesMs } = shutdownLimits
  const shutdown = createShutdown(server)
  let stopping = false
  return async (exitCode, drainMs = 0) => {
    if (stopping) return
    stopping = true
    if (drainMs > 0) await drain(server, services, drainMs)
    const disconnected = services.connect.stop()
    const requestsMs = drainMs > 0 ? shutdownLimits.requestsMs : stalledMs
    setTimeout(() => process.exit(exitCode), requestsMs + servicesMs).unref()
    await shutdown({ stalledMs, requestsMs })
    await disconnected
    await services.scheduler.stop()
    await services.outbox.stop()
    await services.search.stop()
    services.mail.close()
    await services.push.close()
    await services.media.close()
    services.objects.close()
    await closeDatabase(services.db)
    await standardOutput().flush()
    process.exit(exitCode)
  }
}

/** A second signal exits at once. */
function stopOnSignal(stop: Stop, { drainMs }: Config): void {
  let since: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    if (since !== undefined && performance.now() - since > duplicateSignalMs) process.exit(1)
    since ??= performance.now()
    // SIGINT is a person at the terminal, who does not want to wait.
    void stop(0, signal === 'SIGTERM' ? drainMs : 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}

/** An unhandled error leaves the process in an unknown state: log it, finish running requests, and let the supervisor restart. */
function stopOnUnhandledError(stop: Stop, { log }: Services): void {
  let count = 0
  const onError = (error: unknown): void => {
    log.fatal({ error, count: ++count }, 'unhandled error: the server stops')
    // An error of the shutdown itself also arrives here, and must not keep the process alive.
    stop(1).catch(() =>
      standardOutput()
        .flush()
        .finally(() => process.exit(1)),
    )
  }
  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
}

/** An outage does not prevent the start: pages without pictures are better than none. A wrong configuration does. */
async function checkObjectStore({ objects, log }: Services): Promise<void> {
  try {
    await objects.verify()
    await refuseUnfinishedUploads(objects)
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    log.warn({ error }, 'uploads are unavailable')
  }
}

/** A full disk does not prevent the start: the server has its own build. */
async function shareBuild({ root, assetsDir }: Config, { log }: Services): Promise<void> {
  if (assetsDir === null) return
  await shareAssets(root, assetsDir).catch((error: unknown) =>
    log.warn({ error }, 'STRAND_ASSETS_DIR does not have all files of this build'),
  )
}

/** Exits if the environment is wrong. */
function readConfig(): Config {
  try {
    return loadConfig()
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    console.error(error.message)
    return process.exit(configurationExitCode)
  }
}

async function main(): Promise<void> {
  const given = readConfig()
  // The port first: a second server on the same port must not touch the database of the first.
  const server = createServer(starting)
  const config = atPort(given, await listen(server, given))
  const db = await openDatabase(config)
  await migrate(db, config.demo ? () => seedDemoData(db) : undefined)
  const services = createServices(db, config)
  await checkObjectStore(services)
  await shareBuild(config, services)
  const app = createApp(services, config, createRendererLoader(config))
  if (services.metrics && config.metrics) await serveMetrics(services.metrics, config.metrics)
  server.off('request', starting).on('request', app)
  services.connect.attach(server, app)
  services.search.start()
  if (!config.readOnly) {
    await checkSecret({ db, log: services.log, secret: await signingSecret(config)() })
    await services.firstAdmin.appoint()
    services.outbox.start()
    services.scheduler.start()
  }
  const stop = createStop(server, services)
  stopOnSignal(stop, config)
  stopOnUnhandledError(stop, services)
  console.log(`Strand is ready at ${config.publicUrl}`)
  if (await hasDemoWorld(db)) console.log('Demo accounts: demo, partner, admin (password: strand)')
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error)
  process.exit(1)
})
