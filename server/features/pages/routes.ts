import { parseCookie } from 'cookie'
import type { Request, RequestHandler } from 'express'
import type { Config } from '../../config.ts'
import { asyncHeader } from '../../http/origin.ts'
import { actorOf } from '../../http/session.ts'
import { createAssets } from './assets.ts'
import { renderDocument, type Look } from './document.ts'
import { isRedirect, preloaded } from './page.ts'
import { createResolve } from './resolve.ts'
import type { Contents } from './screens.ts'

function themeOf(request: Request): Look['theme'] {
  const { theme } = parseCookie(request.headers.cookie ?? '')
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** Answers every address that nothing else answers with a whole document, where one is wanted. */
export function pages(contents: Contents, config: Pick<Config, 'root' | 'viteOrigin' | 'publicUrl' | 'dailymotionPlayerId'>): RequestHandler {
  const assets = createAssets(config)
  const resolve = createResolve(contents)

  return async (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // A script that asks for data and errs in the address must not be told in HTML.
    if (!reads || request.get(asyncHeader) !== undefined || !request.accepts('html')) return next()
    const mark = request.originalUrl.indexOf('?')
    const search = mark < 0 ? '' : request.originalUrl.slice(mark)
    const actor = actorOf(request)
    const page = await resolve(request.path, search, actor)
    if (isRedirect(page)) {
      // A title may change back, and two moves that a browser remembers would send it in a circle.
      response.set('Cache-Control', 'no-cache').redirect(301, page.to)
      return
    }
    const me = preloaded('GET /api/v0/me', {}, actor === null ? null : await contents.accounts.me(actor.uid))
    const { publicUrl, dailymotionPlayerId } = config
    const look = { publicUrl, dailymotionPlayerId, theme: themeOf(request), assets: assets(page.screen) }
    response
      .status(page.status)
      .set('Cache-Control', 'private, no-cache')
      .vary('Cookie')
      .type('html')
      .send(renderDocument({ ...page, data: [me, ...page.data] }, look))
  }
}
