/**
 * `/embed/{bead}`: the widget of other sites (J1). It ignores the session and sets no cookie: it contains only public data, and neither the
 * embedding site nor Strand learns anything about the viewer from it. `contract/pages/widget.ts` has its parameters.
 */
import type { RequestHandler } from 'express'
import type { Config } from '../../../config.ts'
import { endpoints, idKind, messages, pageTitles, type Bead, type PlaylistSort, type Post } from '#contract/index.ts'
import { widgetBuild, widgetEntries } from '#contract/pages/entries.js'
import { parseWidget, widgetSorts, type WidgetOptions } from '#contract/pages/widget.ts'
import { StrandError } from '#http/errors.ts'
import { widgetPolicy } from '#http/security.ts'
import type { Beads } from '../../beads/service.ts'
import type { Skins } from '../../partner/service.ts'
import type { Posts } from '../../posts/service.ts'
import { createAssets } from '../assets.ts'
import { pageSettings, settingTags, type PageConfig } from '../settings.ts'
import { errorDocument, isShown, widgetDocument, type Frame } from './document.ts'
import { widgetStyle } from './style.ts'

/** Seconds for which browsers and proxies reuse the document. */
const maxAgeSeconds = 300
/** Pages of the list that are read at most, if dead posts leave gaps. */
const maxPages = 4
/** Posts of a widget (B9): the standard number, and that of partners. */
const defaultPosts = { standard: 15, partner: 100 } as const

interface Contents {
  beads: Pick<Beads, 'get'>
  posts: Pick<Posts, 'list'>
  site: { skins: Skins }
}

/** The first posts of the list that are not dead. */
async function readPosts(posts: Contents['posts'], bead: string, sort: PlaylistSort, count: number): Promise<Post[]> {
  const found: Post[] = []
  for (let from: number | null = 0, pages = 0; from !== null && pages < maxPages && found.length < count; pages += 1) {
    const query = endpoints['GET /api/v0/posts'].query.parse({ bead, sort, from, limit: count })
    const page = await posts.list(query, null)
    found.push(...page.results.filter(isShown))
    from = page.next
  }
  return found.slice(0, count)
}

export function embeddedBeads(
  { beads, posts, site }: Contents,
  config: Pick<Config, 'root' | 'viteOrigin' | 'publicUrl'> & PageConfig,
): RequestHandler {
  const { publicUrl } = config
  const assets = createAssets(config, widgetEntries, widgetBuild)
  const settings = settingTags(pageSettings({ ...config, castAppId: null })).join('\n')

  async function renderBead(bead: Bead, options: WidgetOptions, css: string): Promise<string> {
    const skin = site.skins.of(bead.tags) ?? site.skins.byKey(options.partner ?? undefined)
    const count = options.posts ?? (skin === null ? defaultPosts.standard : defaultPosts.partner)
    const sort = options.sort ?? bead.sort ?? (bead.invitees ? 'earliest' : 'recent')
    const first = await readPosts(posts, bead.id, sort, count)
    // Top excludes posts without activity, so it may be empty.
    const shown = first.length === 0 && sort === 'top' ? await readPosts(posts, bead.id, 'recent', count) : first
    const { scripts, styles } = assets('widget')
    const frame: Frame = {
      title: bead.title,
      theme: options.theme ?? (skin?.white === true ? 'light' : 'auto'),
      css,
      canonical: publicUrl + bead.href,
      head: [settings, styles, scripts].join('\n'),
      mode: options.mode,
    }
    return widgetDocument({ bead, posts: shown, options, sort: widgetSorts.find((name) => name === sort) ?? null, skin, publicUrl }, frame)
  }

  async function render(id: string, options: WidgetOptions, css: string): Promise<{ status: number; html: string }> {
    const failed = (status: number, message: string) => ({
      status,
      html: errorDocument(message, publicUrl, { title: '', theme: options.theme ?? 'auto', css }),
    })
    if (idKind(id) !== 'bead') return failed(404, pageTitles.noBead)
    try {
      return { status: 200, html: await renderBead(await beads.get(id, null), options, css) }
    } catch (error) {
      if (!(error instanceof StrandError)) throw error
      if (error.code === 'not_found') return failed(404, pageTitles.noBead)
      if (error.code === 'forbidden') return failed(403, messages.draftHidden)
      throw error
    }
  }

  return async (request, response, next) => {
    const [, id] = /^\/embed\/([^/]+)\/?$/.exec(request.path) ?? []
    if (id === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return next()
    const queryStart = request.originalUrl.indexOf('?')
    const options = parseWidget(new URLSearchParams(queryStart < 0 ? '' : request.originalUrl.slice(queryStart)))
    const css = widgetStyle(options.accent)
    const { status, html } = await render(id, options, css)
    // The only page that other sites may frame, and open in a window that they can still reach: to focus it again (J1).
    for (const name of ['X-Frame-Options', 'Cross-Origin-Opener-Policy']) response.removeHeader(name)
    response
      .status(status)
      .set({
        'Content-Security-Policy': widgetPolicy(config, css),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': status === 200 ? `public, max-age=${maxAgeSeconds}` : 'no-cache',
      })
      .type('html')
      .send(html)
  }
}
