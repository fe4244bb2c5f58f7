/** Strand Connect: the WebSocket by which a member's devices see and control each other (BZ10). Protocol: `contract/connect.ts`. */
import type { IncomingMessage, Server } from 'node:http'
import type { Express, Request, RequestHandler } from 'express'
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import { addressOf, type Limit, type Limits } from '#http/limits.ts'
import { demandOwnOrigin, type OwnOrigin } from '#http/origin.ts'
import { actorOf, type Sessions } from '#http/session.ts'
import { createHub, type Hub } from './hub.ts'
import { createRelay, type Relay } from './relay.ts'
import { createSockets, Refusal, type SocketOptions, type Sockets, type Visitor } from './sockets.ts'

/** Paths of requests that may end sessions: other processes check theirs at once. */
const endsSessions = /\/(auth|logout|sessions|password|delete)\b/
/** Interval (ms) at which the sessions of all connected devices are checked: another process may have ended one. */
const sessionCheckMs = 2000
/** Upgrades of one address. A page connects once, and again after each interruption. */
const upgradeLimit: Limit = { name: 'Connections of devices', requests: 120, seconds: 60 }

export interface Connect {
  /** Accepts devices on the server of the app. */
  attach(server: Server, app: Express): void
  /** After a request that may have ended sessions, disconnects their devices at once. */
  watchSessions: RequestHandler
  /** Disconnects the devices of a member whose sessions another member has ended, at once and in all processes. */
  disconnect(uid: string): void
  /** Open sockets of this process. */
  socketCount(): number
  /** Disconnects the devices, which connect again to another process or after the restart. */
  stop(): Promise<void>
}

export interface ConnectDeps {
  db: DataSource
  sessions: Pick<Sessions, 'find'>
  limits: Limits
  config: OwnOrigin
  /** Limits of sockets; tests use smaller ones. */
  socketLimits?: SocketOptions['limits']
  lingerMs?: number
  now?: () => number
}

/** The time, unaffected if the clock of this machine is set (ms since 1970). */
const steadyNow = (): number => Math.round(performance.timeOrigin + performance.now())

export function createConnect({ db, sessions, limits, config, socketLimits, lingerMs, now = steadyNow }: ConnectDeps): Connect {
  let relay: Relay | null = null
  const hub: Hub = createHub({
    ...(lingerMs !== undefined && { lingerMs }),
    now,
    createRelay: (events) => (relay = createRelay(db, { ...events, now, onSessions: (uid) => void checkQuietly(uid ?? undefined) })),
  })
  let sockets: Sockets | null = null

  async function admit(request: Request, token: string | null): Promise<Visitor> {
    try {
      await limits.consume(upgradeLimit, () => addressOf(request))
      // A television application has no origin; a page always has one.
      if (token === null || request.headers.origin !== undefined) demandOwnOrigin(request, config)
    } catch (error) {
      throw new Refusal(
        error instanceof StrandError ? error.status : 500,
        error instanceof StrandError ? error.message : 'Something went wrong',
      )
    }
    const actor = await sessions.find(request, token)
    if (actor === null) throw new Refusal(401, 'Sign in first')
    return { uid: actor.uid, session: actor.sessionHash }
  }

  /** Disconnects the devices whose session has ended. */
  async function check(uid?: string): Promise<void> {
    const open = [...hub.sessions(uid)]
    if (open.length === 0) return
    const rows = await sql<{ tokenHash: string }>(
      db,
      `SELECT "tokenHash" FROM "session" WHERE "tokenHash" IN (:...open) AND "expiryDate" > :now`,
      { open, now: new Date().toISOString() },
    )
    const valid = new Set(rows.map(({ tokenHash }) => tokenHash))
    hub.end(new Set(open.filter((hash) => !valid.has(hash))))
  }

  /** While the database is unavailable, devices stay connected. */
  const checkQuietly = (uid?: string): Promise<void> => check(uid).catch(() => undefined)

  const timer = setInterval(() => void checkQuietly(), sessionCheckMs)
  timer.unref()

  return {
    attach(server, app) {
      /** Gives a request of an upgrade the properties of Express's requests, such as `ip` behind a proxy. */
      const toRequest = (request: IncomingMessage): Request => Object.setPrototypeOf(request, app.request) as Request
      sockets = createSockets({
        hub,
        admit: (request, token) => admit(toRequest(request), token),
        addressOf: (request) => addressOf(toRequest(request)),
        ...(socketLimits && { limits: socketLimits }),
      })
      sockets.attach(server)
    },

    watchSessions: (request, response, next) => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        response.once('finish', () => {
          const uid = actorOf(request)?.uid
          // A password reset has no actor.
          if (uid === undefined && !request.path.includes('/auth/')) return
          void checkQuietly(uid)
          if (endsSessions.test(request.path)) relay?.reportSessions(uid ?? null)
        })
      next()
    },

    disconnect(uid) {
      void checkQuietly(uid)
      relay?.reportSessions(uid)
    },

    socketCount: () => sockets?.count() ?? 0,

    async stop() {
      clearInterval(timer)
      sockets?.stop()
      hub.stop()
      await relay?.stop()
    },
  }
}
