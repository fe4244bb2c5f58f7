/** Reads and parses JSON bodies. Large ones wait until they fit into memory (BY26), however many arrive. */
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
/** Longest wait for room (ms). */
const maxWaitMs = 5000
/** Size (bytes) of the large bodies that arrive or wait at the same time. They are outside of the heap. */
const arrivingBytes = 400_000_000
/**
 * Size (bytes) of the large bodies whose requests are answered at the same time, for each limit of bodies: imports take long, and pictures
 * do not wait for them. A body takes up to four times as much of the heap: as text, and parsed, with two bytes a character.
 */
const answeredBytes = (limit: number): number => Math.max(10_000_000, 5 * limit)

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

/** Resolves to a function that leaves the room. Throws `unavailable` after `maxWaitMs`, and if the client disconnects before. */
type Enter = (bytes: number, response: Pick<Response, 'once' | 'off' | 'closed'>) => Promise<() => void>

/** Bounds the size of what is inside at the same time. First in, first out. */
export function createRoom(capacity: number): Enter {
  let used = 0
  const waiting: Waiting[] = []

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
      const timer = setTimeout(giveUp, maxWaitMs)
      response.once('close', giveUp)
      waiting.push(one)
      if (response.closed) giveUp()
      else admit()
    })
}

const arrive = createRoom(arrivingBytes)
const rooms = new Map<number, Enter>()

function roomFor(limit: number): Enter {
  const known = rooms.get(limit) ?? createRoom(answeredBytes(limit))
  rooms.set(limit, known)
  return known
}

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
  const enter = roomFor(limit)

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

  /** Reads the body, and enters the room. */
  async function admit(request: Request, response: Response, length: number): Promise<{ bytes: Buffer; leave: () => void }> {
    if (length <= largeBytes) return { bytes: await read(request, response), leave: emptyBody.leave }
    const hasArrived = await arrive(length, response)
    try {
      const bytes = await read(request, response)
      return { bytes, leave: await enter(bytes.length, response) }
    } finally {
      hasArrived()
    }
  }

  return async (request, response) => {
    const isChunked = request.headers['transfer-encoding'] !== undefined
    const length = isChunked ? limit : Number(request.headers['content-length'] ?? 0)
    if (length === 0) return emptyBody
    if (!request.is('application/json')) throw new StrandError('unsupported_type')
    demandUtf8(request.headers['content-type'])
    if (length > limit) throw new StrandError('too_large', tooLarge)
    const { bytes, leave } = await admit(request, response, length)
    try {
      if (bytes.length === 0) return { json: {}, leave }
      return { json: await parseBody(utf8.decode(bytes)), leave }
    } catch (error) {
      leave()
      throw error
    }
  }
}
