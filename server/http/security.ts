/** Headers that every answer carries. What a page may load is listed here and nowhere else. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { gateHash } from './gate.ts'

/** Pages of the providers whose players are shown in a frame. */
const providerFrames = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://w.soundcloud.com',
  'https://player.twitch.tv',
  'https://www.tiktok.com',
]
/**
 * Their scripts that steer those frames; Vimeo's comes with our own code. YouTube's fetches another. Never a whole
 * host: YouTube's also answers with whatever call one asks for (JSONP), and that would run here.
 */
const providerScripts = [
  'https://www.youtube.com/iframe_api',
  'https://www.youtube.com/s/player/',
  'https://w.soundcloud.com/player/api.js',
]
/** Only where the operator has a player there. */
const dailymotion = { frame: 'https://geo.dailymotion.com', scripts: 'https://geo.dailymotion.com/libs/' }

/**
 * Vite serves scripts, injects style elements and an inline preamble, and reloads over a socket. A hash would turn off the
 * permission for all inline scripts, which the document's own gate needs there as well.
 */
function developing(origin: string | null): { scripts: string[]; styles: string[]; connections: string[]; files: string[] } {
  if (origin === null) return { scripts: [gateHash], styles: [], connections: [], files: [] }
  const inline = "'unsafe-inline'"
  return { scripts: [origin, inline], styles: [origin, inline], connections: [origin, origin.replace(/^http/, 'ws')], files: [origin] }
}

export function contentSecurityPolicy(config: Pick<Config, 'viteOrigin' | 'dailymotionPlayerId'>): Record<string, string[]> {
  const own = "'self'"
  const vite = developing(config.viteOrigin)
  const hasDailymotion = config.dailymotionPlayerId !== null
  return {
    'default-src': ["'none'"],
    'script-src': [own, ...providerScripts, ...(hasDailymotion ? [dailymotion.scripts] : []), ...vite.scripts],
    'script-src-attr': ["'none'"],
    'style-src': [own, ...vite.styles],
    // Our own: what an embed code yields is shown beside it.
    'frame-src': [own, ...providerFrames, ...(hasDailymotion ? [dailymotion.frame] : [])],
    // Pictures, files and HLS playlists are members' links, and live anywhere.
    'img-src': [own, 'data:', 'https:', ...vite.files],
    'media-src': [own, 'blob:', 'https:'],
    'connect-src': [own, 'https:', ...vite.connections],
    'font-src': [own, ...vite.files],
    'manifest-src': [own],
    // hls.js unpacks in a worker that it makes from a blob.
    'worker-src': [own, 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [own],
    'frame-ancestors': [own],
  }
}

export function securityHeaders(config: Pick<Config, 'viteOrigin' | 'dailymotionPlayerId' | 'secure'>): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    // Pop-ups of a sign-in elsewhere must be able to answer the page that opened them (A2.3).
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // BY1: YouTube refuses to play (error 153) for a page that does not say where it is.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'sameorigin' },
  })
  // They are the same for every answer, so helmet says them once.
  const said = new Map([['Permissions-Policy', 'camera=(), microphone=(), geolocation=()']])
  const listener = { setHeader: (name: string, value: string) => said.set(name, value), removeHeader: () => undefined }
  headers({} as IncomingMessage, listener as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error
  })
  return (_request, response, next) => {
    response.setHeaders(said)
    next()
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Names the request in its answer, in a failure and in the log. */
    id: string
  }
}

const wellFormedId = /^[\w-]{8,64}$/

/** A proxy's id is kept where it is harmless to log, so that one id follows a request through both logs. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id']
  request.id = typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID()
  response.setHeader('X-Request-Id', request.id)
  next()
}
