import { parseCookie } from 'cookie'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Skin } from '#contract/endpoints/site.ts'
import type { ScreenName } from '#contract/pages/screens.ts'
import { asyncHeader } from '#http/origin.ts'
import { labelRoute } from '#http/requestMetrics.ts'
import { allowStyles } from '#http/security.ts'
import { actorOf, hasEndedSession } from '#http/session.ts'
import { partnerOf, setPartnerCookie } from '../site/service.ts'
import { createAssets } from './assets.ts'
import { inlineStyles, renderDocument, type DocumentOptions } from './document.ts'
import { pageSettings, type PageConfig } from './settings.ts'
import { isRedirect, preloaded, type Preloaded } from './page.ts'
import { renderPage, type LoadRenderer } from './rendering.ts'
import { shellPage, shellPath } from './plain.ts'
import { createResolve } from './resolve.ts'
import type { Contents } from './screens.ts'

function themeOf(request: Request): DocumentOptions['theme'] {
  const { theme } = parseCookie(request.headers.cookie ?? '')
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** Answers all remaining GET requests that accept HTML with a document. */
export function pages(
  contents: Contents & { log: Logger },
  config: Pick<Config, 'root' | 'viteOrigin' | 'publicUrl' | 'secure'> & PageConfig,
  loadRenderer: LoadRenderer,
): RequestHandler {
  const assets = createAssets(config)
  const resolve = createResolve(contents)

  const documentOptions = (request: Request, response: Response, screen: ScreenName): DocumentOptions => ({
    publicUrl: config.publicUrl,
    settings: pageSettings(config),
    theme: themeOf(request),
    assets: assets('app', screen, actorOf(request) !== null),
    build: response.get('X-Strand-Build') ?? null,
  })
  const siteData = async (skin: Skin | null): Promise<Preloaded> => preloaded('GET /api/v0/site', {}, await contents.site.facts(skin))

  /** The skin of the playlist's partner, else of the partner whose link the visitor followed. */
  function skinOf(request: Request, response: Response, tags: readonly string[], search: string): Skin | null {
    const { skins } = contents.site
    const linkedSkin = skins.byKey(new URLSearchParams(search).get('partner') ?? undefined)
    if (linkedSkin !== null) setPartnerCookie(response, linkedSkin.key, config.secure)
    return skins.of(tags) ?? linkedSkin ?? skins.byKey(partnerOf(request))
  }

  async function sendShell(request: Request, response: Response): Promise<void> {
    // Only the service worker fetches the shell; a browser that navigates to it is online.
    if (request.get('Sec-Fetch-Mode') === 'navigate') return response.redirect(302, '/')
    // Its style sheets are files, which the service worker has too.
    const shellAssets = { ...assets('app', shellPage.screen), inlined: null }
    const options = { ...documentOptions(request, response, shellPage.screen), assets: shellAssets, theme: null }
    response
      .set('Cache-Control', 'private, no-cache')
      .type('html')
      .send(renderDocument({ ...shellPage, data: [await siteData(null)] }, options))
  }

  return async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A script with a wrong API path gets the JSON error, not HTML.
    if (!isRead || request.get(asyncHeader) !== undefined || !request.accepts('html')) return next()
    if (request.path === shellPath) {
      labelRoute(request, 'page shell')
      return sendShell(request, response)
    }
    const queryStart = request.originalUrl.indexOf('?')
    const search = queryStart < 0 ? '' : request.originalUrl.slice(queryStart)
    const actor = actorOf(request)
    const page = await resolve(request.path, search, actor)
    labelRoute(request, isRedirect(page) ? 'page redirect' : `page ${page.screen}`)
    if (isRedirect(page)) {
      // Not cached: a title can change back, and two cached redirects would form a loop.
      response.set('Cache-Control', 'no-cache').redirect(301, page.to)
      return
    }
    const site = await siteData(skinOf(request, response, page.tags ?? [], search))
    const me = preloaded('GET /api/v0/me', {}, actor === null ? null : await contents.accounts.me(actor.uid))
    // `no-store` until the page has acknowledged the end of the session: the service worker may answer with its cached document.
    const ended = hasEndedSession(request)
    if (ended) me.ended = true
    const content = { ...page, data: [me, site, ...page.data] }
    const { log } = contents
    const rendered = await renderPage(loadRenderer, content, { path: request.path, search, headers: request.headers }, log)
    const options = { ...documentOptions(request, response, page.screen), rendered }
    const css = inlineStyles(options.assets, rendered)
    if (css !== null) allowStyles(response, css)
    response
      .status(page.status)
      .set('Cache-Control', ended ? 'no-store' : 'private, no-cache')
      .vary('Cookie')
      .type('html')
      .send(renderDocument(content, options))
  }
}
