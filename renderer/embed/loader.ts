/**
 * The script variant of the widget, `/embed.js`: a classic script without imports for the pages of other sites. It inserts a frame where its
 * element stands, with the height of the content, and makes links with `data-strand-popup` open a pop-up. It uses no storage, no inline style
 * and no markup in strings, so that it works with a strict content security policy of the page.
 */
import {
  parseAccent,
  parseWidget,
  popupFeatures,
  widgetAddress,
  widgetPermissions,
  widgetQuery,
  widgetSize,
  type WidgetTarget,
} from '#contract/pages/widget.ts'
// Not the whole catalogue: this file has no shared modules.
import { widgetLoader } from '#texts/en/widget.ts'
import { commandMessage, parseReport } from './messages.ts'

const frameMark = 'data-strand-widget'
const popupMark = 'data-strand-popup'
/** The attributes of the script element that are options of the widget. */
const optionNames = ['posts', 'theme', 'accent', 'partner', 'filters', 'sort'] as const

const script = document.currentScript
if (script instanceof HTMLScriptElement) {
  const { origin } = new URL(script.src)
  const target = targetOf(script)
  if (target !== null) insertFrame(script, target, origin)
  handlePopups(origin)
}

/** What the widget shows, by the attribute of the script element; null if the script is for pop-ups only. */
function targetOf({ dataset }: HTMLElement): WidgetTarget | null {
  const { bead, post, member } = dataset
  return bead ?? post ?? (member === undefined ? null : { uid: member })
}

/** Only documented options with valid values become part of the address. */
function addressOf({ dataset }: HTMLElement, target: WidgetTarget, origin: string): string {
  const given = new URLSearchParams()
  for (const name of optionNames) {
    const value = dataset[name]
    if (value !== undefined) given.set(name, name === 'accent' ? (parseAccent(value) ?? '') : value)
  }
  return widgetAddress(origin, target, parseWidget(given))
}

/** The frame may become as wide as `data-width`, in pixels. */
function widthOf({ dataset }: HTMLElement): number {
  const width = Number(dataset['width'] ?? widgetSize.width)
  return Number.isInteger(width) && width >= 200 && width <= 1280 ? width : widgetSize.width
}

function insertFrame(script: HTMLScriptElement, target: WidgetTarget, origin: string): void {
  const frame = document.createElement('iframe')
  frame.src = addressOf(script, target, origin)
  frame.title = script.dataset['title'] ?? widgetLoader.frame
  frame.allow = widgetPermissions
  frame.setAttribute(frameMark, '')
  Object.assign(frame.style, { display: 'block', width: '100%', maxWidth: `${widthOf(script)}px`, border: '0', borderRadius: '12px' })
  // An outline that takes no space, in any theme of the page.
  frame.style.boxShadow = '0 0 0 1px rgb(128 128 128 / 0.35)'
  frame.style.height = `${widgetSize.height}px`
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(commandMessage('connect'), origin))
  addEventListener('message', ({ source, origin: sender, data }) => {
    if (sender !== origin || source === null || source !== frame.contentWindow) return
    const report = parseReport(data)
    if (report?.event === 'height') frame.style.height = `${report.height}px`
    if (report?.event === 'playing') pauseOthers(frame, origin)
  })
  script.before(frame)
}

/** One widget of a page plays at a time, also where the browser separates the storage of frames. */
function pauseOthers(playing: HTMLIFrameElement, origin: string): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>(`iframe[${frameMark}]`))
    if (frame !== playing) frame.contentWindow?.postMessage(commandMessage('pause'), origin)
}

/** Once for all scripts of the page. */
function handlePopups(origin: string): void {
  const { documentElement } = document
  if (documentElement.hasAttribute(popupMark)) return
  documentElement.setAttribute(popupMark, '')
  const windows = new Map<string, Window>()
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[${popupMark}]`) : null
    const isPlainClick = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && !event.defaultPrevented
    if (link === null || link.origin !== origin || !link.pathname.startsWith('/embed/') || !isPlainClick) return
    event.preventDefault()
    const query = widgetQuery({ ...parseWidget(new URL(link.href).searchParams), mode: 'popup' })
    const address = `${origin}${link.pathname}${query}`
    const open = windows.get(address)
    if (open !== undefined && !open.closed) return open.focus()
    const popup = window.open(address, '', popupFeatures)
    if (popup !== null) windows.set(address, popup)
    if (link.nextElementSibling?.hasAttribute(`${popupMark}-notice`)) link.nextElementSibling.remove()
    if (popup === null) link.after(blockedNotice(address))
  })
}

/** The fallback where the browser has blocked the pop-up. */
function blockedNotice(address: string): HTMLElement {
  const notice = document.createElement('span')
  notice.setAttribute(`${popupMark}-notice`, '')
  notice.setAttribute('role', 'alert')
  const link = document.createElement('a')
  Object.assign(link, { href: address, target: '_blank', rel: 'noopener', textContent: widgetLoader.open })
  notice.append(` ${widgetLoader.blocked} `, link)
  return notice
}
