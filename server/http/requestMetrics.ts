/** Measures requests by the pattern of their route. Paths never become labels: each label value is a time series. */
import type { Request, RequestHandler } from 'express'

export interface MeasuredRequest {
  method: string
  /** A pattern, such as `/api/v0/beads/:id`, or `page discover`, `files` or `other`. */
  route: string
  /** `aborted`: the client closed the connection before the end of the answer. */
  status: string
  seconds: number
}

export interface RequestObserver {
  started(): void
  ended(request: MeasuredRequest): void
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const labels = new WeakMap<Request, string>()

/** For requests without a route of Express or of the contract. The number of labels must be bounded. */
export const labelRoute = (request: Request, label: string): void => void labels.set(request, label)

/** The pattern of the route that Express or the contract has found. */
export function routePattern(request: Request): string | null {
  const route = (request as { route?: { path?: unknown } }).route?.path
  return typeof route === 'string' ? route : null
}

const routeOf = (request: Request, status: number): string =>
  labels.get(request) ?? routePattern(request) ?? (status < 400 ? 'files' : 'other')

export function measureRequests(observer: RequestObserver): RequestHandler {
  return (request, response, next) => {
    const since = performance.now()
    const method = methods.has(request.method) ? request.method : 'other'
    observer.started()
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      const status = writableFinished ? String(statusCode) : 'aborted'
      observer.ended({ method, route: routeOf(request, statusCode), status, seconds: (performance.now() - since) / 1000 })
    })
    next()
  }
}
