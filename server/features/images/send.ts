/** Answers a request for a stored picture: conditions, a range, and the content as a stream. */
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { StrandError } from '#http/errors.ts'
import { RangeNotSatisfiable, type ByteRange } from '#objects/store.ts'
import type { StoredPicture } from './service.ts'
import { timeOf, type Variant } from './store.ts'

interface SentPicture {
  picture: StoredPicture
  version: string
  variant: Variant
  headers: Record<string, string>
}

/** The requested part. Several parts, and units other than bytes, are ignored, as HTTP permits. */
function rangeOf(header: string | undefined): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? []
  if (first === '') return last === '' ? undefined : { suffix: Number(last) }
  if (last === '') return { first: Number(first) }
  return Number(last) < Number(first) ? undefined : { first: Number(first), last: Number(last) }
}

/** A part is sent only of the picture that the client has the other parts of (`If-Range`). */
const isSame = (condition: string | undefined, etag: string, modified: string): boolean =>
  condition === undefined || condition === etag || condition === modified

/** The client closed the connection. */
const isGone = (error: unknown, response: Response): boolean =>
  response.destroyed && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

export async function sendPicture(
  request: Request,
  response: Response,
  { picture, version, variant, headers }: SentPicture,
): Promise<void> {
  // Of the version, so that they are the same wherever the picture is stored.
  const etag = `"${version}-${variant}"`
  const modified = new Date(timeOf(version)).toUTCString()
  const setHeaders = (): Response => response.set({ ...headers, 'Accept-Ranges': 'bytes', ETag: etag, 'Last-Modified': modified })

  const isConditional = request.get('if-none-match') !== undefined || request.get('if-modified-since') !== undefined
  if (request.method === 'HEAD' || isConditional) {
    const found = await picture.stat()
    if (found === null) throw new StrandError('not_found')
    setHeaders()
    if (request.fresh) return void response.status(304).end()
    if (request.method === 'HEAD') return void response.type('jpg').set('Content-Length', String(found.bytes)).end()
  }

  const range = isSame(request.get('if-range'), etag, modified) ? rangeOf(request.get('range')) : undefined
  try {
    const opened = await picture.open(range)
    if (opened === null) throw new StrandError('not_found')
    const { bytes, first, last, content } = opened
    setHeaders()
      .type('jpg')
      .set('Content-Length', String(last - first + 1))
    if (range !== undefined) response.status(206).set('Content-Range', `bytes ${first}-${last}/${bytes}`)
    await pipeline(content, response)
  } catch (error) {
    if (error instanceof RangeNotSatisfiable) {
      const answer = response.status(416).set({ ...headers, 'Cache-Control': 'no-store', 'Content-Range': `bytes */${error.bytes}` })
      return void answer.end()
    }
    if (isGone(error, response)) return
    if (!response.headersSent) for (const name of ['ETag', 'Last-Modified']) response.removeHeader(name)
    throw error
  }
}
