/** Security headers of every answer. The content security policy is defined only here. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { firstScriptHash } from './firstScript.ts'
import { gateHash } from './gate.ts'
import { hashSource } from './markup.ts'

/** Player pages of the providers that are shown in frames. */
const providerFrames = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://w.soundcloud.com',
  'https://player.twitch.tv',
  'https://www.tiktok.com',
]
/**
 * Provider scripts that control those frames; Vimeo's is bundled. YouTube's loads a second one. Never allow a whole host: YouTube's has
 * JSONP endpoints, which would execute arbitrary calls here.
 */
const providerScripts = [
  'https://www.youtube.com/iframe_api',
  'https://www.youtube.com/s/player/',
  'https://w.soundcloud.com/player/api.js',
]
/**
 * Google's Cast sender, which loads its framework, and on Android another script. Google allows no copies of it.
 * https://developers.google.com/cast/docs/web_sender/integrate
 */
const castScripts = [
  'https://www.gstatic.com/cv/js/sender/v1/',
  'https://www.gstatic.com/cast/sdk/libs/sender/1.0/',
  'https://www.gstatic.com/eureka/clank/',
]
/** Only if the operator has a Dailymotion player. */
const dailymotion = { frame: 'https://geo.dailymotion.com', scripts: 'https://geo.dailymotion.com/libs/' }

/**
 * Vite serves scripts, injects style elements and an inline preamble, and reloads over a WebSocket. A hash would disable `unsafe-inline`,
 * which the preamble and the document's own scripts need.
 */
function developing(origin: string | null): { scripts: string[]; styles: string[]; connections: string[]; files: string[] } {
  if (origin === null) return { scripts: [gateHash, firstScriptHash], styles: [], connections: [], files: [] }
  const inline = "'unsafe-inline'"
  return { scripts: [origin, inline], styles: [origin, inline], connections: [origin, origin.replace(/^http/, 'ws')], files: [origin] }
}

export function contentSecurityPolicy(config: Pick<Config, 'viteOrigin' | 'dailymotionPlayerId' | 'publicUrl'>): Record<string, string[]> {
  const own = "'self'"
  const vite = developing(config.viteOrigin)
  const hasDailymotion = config.dailymotionPlayerId !== null
  return {
    'default-src': ["'none'"],
    'script-src': [own, ...providerScripts, ...castScripts, ...(hasDailymotion ? [dailymotion.scripts] : []), ...vite.scripts],
    'script-src-attr': ["'none'"],
    'style-src': [own, ...vite.styles],
    // The own origin: the page that previews an embed.
    'frame-src': [own, ...providerFrames, ...(hasDailymotion ? [dailymotion.frame] : [])],
    // Pictures, files and HLS playlists are members' links to any host.
    'img-src': [own, 'data:', 'https:', ...vite.files],
    'media-src': [own, 'blob:', 'https:'],
    // Older browsers do not count a WebSocket of the own origin as 'self'.
    'connect-src': [own, 'https:', new URL(config.publicUrl).origin.replace(/^http/, 'ws'), ...vite.connections],
    'font-src': [own, ...vite.files],
    'manifest-src': [own],
    // hls.js transmuxes in a worker created from a blob.
    'worker-src': [own, 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [own],
    'frame-ancestors': [own],
  }
}

/**
 * The policy of a widget (J1): any site may frame it, and it needs what the outputs of the player need, nothing else. In a sandboxed frame
 * the origin of the document is opaque, so the own origin is named beside `'self'`.
 * @param css the style sheet in the document
 */
export function widgetPolicy(config: Pick<Config, 'viteOrigin' | 'dailymotionPlayerId' | 'publicUrl'>, css: string): string {
  const vite = developing(config.viteOrigin)
  const own = ["'self'", new URL(config.publicUrl).origin]
  const hasDailymotion = config.dailymotionPlayerId !== null
  const directives = {
    'default-src': ["'none'"],
    'script-src': [
      ...own,
      ...providerScripts,
      ...(hasDailymotion ? [dailymotion.scripts] : []),
      ...(config.viteOrigin === null ? [] : vite.scripts),
    ],
    'style-src': config.viteOrigin === null ? [hashSource(css)] : vite.styles,
    'frame-src': [...providerFrames, ...(hasDailymotion ? [dailymotion.frame] : [])],
    'img-src': [...own, 'data:', 'https:'],
    'media-src': [...own, 'blob:', 'https:'],
    'connect-src': [...own, 'https:', ...vite.connections],
    'worker-src': [...own, 'blob:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ['*'],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';')
}

/**
 * Allows Google's Cast receiver in the document that is sent: its library, the players that it loads, and the connection to the device
 * itself. https://developers.google.com/cast/docs/web_receiver/basic
 */
export function allowCastReceiver(response: Response): void {
  const name = 'Content-Security-Policy'
  const scripts = ['cast/sdk/libs/', 'eureka/player/'].map((path) => `https://www.gstatic.com/${path}`)
  const players = 'https://ajax.googleapis.com/ajax/libs/shaka-player/'
  response.set(
    name,
    response
      .get(name)
      ?.replace(/script-src [^;]*/, (sources) => [sources, ...scripts, players].join(' '))
      .replace(/connect-src [^;]*/, (sources) => `${sources} ws://localhost:8008`),
  )
}

/** Allows this inline style sheet in the document that is sent. */
export function allowStyles(response: Response, css: string): void {
  const name = 'Content-Security-Policy'
  response.set(
    name,
    response.get(name)?.replace(/style-src [^;]*/, (sources) => `${sources} ${hashSource(css)}`),
  )
}

/**
 * The headers that browsers apply to documents and workers only. They add more than a kilobyte, so scripts and styles are sent without
 * them. A picture or JSON keeps them, because it can be opened as a document.
 */
export const documentHeaders = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
] as const

export function securityHeaders(config: Pick<Config, 'viteOrigin' | 'dailymotionPlayerId' | 'publicUrl' | 'secure'>): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    // Pop-ups of a social sign-in must be able to message the page that opened them (A2.3).
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // BY1: YouTube refuses to play (error 153) without a referrer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'sameorigin' },
  })
  // Constant headers, so helmet computes them once.
  const constantHeaders = new Map([['Permissions-Policy', 'camera=(), microphone=(), geolocation=()']])
  const listener = { setHeader: (name: string, value: string) => constantHeaders.set(name, value), removeHeader: () => undefined }
  headers({} as IncomingMessage, listener as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error
  })
  return (_request, response, next) => {
    response.setHeaders(constantHeaders)
    next()
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Identifies the request in its answer, in errors and in the log. */
    id: string
  }
}

const wellFormedId = /^[\w-]{8,64}$/

/** Whether the other end of the connection is a proxy of the operator (`TRUST_PROXY`). */
function isFromProxy({ app, socket }: Request): boolean {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  return isTrusted(socket.remoteAddress ?? '', 0)
}

/** Accepts the id of a trusted proxy if it is safe to log, so that both logs share it. Clients cannot choose one. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id']
  request.id = typeof given === 'string' && wellFormedId.test(given) && isFromProxy(request) ? given : randomUUID()
  response.setHeader('X-Request-Id', request.id)
  next()
}
