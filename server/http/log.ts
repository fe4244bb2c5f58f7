import type { Request, RequestHandler } from 'express'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { standardOutput } from './log-output.ts'
import { routePattern } from './requestMetrics.ts'
import { actorOf } from './session.ts'

/**
 * Structured log lines on standard output. `error` is logged with its stack and the database's message, never with SQL parameters.
 * @param context properties of every line, such as the request on whose behalf it is written
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardOutput(),
  context: () => object = () => ({}),
): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level: config.logLevel, base: null, timestamp, serializers: { error: describeError }, mixin: context }, destination)
}

/** A failed query has parameters such as an e-mail address or a password hash: they are not logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as { code?: unknown }
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(cause !== undefined && { cause }),
  }
}

/** Paths and queries can contain pasted text, tokens and addresses: the route identifies the request instead. */
const routeOf = (request: Request): string => routePattern(request) ?? request.path.slice(0, 200)

/** Load balancers ask each second: their answers with 200 say nothing. */
const isPassedCheck = ({ path }: Request, status: number): boolean => status < 400 && (path === '/healthz' || path === '/readyz')

/** One line per completed request, but for health checks that passed: member, route, status and duration. No headers, query or body. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now()
    response.on('close', () => {
      const status = response.statusCode
      // A server that is not ready yet is in order.
      const level = status >= 500 && request.path !== '/readyz' ? 'error' : 'info'
      if (!log.isLevelEnabled(level) || isPassedCheck(request, status)) return
      log[level](
        {
          requestId: request.id,
          method: request.method,
          route: routeOf(request),
          status,
          finished: response.writableFinished,
          ms: Math.round((performance.now() - started) * 10) / 10,
          uid: actorOf(request)?.uid,
          address: request.ip,
        },
        'request',
      )
    })
    next()
  }
}
