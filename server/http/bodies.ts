/** Reads and parses JSON bodies (BY26): those that are decoded at the same time fit into the heap, however many arrive. */
import express, { type Request, type Response } from 'express'
import type { Endpoint } from '#contract/index.ts'
import { StrandError } from './errors.ts'
import { parseJson } from './json.ts'

/** Limit of a JSON body in bytes: 64,000 characters of text, each escaped to six bytes at most. */
export const bodyBytes = 512 * 1024

/** Limit of values in a JSON body. The largest that a page sends has some hundreds. */
const maxValues = 10_000

/** Larger bodies (bytes) wait for room. */
const largeBytes = 100_000
/**
 * Size (bytes) of the large bodies whose requests are answered at the same time. Each takes up to four times as much of the heap: as text,
 * and parsed, with two bytes a character.
 */
const roomBytes = 40_000_000
/** Size (bytes) of those that wait for room, and longest wait (ms). */
const maxWaiting = { bytes: 200_000_000, ms: 5000 }

/** A body is an object or a list. */
const isBody = (json: string): boolean => /^\s{0,1000}[{[]/.test(json)

function parseBody(json: string): Promise<unknown> {
  if (!isBody(json)) throw new StrandError('malformed')
  return parseJson(json, maxValues).catch(() => {
    throw new StrandError('malformed')
  })
}

interface Waiting {
  bytes: number
  enter: () => void
}

const unavailable = (): StrandError => {
  const error = new StrandError('unavailable')
  // In seconds: the header Retry-After.
  error.retryAfter = 10
  return error
}

/**
 * Bounds the size of what is inside at the same time. First in, first out. The returned function resolves to one that leaves the room. It
 * throws `unavailable` if too much waits, at the end of the longest wait, and if the client disconnects before.
 */
export function createRoom(
  capacity: number,
  most: { bytes: number; ms: number },
): (bytes: number, response: Pick<Response, 'once' | 'off' | 'closed'>) => Promise<() => void> {
  let used = 0
  const waiting: Waiting[] = []
  const waitingBytes = (): number => waiting.reduce((sum, { bytes }) => sum + bytes, 0)

  function admit(): void {
    while (waiting.length > 0 && (used === 0 || used + waiting[0]!.bytes <= capacity)) {
      const { bytes, enter } = waiting.shift()!
      used += bytes
      enter()
    }
  }

  return (bytes, response) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer)
        response.off('close', giveUp)
      }
      const giveUp = (): void => {
        stop()
        waiting.splice(waiting.indexOf(one), 1)
        reject(unavailable())
        admit()
      }
      const one: Waiting = {
        bytes,
        enter() {
          stop()
          resolve(() => {
            used -= bytes
            admit()
          })
        },
      }
      const timer = setTimeout(giveUp, most.ms)
      response.once('close', giveUp)
      waiting.push(one)
      if (response.closed || waitingBytes() > most.bytes) giveUp()
      else admit()
    })
}

const enterRoom = createRoom(roomBytes, maxWaiting)
const utf8 = new TextDecoder()

/** JSON is UTF-8: https://www.rfc-editor.org/rfc/rfc8259#section-8.1 */
function demandUtf8(contentType = ''): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType) ?? []
  if (charset.toLowerCase() !== 'utf-8') throw new StrandError('unsupported_type')
}

export interface Body {
  /** An empty object if the request has none. */
  json: unknown
  /** To be called when the request is answered. */
  leave(): void
}

export type BodyReader = (request: Request, response: Response) => Promise<Body>

const emptyBody: Body = { json: {}, leave: () => undefined }

/** Throws `unsupported_type`, `too_large`, `malformed`, and `unavailable` if too many large bodies are being answered. */
export function createBodyReader({ bodyBytes: limit = bodyBytes, tooLarge }: Endpoint): BodyReader {
  const readBytes = express.raw({ limit, inflate: false, type: 'application/json' })

  async function read(request: Request, response: Response): Promise<Buffer> {
    await new Promise<void>((resolve, reject) => {
      readBytes(request, response, (error?: unknown) => {
        if (error === undefined) resolve()
        else reject((error as { status?: unknown }).status === 413 ? new StrandError('too_large', tooLarge) : (error as Error))
      })
    })
    const bytes: unknown = request.body
    // The bytes of an upload would stay in memory as long as the request lasts.
    request.body = undefined
    return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)
  }

  return async (request, response) => {
    const isEmpty = request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0
    if (isEmpty) return emptyBody
    if (!request.is('application/json')) throw new StrandError('unsupported_type')
    demandUtf8(request.headers['content-type'])
    const bytes = await read(request, response)
    if (bytes.length === 0) return emptyBody
    const leave = bytes.length > largeBytes ? await enterRoom(bytes.length, response) : emptyBody.leave
    try {
      return { json: await parseBody(utf8.decode(bytes)), leave }
    } catch (error) {
      leave()
      throw error
    }
  }
}
