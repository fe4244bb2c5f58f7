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
    const text = await readText(response)
    return { status: response.status, text, body: parseJson(text) }
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

/** The text of an answer; empty if it is too long. */
async function readText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return ''
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
