/**
 * The application's own pages: the choice of a server, and pages for servers that do not answer. They have no scripts: their links and
 * forms are navigations, which the shell carries out as commands.
 */
import { desktop } from '#texts/en/desktop.ts'
import { canvas } from './colours.ts'
import { parseUrl, shellOrigin } from './origins.ts'
import type { AddressProblem } from './serverAddress.ts'
import type { ServerProblem } from './serverCheck.ts'
import type { ServerList } from './serverList.ts'

export type ShellPage =
  | { name: 'servers'; list: ServerList; address?: string; problem?: AddressProblem }
  /** Asks before an address without encryption is used. */
  | { name: 'unencrypted'; origin: string }
  | { name: 'connecting'; origin: string }
  | { name: 'problem'; origin: string; problem: ServerProblem }

export type ShellCommand =
  | { type: 'servers' }
  | { type: 'add'; address: string }
  /** Connects although the connection is not encrypted. */
  | { type: 'confirm' | 'open' | 'remove' | 'retry'; origin: string }

/** Without scripts, pictures and connections. */
export const shellPolicy = `default-src 'none'; style-src ${shellOrigin}; form-action ${shellOrigin}; base-uri 'none'; frame-ancestors 'none'`

export const stylePath = '/style.css'

const withOrigin: ReadonlySet<string> = new Set(['confirm', 'open', 'remove', 'retry'])

/** The command of a link or form; null if there is no such command. */
export function parseShellCommand(text: string): ShellCommand | null {
  const url = parseUrl(text)
  if (url === null || `${url.protocol}//${url.host}` !== shellOrigin) return null
  const type = url.pathname.slice(1)
  if (type === 'servers') return { type }
  const address = url.searchParams.get('address')
  if (type === 'add') return address === null ? null : { type, address }
  const origin = url.searchParams.get('origin')
  if (!withOrigin.has(type) || origin === null) return null
  return { type: type as 'confirm' | 'open' | 'remove' | 'retry', origin }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

const hostOf = (origin: string): string => parseUrl(origin)?.host ?? origin

const link = (type: string, origin: string, text: string, options: { label?: string; isPrimary?: boolean } = {}): string => {
  const { label, isPrimary } = options
  const href = `${shellOrigin}/${type}?${new URLSearchParams({ origin })}`
  return `<a href="${escapeHtml(href)}"${isPrimary ? ' class="primary"' : ''}${label ? ` aria-label="${escapeHtml(label)}"` : ''}>${escapeHtml(text)}</a>`
}

const toServers = (text: string): string => `<a href="${shellOrigin}/servers">${escapeHtml(text)}</a>`

function serversPage({ list, address = '', problem }: ShellPage & { name: 'servers' }): string {
  const { server } = desktop
  const error = problem === undefined ? '' : `<p id="problem" role="alert">${escapeHtml(server.problems[problem])}</p>`
  const rows = list.servers.map((origin) => {
    const host = hostOf(origin)
    const warning = origin.startsWith('http:') ? `<small>${escapeHtml(server.insecure)}</small>` : ''
    const mark = origin === list.current ? ` <em>(${escapeHtml(server.current)})</em>` : ''
    const open = link('open', origin, server.open, { label: server.openNamed(host) })
    const remove = link('remove', origin, server.remove, { label: server.removeNamed(host) })
    return `<li><span>${escapeHtml(host)}${mark}${warning}</span> ${open} ${remove}</li>`
  })
  const known = rows.length === 0 ? '' : `<h2>${escapeHtml(server.yours)}</h2><ul>${rows.join('')}</ul>`
  return `<h1>${escapeHtml(server.title)}</h1>
<p>${escapeHtml(server.intro)}</p>
<form action="${shellOrigin}/add" method="get">
<label for="address">${escapeHtml(server.address)}</label>
<input id="address" name="address" value="${escapeHtml(address)}" maxlength="500" autocomplete="off" spellcheck="false" required autofocus${
    problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
  }>
${error}
<button class="primary">${escapeHtml(server.connect)}</button>
</form>
${known}`
}

function problemPage({ origin, problem }: ShellPage & { name: 'problem' }): string {
  const { [problem]: texts, retry, otherServer } = desktop.problems
  return `<h1>${escapeHtml(texts.title)}</h1>
<p>${escapeHtml(texts.text(hostOf(origin)))}</p>
<p class="actions">${link('retry', origin, retry, { isPrimary: true })} ${toServers(otherServer)}</p>`
}

function contentOf(page: ShellPage): { title: string; body: string } {
  const { server, problems } = desktop
  switch (page.name) {
    case 'servers':
      return { title: server.title, body: serversPage(page) }
    case 'unencrypted': {
      const actions = `${link('confirm', page.origin, server.connectAnyway)} ${toServers(server.cancel)}`
      return {
        title: server.unencryptedTitle,
        body: `<h1>${escapeHtml(server.unencryptedTitle)}</h1>
<p>${escapeHtml(hostOf(page.origin))}: ${escapeHtml(server.insecure)}</p>
<p class="actions">${actions}</p>`,
      }
    }
    case 'connecting': {
      const text = server.connecting(hostOf(page.origin))
      return { title: text, body: `<h1 role="status">${escapeHtml(text)}</h1><p class="actions">${toServers(server.cancel)}</p>` }
    }
    case 'problem':
      return { title: problems[page.problem].title, body: problemPage(page) }
  }
}

/** The HTML of a page. */
export function renderShellPage(page: ShellPage): string {
  const { title, body } = contentOf(page)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${title} · ${desktop.name}`)}</title>
<link rel="stylesheet" href="${shellOrigin}${stylePath}">
<main>
${body}
</main>
</html>
`
}

export const shellStyles = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: ${canvas.light}; }
@media (prefers-color-scheme: dark) { body { background: ${canvas.dark}; } }
main { box-sizing: border-box; width: 100%; max-width: 34rem; padding: 2rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1rem; margin-top: 2rem; }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem 0.75rem; margin: 0.25rem 0 1rem; border: 1px solid #8a8a94; border-radius: 0.5rem; }
[role='alert'] { margin-top: -0.5rem; font-weight: 600; color: #b3261e; }
@media (prefers-color-scheme: dark) { [role='alert'] { color: #ffb4ab; } }
small { display: block; }
ul { list-style: none; padding: 0; }
li { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: baseline; padding: 0.5rem 0; }
li span { flex: 1 1 18rem; overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
a, button { display: inline-block; font: inherit; padding: 0.375rem 0.75rem; border: 1px solid; border-radius: 0.5rem; background: none; color: inherit; text-decoration: none; cursor: pointer; }
.primary { background: #1a1a1e; color: #fff; border-color: #1a1a1e; }
@media (prefers-color-scheme: dark) { .primary { background: #f8f8f9; color: #1a1a1e; border-color: #f8f8f9; } }
html.find, .find body { height: 100%; min-height: 0; overflow: hidden; }
.find form { display: flex; gap: 0.25rem; align-items: center; width: 100%; box-sizing: border-box; padding: 0 0.5rem; }
.find input { flex: 1; min-width: 4rem; margin: 0; padding: 0.25rem 0.5rem; }
.find output { font-variant-numeric: tabular-nums; white-space: nowrap; }
.find a, .find button { padding: 0.125rem 0.5rem; }
:focus-visible { outline: 3px solid #d23f2a; outline-offset: 2px; }
`
