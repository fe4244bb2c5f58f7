/**
 * CORS for calls that a cast receiver makes with its token (decision 42) when its page is on another origin. Cookies are never accepted
 * there, since credentials are not allowed.
 */
import type { RequestHandler } from 'express'
import { endpoints, type Endpoint } from '#contract/index.ts'

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

const opened = (Object.entries(endpoints) as [string, Endpoint][])
  .filter(([, { cast }]) => cast === true)
  .map(([key]) => {
    const [method, path] = key.split(' ') as [string, string]
    return { method, pattern: patternOf(path) }
  })

export function castOrigin({ castReceiverOrigin }: { castReceiverOrigin: string }): RequestHandler {
  return (request, response, next) => {
    if (request.headers.origin !== castReceiverOrigin) return next()
    const { method, path } = request
    const requested = method === 'OPTIONS' ? request.get('access-control-request-method') : method
    if (!opened.some((one) => one.method === requested && one.pattern.test(path))) return next()
    response.set('Access-Control-Allow-Origin', castReceiverOrigin).vary('Origin')
    if (method !== 'OPTIONS') return next()
    response
      .set({
        'Access-Control-Allow-Methods': requested!,
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Strand-Request',
        'Access-Control-Max-Age': '600',
      })
      .status(204)
      .end()
  }
}
