/**
 * The bar to find text in a page. It has no scripts: its form and its links are navigations, which the shell carries out as commands, and
 * the count of matches is a style.
 */
import { desktop } from '#texts/en/desktop.ts'
import { parseUrl, shellOrigin } from './origins.ts'
import { escapeHtml, stylePath } from './shellPages.ts'
import type { Rectangle, Size } from './windowBounds.ts'

export type FindDirection = 'next' | 'previous'
export type FindCommand = { type: 'find'; text: string; direction: FindDirection } | { type: 'close' }

export const findBarPath = '/find-bar'
const findPath = '/find'
const closePath = '/find-close'

export const maxFindLength = 200

/** The command of the form or a link of the bar; null if there is no such command. */
export function parseFindCommand(address: string): FindCommand | null {
  const url = parseUrl(address)
  if (url === null || `${url.protocol}//${url.host}` !== shellOrigin) return null
  if (url.pathname === closePath) return { type: 'close' }
  const text = url.searchParams.get('text')
  if (url.pathname !== findPath || text === null) return null
  const direction = url.searchParams.get('direction') === 'previous' ? 'previous' : 'next'
  return { type: 'find', text: [...text].slice(0, maxFindLength).join(''), direction }
}

/** Returns presses the first button: the next match. */
export function renderFindBar(text: string): string {
  const { close, label, next, previous } = desktop.find
  const button = (direction: FindDirection, name: string, sign: string): string =>
    `<button name="direction" value="${direction}" aria-label="${escapeHtml(name)}" title="${escapeHtml(name)}">${sign}</button>`
  return `<!doctype html>
<html lang="en" class="find">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(label)}</title>
<link rel="stylesheet" href="${shellOrigin}${stylePath}">
<form action="${shellOrigin}${findPath}" method="get" role="search">
<input name="text" value="${escapeHtml(text)}" maxlength="${maxFindLength}" aria-label="${escapeHtml(label)}" autocomplete="off" spellcheck="false" autofocus>
<output id="count"></output>
${button('next', next, '↓')}
${button('previous', previous, '↑')}
<a href="${shellOrigin}${closePath}" aria-label="${escapeHtml(close)}" title="${escapeHtml(close)}">✕</a>
</form>
</html>
`
}

export interface Matches {
  /** Position of the marked match, from 1. */
  active: number
  count: number
}

/** The style that shows the count. @param matches null while nothing is searched */
export function countStyle(matches: Matches | null): string {
  const { count, none } = desktop.find
  const text = matches === null ? '' : matches.count === 0 ? none : count(matches.active, matches.count)
  return `#count::after { content: ${JSON.stringify(text)} }`
}

const barSize: Size = { width: 420, height: 48 }
const margin = 16

/** The place of the bar in the content of the window: at the top, towards the end. */
export function findBarBounds({ width, height }: Size): Rectangle {
  const barWidth = Math.max(0, Math.min(barSize.width, width - 2 * margin))
  return { x: Math.max(0, width - barWidth - margin), y: 0, width: barWidth, height: Math.min(barSize.height, height) }
}

/** Whether a navigation leaves the page that is searched: a change of its state, or a jump within it, does not. */
export function isOtherPage(before: string, after: string): boolean {
  const withoutHash = (address: string): string => address.replace(/#.*$/s, '')
  return withoutHash(before) !== withoutHash(after)
}
