/**
 * `/embed/{bead}`: a playlist as a document for a frame or a small window of other sites (J1). It has no scripts and ignores the
 * session: it contains only public data, and the embedding site learns nothing about the viewer.
 */
import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Config } from '../../config.ts'
import {
  embedWords,
  endpoints,
  idKind,
  language,
  limits,
  messages,
  pageTitles,
  type Bead,
  type PlaylistSort,
  type Post,
} from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { Beads } from '../beads/service.ts'
import type { Posts } from '../posts/service.ts'
import { escapeHtml, tag } from './html.ts'

const style = `
:root { color-scheme: light dark; --canvas: #ffffff; --line: #e4e4e8; --text: #1a1a1e; --soft: #50505a; --hover: #f0f0f3; --focus: #1f5fd1; }
@media (prefers-color-scheme: dark) { :root { --canvas: #1c1c1f; --line: #2e2e33; --text: #f3f3f5; --soft: #bcbcc5; --hover: #2a2a2f; --focus: #8db6ff; } }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { background: var(--canvas); color: var(--text); font: 15px/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
a { color: inherit; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; border-radius: 8px; }
header { display: flex; gap: 12px; align-items: center; padding: 12px; border-block-end: 1px solid var(--line); }
header img { inline-size: 64px; block-size: 64px; border-radius: 10px; object-fit: cover; }
h1 { font-size: 18px; line-height: 1.25; overflow-wrap: anywhere; }
h1 a:hover, footer a:hover { text-decoration: underline; }
small { color: var(--soft); font-size: 13px; }
ol { list-style: none; padding: 4px; }
li a { display: flex; gap: 12px; align-items: center; min-block-size: 60px; padding: 6px 8px; border-radius: 10px; }
li a:hover { background: var(--hover); }
li img, li i { flex: none; inline-size: 85px; block-size: 48px; border-radius: 6px; object-fit: cover; background: var(--line); }
li span { min-inline-size: 0; overflow-wrap: anywhere; }
li b { display: block; font-weight: 550; }
p { padding: 24px 12px; color: var(--soft); text-align: center; }
footer { padding: 12px; border-block-start: 1px solid var(--line); font-weight: 550; text-align: center; }
footer a { display: block; padding: 8px; }
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self' https: data:",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join(';')

/** Opens in a new window, outside the frame (J1). */
const externalLink = (href: string): string => tag('a', { href, target: '_blank', rel: 'noopener' })
const picture = (src: string | null | undefined): string => (src ? tag('img', { src, alt: '', loading: 'lazy' }) : '')

function rowOf({ href, title, media, creator }: Post, publicUrl: string): string {
  const about = media?.artist ?? creator.name
  return `<li>${externalLink(encodeURI(`${publicUrl}/${href}`))}${picture(media?.image) || '<i></i>'}<span><b>${escapeHtml(title)}</b><small>${escapeHtml(about)}</small></span></a></li>`
}

function bodyOf(bead: Bead, posts: readonly Post[], publicUrl: string): string {
  const address = publicUrl + bead.href
  return `<header>${picture(bead.image)}<div><h1>${externalLink(address)}${escapeHtml(bead.title)}</a></h1>
<small>${escapeHtml(embedWords.by(bead.creator.name))} · ${embedWords.posts(bead.postCount)}</small></div></header>
<main>${posts.length === 0 ? `<p>${embedWords.empty}</p>` : `<ol>${posts.map((post) => rowOf(post, publicUrl)).join('\n')}</ol>`}</main>
<footer>${externalLink(address)}${bead.postCount === 0 ? embedWords.open : embedWords.all(bead.postCount)}</a></footer>`
}

const documentOf = (title: string, body: string, canonical?: string): string => `<!doctype html>
${tag('html', { lang: language.lang, dir: language.dir })}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${canonical === undefined ? '' : tag('link', { rel: 'canonical', href: canonical })}
<title>${escapeHtml(pageTitles.of(title))}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`

export function embeddedBeads(
  { beads, posts }: { beads: Pick<Beads, 'get'>; posts: Pick<Posts, 'list'> },
  { publicUrl }: Pick<Config, 'publicUrl'>,
): RequestHandler {
  async function render(id: string): Promise<{ status: number; html: string }> {
    const errorDocument = (status: number, message: string) => ({
      status,
      html: documentOf('', `<p>${escapeHtml(message)}</p><footer>${externalLink(publicUrl)}${embedWords.open}</a></footer>`),
    })
    if (idKind(id) !== 'bead') return errorDocument(404, pageTitles.noBead)
    try {
      const bead = await beads.get(id, null)
      const firstPosts = async (sort: PlaylistSort): Promise<Post[]> => {
        const query = endpoints['GET /api/v0/posts'].query.parse({ bead: id, sort, from: 0, limit: limits.page.posts })
        return (await posts.list(query, null)).results
      }
      const sort = bead.sort ?? (bead.invitees ? 'earliest' : 'recent')
      const first = await firstPosts(sort)
      // Top excludes posts without activity, so it may be empty.
      const shown = first.length === 0 && sort === 'top' ? await firstPosts('recent') : first
      return { status: 200, html: documentOf(bead.title, bodyOf(bead, shown, publicUrl), publicUrl + bead.href) }
    } catch (error) {
      if (!(error instanceof StrandError)) throw error
      if (error.code === 'not_found') return errorDocument(404, pageTitles.noBead)
      if (error.code === 'forbidden') return errorDocument(403, messages.draftHidden)
      throw error
    }
  }

  return async (request, response, next) => {
    const [, id] = /^\/embed\/([^/]+)\/?$/.exec(request.path) ?? []
    if (id === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return next()
    const { status, html } = await render(id)
    // The only page that other sites may frame.
    response.removeHeader('X-Frame-Options')
    response
      .status(status)
      .set({
        'Content-Security-Policy': policy,
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': status === 200 ? 'public, max-age=300' : 'no-cache',
      })
      .type('html')
      .send(html)
  }
}
