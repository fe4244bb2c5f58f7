import type { Session } from 'electron'
import { judgeServer, problemOfRequest, type Answer, type ServerVerdict } from '../policy/serverCheck.ts'

/** Time (ms) for both requests. */
const timeoutMs = 10_000
/** Bytes. The API's document has about a megabyte. */
const maxBytes = 8_000_000

/** Requests what identifies a Strand server. Never throws. */
export async function checkServer(session: Session, origin: string): Promise<ServerVerdict> {
  const signal = AbortSignal.timeout(timeoutMs)
  const request = async (path: string): Promise<Answer> => {
    // A redirect would lead to an address that the person has not chosen.
    const response = await session.fetch(origin + path, { signal, redirect: 'error', credentials: 'omit', cache: 'no-store' })
    return { status: response.status, body: await readJson(response) }
  }
  try {
    const health = await request('/healthz')
    // Of a server that is down or no Strand server, nothing more is requested.
    if (health.status !== 200) return judgeServer(health, { status: 0, body: undefined })
    return judgeServer(health, await request('/api/openapi.json'))
  } catch (error) {
    return { ok: false, problem: problemOfRequest(error instanceof Error ? error.message : '') }
  }
}

/** The JSON of a limited answer; undefined if it is none. */
async function readJson(response: Response): Promise<unknown> {
  if (response.body === null) return undefined
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
