/** A page as an HTML document (BY13). Escapes all user content; callers pass unescaped text. */
import { language, legalSpans, messages, pageTitles, shorten, type LegalSection } from '#contract/index.ts'
import { conditionsAttribute } from '#contract/pages/render.ts'
import { firstScript } from '#http/firstScript.ts'
import { gateScript } from '#http/gate.ts'
import { escapeHtml, escapeJson, tag } from './html.ts'
import type { Page } from './page.ts'
import type { DocumentAssets } from './assets.ts'
import type { Rendered } from './rendering.ts'
import { settingTags, type PageSettings } from './settings.ts'

export interface DocumentOptions {
  publicUrl: string
  theme: 'light' | 'dark' | null
  settings: PageSettings
  assets: DocumentAssets
  /** Build id, by which the scripts detect a newer server; null with the Vite development server. */
  build: string | null
  /** The screen as HTML; null if the browser renders it. */
  rendered?: Rendered | null
}

/** Characters of a description in a link preview or a search result. */
const descriptionLength = 240

const absolute = (address: string, publicUrl: string): string => (address.startsWith('/') ? publicUrl + address : address)

function previewTags(page: Page, publicUrl: string): string[] {
  const title = page.title === '' ? 'Strand' : page.title
  const description = shorten(page.description, descriptionLength)
  const image = page.image ? absolute(page.image, publicUrl) : undefined
  const address = page.status === 200 && page.canonical !== undefined ? publicUrl + encodeURI(page.canonical) : undefined
  // A player card requires an image.
  const player = image === undefined ? null : (page.player ?? null)
  const property = (name: string, content: string | undefined) => (content === undefined ? [] : [tag('meta', { property: name, content })])
  const named = (name: string, content: string | undefined) => (content === undefined ? [] : [tag('meta', { name, content })])
  return [
    ...named('description', description),
    ...(address === undefined
      ? named('robots', 'noindex')
      : [tag('link', { rel: 'canonical', href: address }), ...property('og:url', address)]),
    ...property('og:site_name', 'Strand'),
    ...property('og:type', page.type),
    ...property('og:title', title),
    ...property('og:description', description),
    ...property('og:image', image),
    ...property('article:published_time', page.type === 'article' ? page.published : undefined),
    ...named('twitter:card', player !== null ? 'player' : image === undefined ? 'summary' : 'summary_large_image'),
    ...named('twitter:title', title),
    ...named('twitter:description', description),
    ...named('twitter:image', image),
    ...(player === null ? [] : playerTags(player, page.type)),
  ]
}

/** OpenGraph has no players of audio, so these are only in the card of Twitter. */
function playerTags({ src, width, height }: NonNullable<Page['player']>, type: Page['type']): string[] {
  const video = { url: src, secure_url: src, type: 'text/html', width, height }
  const openGraph = Object.entries(video).map(([name, content]) =>
    tag('meta', { property: name === 'url' ? 'og:video' : `og:video:${name}`, content }),
  )
  const card = Object.entries({ player: src, 'player:width': width, 'player:height': height }).map(([name, content]) =>
    tag('meta', { name: `twitter:${name}`, content }),
  )
  return [...(type === 'video.other' ? openGraph : []), ...card]
}

const feedTypes = { rss: 'application/rss+xml', atom: 'application/atom+xml', json: 'application/feed+json' } as const

/** Links to feeds and oEmbed (BY13, BY20). */
function syndicationTags({ syndication, title, canonical }: Page, publicUrl: string): string[] {
  const link = (type: string, href: string): string => tag('link', { rel: 'alternate', type, title, href })
  const { feeds, oembed } = syndication ?? {}
  const embed = (format: string): string =>
    `${publicUrl}/api/oembed?url=${encodeURIComponent(publicUrl + encodeURI(canonical ?? '/'))}&format=${format}`
  return [
    ...(feeds === undefined
      ? []
      : Object.entries(feedTypes).map(([format, type]) => link(type, `${publicUrl}/api/v1/feeds/${feeds}/${format}`))),
    ...(oembed === true ? [link('application/json+oembed', embed('json')), link('text/xml+oembed', embed('xml'))] : []),
  ]
}

const spans = (text: string): string =>
  legalSpans(text)
    .map((span) => (span.href === undefined ? escapeHtml(span.text) : `${tag('a', { href: span.href })}${escapeHtml(span.text)}</a>`))
    .join('')

const sectionOf = ({ id, heading, blocks }: LegalSection): string =>
  `${tag('h2', { id })}${escapeHtml(heading)}</h2>${blocks
    .map((block) =>
      typeof block === 'string' ? `<p>${spans(block)}</p>` : `<ul>${block.map((point) => `<li>${spans(point)}</li>`).join('')}</ul>`,
    )
    .join('')}`

/** Text and links for readers without scripts. */
function plainBody(page: Page): string {
  const links = (page.links ?? []).map(({ href, text }) => `<li>${tag('a', { href })}${escapeHtml(text)}</a></li>`)
  const sections = (page.sections ?? []).map(sectionOf).join('\n')
  return `<noscript><main><h1>${escapeHtml(page.heading ?? page.title)}</h1><p>${escapeHtml(page.description)}</p>${sections}${
    links.length === 0 ? '' : `<ul>${links.join('')}</ul>`
  }</main></noscript>`
}

/** Visible only if React has not rendered after a while, for example because the scripts failed to load (BY15). */
const notStartedNotice = `<p id="waiting">${escapeHtml(messages.notStarted)} <a href="">${escapeHtml(messages.loadAgain)}</a>.</p>`

/** Preloads with the URL that the screen's `<img>` has, so that the image is fetched once. */
function coverTags({ cover, landing }: Page): string[] {
  const link = (href: string, media?: string): string => tag('link', { rel: 'preload', as: 'image', href, media, fetchpriority: 'high' })
  return [...(landing === true ? [link('/landing/landing.jpg', '(min-width: 700.02px)')] : []), ...(cover ? [link(cover)] : [])]
}

const canvas = { light: '#f8f8f9', dark: '#131315' } as const

/** The browser's own UI in the colour of the page. renderer/app/theme.ts sets the same values when the theme changes. */
const colourTags = (theme: DocumentOptions['theme']): string[] =>
  (['light', 'dark'] as const).map((scheme) =>
    tag('meta', {
      name: 'theme-color',
      content: canvas[scheme],
      media: theme === null ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all',
      'data-scheme': scheme,
    }),
  )

/** The inline style sheet of a document: the rules of its components, then those of elements that the server has rendered. */
export function inlineStyles({ inlined }: DocumentAssets, rendered: Rendered | null): string | null {
  const css = `${inlined?.().css ?? ''}${rendered?.styles ?? ''}`
  return css === '' ? null : css
}

function styleTags(assets: DocumentAssets, rendered: Rendered | null): string[] {
  const css = inlineStyles(assets, rendered)
  return css === null ? [assets.styles] : [`<style>${css}</style>`, assets.inlined?.().markers ?? assets.styles]
}

/** The first script, and the scripts that it starts after the first paint. */
const startTags = ({ scripts }: DocumentAssets): string => `\n<template id="scripts">${scripts}</template>\n<script>${firstScript}</script>`

export function renderDocument(page: Page, { publicUrl, theme, settings: given, assets, build, rendered = null }: DocumentOptions): string {
  const settings = settingTags({ 'strand-build': build, ...given })
  return `<!doctype html>
${tag('html', { lang: language.lang, dir: language.dir, 'data-theme': theme ?? undefined })}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(pageTitles.of(page.title))}</title>
${[...previewTags(page, publicUrl), ...syndicationTags(page, publicUrl), ...settings, ...colourTags(theme)].join('\n')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/180.png">
<link rel="manifest" href="/app.webmanifest">
${[...coverTags(page), ...styleTags(assets, rendered), ...(rendered ? [] : [assets.scripts])].join('\n')}
</head>
<body>
${rendered ? `${tag('div', { id: 'root', [conditionsAttribute]: JSON.stringify(rendered.conditions) })}${rendered.html}` : `<div id="root">${plainBody(page)}`}</div>
${notStartedNotice}
<script type="application/json" id="strand-data">${escapeJson(page.data)}</script>
<script>${gateScript}</script>${rendered ? startTags(assets) : ''}
</body>
</html>
`
}
