import { parseCookie } from 'cookie'
import type { Request, RequestHandler, Response } from 'express'
import type { Config } from '../../config.ts'
import type { Skin } from '#contract/endpoints/site.ts'
import type { ScreenName } from '#contract/pages/screens.ts'
import { asyncHeader } from '#http/origin.ts'
import { actorOf, hasEndedSession } from '#http/session.ts'
import { keepPartner, partnerOf } from '../site/service.ts'
import { createAssets } from './assets.ts'
import { renderDocument, type Look } from './document.ts'
import { isRedirect, preloaded, type Preloaded } from './page.ts'
import { shellPage, shellPath } from './plain.ts'
import { createResolve } from './resolve.ts'
import type { Contents } from './screens.ts'

function themeOf(request: Request): Look['theme'] {
  const { theme } = parseCookie(request.headers.cookie ?? '')
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** Answers every address that nothing else answers with a whole document, where one is wanted. */
export function pages(
  contents: Contents,
  config: Pick<Config, 'root' | 'viteOrigin' | 'publicUrl' | 'secure' | 'dailymotionPlayerId'>,
): RequestHandler {
  const assets = createAssets(config)
  const resolve = createResolve(contents)

  const lookOf = (request: Request, response: Response, screen: ScreenName): Look => ({
    publicUrl: config.publicUrl,
    dailymotionPlayerId: config.dailymotionPlayerId,
    theme: themeOf(request),
    assets: assets('app', screen),
    build: response.get('X-Strand-Build') ?? null,
  })
  const siteData = async (skin: Skin | null): Promise<Preloaded> => preloaded('GET /api/v0/site', {}, await contents.site.facts(skin))

  /** A partner's playlist looks like theirs; so does all that somebody sees who came from them. */
  function skinOf(request: Request, response: Response, tags: readonly string[], search: string): Skin | null {
    const { skins } = contents.site
    const came = skins.byKey(new URLSearchParams(search).get('partner') ?? undefined)
    if (came !== null) keepPartner(response, came.key, config.secure)
    return skins.of(tags) ?? came ?? skins.byKey(partnerOf(request))
  }

  async function sendShell(request: Request, response: Response): Promise<void> {
    // Of no use to a person, who has a network where this was asked for.
    if (request.get('Sec-Fetch-Mode') === 'navigate') return response.redirect(302, '/')
    const look = { ...lookOf(request, response, shellPage.screen), theme: null }
    response
      .set('Cache-Control', 'private, no-cache')
      .type('html')
      .send(renderDocument({ ...shellPage, data: [await siteData(null)] }, look))
  }

  return async (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // A script that asks for data and errs in the address must not be told in HTML.
    if (!reads || request.get(asyncHeader) !== undefined || !request.accepts('html')) return next()
    if (request.path === shellPath) return sendShell(request, response)
    const mark = request.originalUrl.indexOf('?')
    const search = mark < 0 ? '' : request.originalUrl.slice(mark)
    const actor = actorOf(request)
    const page = await resolve(request.path, search, actor)
    if (isRedirect(page)) {
      // A title may change back, and two moves that a browser remembers would send it in a circle.
      response.set('Cache-Control', 'no-cache').redirect(301, page.to)
      return
    }
    const site = await siteData(skinOf(request, response, page.tags ?? [], search))
    const me = preloaded('GET /api/v0/me', {}, actor === null ? null : await contents.accounts.me(actor.uid))
    // Until the page has said that it knows: a document may be overtaken on its way by the one that the worker keeps.
    const ended = hasEndedSession(request)
    if (ended) me.ended = true
    response
      .status(page.status)
      .set('Cache-Control', ended ? 'no-store' : 'private, no-cache')
      .vary('Cookie')
      .type('html')
      .send(renderDocument({ ...page, data: [me, site, ...page.data] }, lookOf(request, response, page.screen)))
  }
}
