/**
 * The widget of other sites (J1): `/embed/{bead}` is a playlist, `/embed/{post}` one post, `/embed/p/{uid}` the posts of a member. Here are its
 * parameters and sizes. The server validates the parameters, the script variant and the overlay with the embed codes write them.
 *
 * | parameter | values | default |
 * |---|---|---|
 * | `posts` | 15, 25 or 100 | 15; 100 with a partner (B9, partner embeds) |
 * | `theme` | `light`, `dark`, `auto` (the visitor's setting) | `auto`; `light` with a partner whose skin is white |
 * | `accent` | a colour of three or six hexadecimal digits, with or without `#` | Strand's accent |
 * | `mode` | `inline`, `popup` | `inline` |
 * | `partner` | the key of a partner with a skin | the partner of the playlist's tags |
 * | `filters` | `on`, `off` (the filter-disabled embed: no choice of the order) | `on` |
 * | `sort` | `recent`, `top`, `earliest` | the order of the playlist |
 *
 * Any other parameter is ignored, and so is one with another value or with several values: a mistake in an embed code must not remove the
 * playlist from a page.
 */

export const widgetPosts = [15, 25, 100] as const
export const widgetThemes = ['auto', 'light', 'dark'] as const
export const widgetModes = ['inline', 'popup'] as const
export const widgetSorts = ['recent', 'top', 'earliest'] as const

export type WidgetTheme = (typeof widgetThemes)[number]
export type WidgetMode = (typeof widgetModes)[number]
export type WidgetSort = (typeof widgetSorts)[number]

export interface WidgetOptions {
  /** The number of posts; null for the default. */
  posts: (typeof widgetPosts)[number] | null
  theme: WidgetTheme | null
  /** `#rrggbb` in lower case. */
  accent: string | null
  mode: WidgetMode
  partner: string | null
  filters: boolean
  sort: WidgetSort | null
}

export const defaultWidget: WidgetOptions = {
  posts: null,
  theme: null,
  accent: null,
  mode: 'inline',
  partner: null,
  filters: true,
  sort: null,
}

/**
 * Pixels. `width`: that of the pop-up, and the maximum of an inline widget (A9). `height`: header and five posts; `popupHeight`: with the
 * player. `heights`: those that the script variant accepts from the widget.
 */
export const widgetSize = { width: 520, height: 480, popupHeight: 640, heights: { min: 80, max: 20_000 } } as const

/**
 * The inactivity rule of the pop-up (A9): it closes after 60 s without playback and without input. As WCAG 2.2.1 requires, a notice appears 20 s
 * before, and any input resets the time. In ms.
 */
export const popupInactivity = { limitMs: 60_000, warningMs: 40_000 } as const

/** The path of the script variant, as in `entries.js`. */
export const widgetScript = '/embed.js'

/** What a frame may do: the features that the players of providers need; without them, a visitor has to press play twice. */
export const widgetPermissions = 'autoplay; encrypted-media; fullscreen; picture-in-picture'

/** The features of the pop-up in `window.open`. */
export const popupFeatures = `popup,width=${widgetSize.width},height=${widgetSize.popupHeight}`

const oneOf = <T extends string>(values: readonly T[], given: string | null): T | null => values.find((value) => value === given) ?? null

/** `#rrggbb` in lower case; null if the text is not a colour. */
export function parseAccent(text: string | null): string | null {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text ?? '')?.[1]?.toLowerCase()
  if (digits === undefined) return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`
}

export function parseWidget(params: URLSearchParams): WidgetOptions {
  const read = (name: string): string | null => {
    const values = params.getAll(name)
    return values.length === 1 ? values[0]! : null
  }
  const partner = read('partner')
  return {
    posts: widgetPosts.find((count) => String(count) === read('posts')) ?? null,
    theme: oneOf(widgetThemes, read('theme')),
    accent: parseAccent(read('accent')),
    mode: oneOf(widgetModes, read('mode')) ?? 'inline',
    partner: partner !== null && /^[a-z\d-]{1,40}$/.test(partner) ? partner : null,
    filters: read('filters') !== 'off',
    sort: oneOf(widgetSorts, read('sort')),
  }
}

/** The query of a widget: only the options that differ from their default, always in the same order. */
export function widgetQuery(options: Partial<WidgetOptions>): string {
  const { posts, theme, accent, mode, partner, filters, sort } = { ...defaultWidget, ...options }
  const params = new URLSearchParams()
  if (posts !== null) params.set('posts', String(posts))
  if (theme !== null) params.set('theme', theme)
  if (accent !== null) params.set('accent', accent.replace('#', ''))
  if (mode !== 'inline') params.set('mode', mode)
  if (partner !== null) params.set('partner', partner)
  if (!filters) params.set('filters', 'off')
  if (sort !== null) params.set('sort', sort)
  const query = params.toString()
  return query === '' ? '' : `?${query}`
}

/** What a widget shows: the id of a playlist or of a post, or a member. */
export type WidgetTarget = string | { uid: string }

/** The address of a widget. `origin`: of Strand, or empty for a path. */
export function widgetAddress(origin: string, target: WidgetTarget, options: Partial<WidgetOptions> = {}): string {
  const path = typeof target === 'string' ? encodeURIComponent(target) : `p/${encodeURIComponent(target.uid)}`
  return `${origin}/embed/${path}${widgetQuery(options)}`
}
