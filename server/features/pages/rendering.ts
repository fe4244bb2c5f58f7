/** Renders first screens with the built renderer (contract/pages/render.ts). Without a build, or if it fails, the browser renders. */
import { statSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { renderedScreens, type RenderConditions, type RenderRequest, type RenderScreen } from '#contract/pages/render.ts'
import type { Page } from './page.ts'

/** Returns the renderer of the present build; null without a build. */
export type LoadRenderer = () => Promise<RenderScreen | null>

/** @param root the folder of package.json. A newer build replaces the renderer while the server runs. */
export function createRendererLoader({ root, viteOrigin }: { root: string; viteOrigin: string | null }): LoadRenderer {
  const path = join(root, 'dist/render/render.js')
  let loaded: { at: number; module: Promise<{ render: RenderScreen }> } | null = null
  return async () => {
    // Vite's development server has newer modules than the build.
    const at = viteOrigin === null ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined
    if (at === undefined) return null
    if (loaded?.at !== at) loaded = { at, module: import(`${pathToFileURL(path).href}?${at}`) as Promise<{ render: RenderScreen }> }
    return (await loaded.module).render
  }
}

/** A rendered screen: the HTML of `#root`, and the rules that its elements need. */
export interface Rendered {
  html: string
  styles: string
  conditions: RenderConditions
}

/** Times of documents are whole minutes, so that an unchanged page has the same ETag for as long. */
const stepMs = 60_000

/** Widths of windows (px) that are typical of phones and of other devices. */
const widths = { phone: 390, other: 1280 }

/** Chromium sends the hint; for other browsers the user agent contains it. */
const isPhone = (headers: IncomingHttpHeaders): boolean =>
  (headers['sec-ch-ua-mobile'] ?? (/\bMobile\b/.test(headers['user-agent'] ?? '') ? '?1' : '?0')) === '?1'

/** Returns null for a page that the browser renders. */
export async function renderPage(
  load: LoadRenderer,
  { status, screen, data }: Page,
  { path, search, headers }: { path: string; search: string; headers: IncomingHttpHeaders },
  log: Pick<Logger, 'error'>,
): Promise<Rendered | null> {
  // An answer that is an error, or a session that has ended, changes the page at once.
  if (status !== 200 || !renderedScreens.has(screen) || data.some(({ error, ended }) => error !== undefined || ended === true)) return null
  const conditions = {
    now: Math.floor(Date.now() / stepMs) * stepMs,
    timeZone: 'UTC' as const,
    width: isPhone(headers) ? widths.phone : widths.other,
  }
  try {
    const render = await load()
    if (!render) return null
    // Copies: the store that the screen renders from freezes what it contains.
    const answers = JSON.parse(JSON.stringify(data)) as RenderRequest['answers']
    return { ...separateStyles(render({ path, search, answers, cookies: headers.cookie ?? '', conditions })), conditions }
  } catch (error) {
    log.error({ screen, error }, 'a screen could not be rendered')
    return null
  }
}

const styleAttribute = / style="([^"]*)"/g

/** Declarations without quotes, escapes or markup. */
const plainDeclarations = /^[\w\s:;.,%()#/+*-]*$/

/**
 * Moves style attributes into a style sheet, because the content security policy allows no attributes. React does not compare attributes
 * when it attaches to the HTML; what it changes later it sets on the element, which outweighs the rule.
 */
export function separateStyles(html: string): { html: string; styles: string } {
  const numbers = new Map<string, number>()
  const separated = html.replace(styleAttribute, (_whole, declarations: string) => {
    if (!plainDeclarations.test(declarations)) return ''
    const number = numbers.get(declarations) ?? numbers.size
    numbers.set(declarations, number)
    return ` data-style="${number}"`
  })
  // The attribute twice: the rules of the components have one class.
  const styles = [...numbers].map(([declarations, number]) => `[data-style][data-style="${number}"]{${declarations}}`).join('')
  return { html: separated, styles }
}
