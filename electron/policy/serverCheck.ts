/** Whether an address belongs to a compatible Strand server, and why a page could not be loaded. */

/** The version of the API (`info.version` of `GET /api/openapi.json`) that the application supports. */
export const supportedApiVersion = 1

export type ServerProblem =
  'offline' | 'unreachable' | 'certificate' | 'clientCertificate' | 'notStrand' | 'unavailable' | 'incompatible' | 'redirected'
export type ServerVerdict = { ok: true } | { ok: false; problem: ServerProblem }

/** An answer of the server: its status, its text, and its JSON, undefined if it is none. */
export interface Answer {
  status: number
  text?: string
  body: unknown
}

/** nginx answers requests without a required certificate of the person, or with a wrong one, with status 400 and these words. */
const requiresCertificate = ({ status, text = '' }: Answer): boolean =>
  status === 400 && /No required SSL certificate was sent|The SSL certificate error/.test(text)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const rejected = (problem: ServerProblem): ServerVerdict => ({ ok: false, problem })

/** @param health the answer of `GET /healthz` @param api the answer of `GET /api/openapi.json` */
export function judgeServer(health: Answer, api: Answer): ServerVerdict {
  // A proxy answers so for a server that does not run, and Strand for a database that does not answer.
  if (health.status >= 500 || api.status >= 500) return rejected('unavailable')
  if (requiresCertificate(health)) return rejected('clientCertificate')
  if (health.status !== 200 || !isRecord(health.body) || health.body.status !== 'ok' || typeof health.body.database !== 'string')
    return rejected('notStrand')
  if (api.status !== 200 || !isRecord(api.body) || !isRecord(api.body.info) || api.body.info.title !== 'Strand')
    return rejected('notStrand')
  const { version } = api.body.info
  const major = typeof version === 'string' ? /^(\d{1,6})(?:\.|$)/.exec(version)?.[1] : undefined
  return major !== undefined && Number(major) === supportedApiVersion ? { ok: true } : rejected('incompatible')
}

/** Error codes of Chromium: `net/base/net_error_list.h`. */
const aborted = -3
const offlineCodes: ReadonlySet<number> = new Set([-21, -106])
const isCertificateError = (code: number): boolean => code <= -200 && code > -300
/** SSL errors, such as no common protocol or cipher. */
const tlsCodes: ReadonlySet<number> = new Set([-107, -113, -148, -150, -159])
/** The server requires a certificate of the person, of which the application sends none. */
const clientCertificateCodes: ReadonlySet<number> = new Set([-110, -117])

/** The problem that an error code of a load means; null if the load was replaced by another one. */
export function problemOfLoad(code: number): ServerProblem | null {
  if (code === aborted || code === 0) return null
  if (offlineCodes.has(code)) return 'offline'
  if (clientCertificateCodes.has(code)) return 'clientCertificate'
  return isCertificateError(code) || tlsCodes.has(code) ? 'certificate' : 'unreachable'
}

/** The problem that a failed request means, by the name of Chromium's error in its message. */
export function problemOfRequest(message: string): ServerProblem {
  // Electron: "Attempted to redirect, but redirect policy was 'error'".
  if (/redirect/i.test(message)) return 'redirected'
  if (/ERR_(?:INTERNET_DISCONNECTED|NETWORK_CHANGED)/.test(message)) return 'offline'
  if (/ERR_(?:BAD_)?SSL_CLIENT_AUTH_CERT/.test(message)) return 'clientCertificate'
  return /ERR_(?:CERT_|SSL_)/.test(message) ? 'certificate' : 'unreachable'
}
