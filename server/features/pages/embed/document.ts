/** The document of a widget (J1): readable and complete without script. */
import { embedWords, isDead, language, pageTitles, type Media, type Post } from '#contract/index.ts'
import type { Skin } from '#contract/endpoints/site.ts'
import { clockTime } from '#contract/pages/clockTime.ts'
import {
  widgetAddress,
  widgetSorts,
  type WidgetOptions,
  type WidgetSort,
  type WidgetTarget,
  type WidgetTheme,
} from '#contract/pages/widget.ts'
import type { WidgetData } from '#contract/widget.ts'
import { escapeHtml, escapeJson, tag } from '../html.ts'

/** What the widget is about: a playlist, also for a single post, or a member. */
export interface Subject {
  target: WidgetTarget
  title: string
  /** The line below the title. */
  byline: string
  href: string
  image: string | null | undefined
  postCount: number
  /** Whether the list has several posts to sort. */
  isSortable: boolean
  /** Whether anyone may post in it. */
  isOpen: boolean
}

export interface Widget {
  subject: Subject
  posts: readonly Post[]
  options: WidgetOptions
  /** The order of the posts; null if it is none that the widget offers. */
  sort: WidgetSort | null
  skin: Skin | null
  publicUrl: string
}

export interface Frame {
  title: string
  theme: WidgetTheme
  css: string
  canonical?: string
  /** Tags of the head: settings and scripts. */
  head?: string
  mode?: WidgetOptions['mode']
}

/**
 * Links open in new windows, "unless a session changes": the frame shows no other page. The exception does not occur, because the widget
 * ignores sessions and has no link that changes one; signing up happens on Strand, in the new window. `noopener`: the page of the new
 * window has no access to the frame.
 */
const externalLink = (href: string, className?: string): string => tag('a', { class: className, href, target: '_blank', rel: 'noopener' })

/**
 * Posts whose pictures load at once: about two heights of the frame. WebKit may never end the load of two documents that load the same
 * picture lazily at the same time, such as two widgets on a page.
 */
const eagerPosts = 25

const picture = (src: string | null | undefined, { className, isLazy = false }: { className?: string; isLazy?: boolean } = {}): string =>
  src ? tag('img', { class: className, src, alt: '', loading: isLazy ? 'lazy' : undefined, decoding: 'async' }) : ''

/** Whether the player has something to play: a stream of the type `link` is a web page. */
const isPlayable = (post: Post): post is Post & { media: Media } => post.media?.media.some(({ type }) => type !== 'link') === true

/** An address on Strand. It names the partner, whose look the page then has (PS1). */
const addressOf = ({ publicUrl, skin }: Widget, path: string): string =>
  `${publicUrl}/${encodeURI(path.replace(/^\//, ''))}${skin === null ? '' : `?partner=${skin.key}`}`

/** The script shows it. */
const startButton = `${tag('button', { type: 'button', class: 'start', 'aria-label': embedWords.play })}<svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true"><path class="solid" d="M7 4v16l13-8z"/></svg></button>`

/** Who made the medium, if that is known; else who posted it. */
const makerOf = ({ media, creator }: Post): string => media?.artist ?? creator.name

function rowOf(widget: Widget, post: Post, number: number | null, isLazy: boolean): string {
  const { href, title, media } = post
  const seconds = media?.duration
  return `${tag('li', { 'data-post': number ?? undefined })}${externalLink(addressOf(widget, href), 'row')}<span class="picture">${picture(media?.image, { isLazy })}</span><span class="words"><b>${escapeHtml(title)}</b><small>${escapeHtml(makerOf(post))}</small></span>${
    seconds === undefined ? '' : `<span class="time">${clockTime(seconds)}</span>`
  }</a></li>`
}

/** The orders of B2. They are the filters of the widget: `filters=off` removes them, and they stay in the frame. */
function sortsOf({ subject, options, sort }: Widget): string {
  if (!options.filters || !subject.isSortable) return ''
  const links = widgetSorts.map(
    (name) =>
      `${tag('a', { href: widgetAddress('', subject.target, { ...options, sort: name }), 'aria-current': name === sort ? 'true' : undefined })}${embedWords.sorts[name]}</a>`,
  )
  return `${tag('nav', { class: 'sorts', 'aria-label': embedWords.order })}${links.join('')}</nav>`
}

function bodyOf(widget: Widget): string {
  const { subject, posts, skin } = widget
  const address = addressOf(widget, subject.href)
  let playable = 0
  const rows = posts.map((post, index) => rowOf(widget, post, isPlayable(post) ? playable++ : null, index >= eagerPosts))
  // Anyone may post in an open playlist. As every link, also in the filter-disabled embed, it opens in a new window.
  const add = subject.isOpen ? `${externalLink(address)}${embedWords.add}</a>` : ''
  const intro = skin?.intro ? `<p>${escapeHtml(skin.intro)}</p>` : ''
  return `<div class="widget">
<div class="side">
<header class="head">${picture(subject.image, { className: typeof subject.target === 'string' ? 'cover' : 'cover portrait' }) || '<span class="cover"></span>'}<div>${
    skin === null ? '' : `<span class="partner">${escapeHtml(skin.name)}</span>`
  }<h1>${externalLink(address)}${escapeHtml(subject.title)}</a></h1>
<small>${escapeHtml(subject.byline)} · ${embedWords.posts(subject.postCount)}</small></div>${playable === 0 ? '' : startButton}</header>
</div>
<div class="lists">
${sortsOf(widget)}
<main>${posts.length === 0 ? `<p class="empty">${embedWords.empty}</p>` : `${tag('ol', { class: 'posts', 'aria-label': embedWords.list })}${rows.join('\n')}</ol>`}</main>
<footer>${externalLink(address)}${subject.postCount === 0 ? embedWords.open : embedWords.all(subject.postCount)}</a>${add}${intro}</footer>
</div>
</div>
${tag('script', { type: 'application/json', id: 'strand-widget' })}${escapeJson(dataOf(posts))}</script>`
}

function dataOf(posts: readonly Post[]): WidgetData {
  return {
    posts: posts.filter(isPlayable).map((post) => {
      const { id, title, href, media, bead } = post
      const { type, source, image, duration, startTime, endTime, media: streams } = media
      return {
        id,
        title,
        href,
        bead: { id: bead.id, title: bead.title, image: bead.image },
        creator: { name: makerOf(post) },
        media: { type, source, image, duration, startTime, endTime, media: streams },
      }
    }),
  }
}

const frameOf = ({ title, theme, css, canonical, head = '', mode = 'inline' }: Frame, body: string): string => `<!doctype html>
${tag('html', { lang: language.lang, dir: language.dir, 'data-theme': theme === 'auto' ? undefined : theme, 'data-mode': mode })}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${canonical === undefined ? '' : tag('link', { rel: 'canonical', href: canonical })}
<title>${escapeHtml(pageTitles.of(title))}</title>
<style>${css}</style>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${head}
</head>
<body>
${body}
</body>
</html>
`

/** Dead posts are left out (J1): none of their streams can be played, or their page is gone. */
export const isShown = ({ media }: Pick<Post, 'media'>): boolean => !isDead(media)

export const widgetDocument = (widget: Widget, frame: Frame): string => frameOf(frame, bodyOf(widget))

export const errorDocument = (message: string, publicUrl: string, frame: Frame): string =>
  frameOf(frame, `<p class="empty">${escapeHtml(message)}</p><footer>${externalLink(publicUrl)}${embedWords.open}</a></footer>`)
