/** Renders first screens with the built renderer (contract/pages/render.ts). Without a build, or if it fails, the browser renders. */
import { statSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { renderedScreens, type RenderConditions, type RenderRequest, type RenderScreen } from '#contract/pages/render.ts'
import type { Page } from './page.ts'

/** Returns the renderer of the current build; null without a build. */
export type LoadRenderer = () => Promise<RenderScreen | null>

/**
 * Loads the renderer again when a newer build replaces it while the server runs.
 *
 * @param root the folder of package.json.
 */
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

/** Times of documents are whole minutes, so that the ETag of an unchanged page stays the same for a minute. */
const stepMs = 60_000

/** Widths of windows (px) that are typical of phones and of other devices. */
const widths = { phone: 390, other: 1280 }

/** Chromium sends the client hint; in other browsers, the user agent of phones contains `Mobile`. */
const isPhone = (headers: IncomingHttpHeaders): boolean =>
  (headers['sec-ch-ua-mobile'] ?? (/\bMobile\b/.test(headers['user-agent'] ?? '') ? '?1' : '?0')) === '?1'

/** Returns null for a page that the browser renders. */
export async function renderPage(
  load: LoadRenderer,
  { status, screen, data }: Page,
  { path, search, headers }: { path: string; search: string; headers: IncomingHttpHeaders },
  log: Pick<Logger, 'error'>,
): Promise<Rendered | null> {
  // The browser would replace the rendered screen at once after a failed answer or an ended session.
  if (status !== 200 || !renderedScreens.has(screen) || data.some(({ error, ended }) => error !== undefined || ended === true)) return null
  const conditions = {
    now: Math.floor(Date.now() / stepMs) * stepMs,
    timeZone: 'UTC' as const,
    width: isPhone(headers) ? widths.phone : widths.other,
  }
  try {
    const render = await load()
    if (!render) return null
    // Copies, because the Redux store that the screen renders from freezes its contents.
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
 * Moves style attributes into a style sheet, because the content security policy does not allow them. React does not compare attributes
 * when it hydrates the HTML; a style that it changes later is set on the element and overrides the rule.
 */
export function separateStyles(html: string): { html: string; styles: string } {
  const numbers = new Map<string, number>()
  const separated = html.replace(styleAttribute, (_whole, declarations: string) => {
    if (!plainDeclarations.test(declarations)) return ''
    const number = numbers.get(declarations) ?? numbers.size
    numbers.set(declarations, number)
    return ` data-style="${number}"`
  })
  // The selector has the attribute twice, for a higher specificity than the rules of the components, which have one class.
  const styles = [...numbers].map(([declarations, number]) => `[data-style][data-style="${number}"]{${declarations}}`).join('')
  return { html: separated, styles }
}
