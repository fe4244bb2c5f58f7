/**
 * Sends API answers. A JSON answer is one string, so its length, ETag and compression are computed at once; Express's `json` and
 * streaming compression take longer than the SQL of a page.
 */
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

/** An answer that is not JSON: text, bytes or a stream. `type` overrides the endpoint's `produces`. */
export interface RawAnswer {
  body: string | Buffer | Readable
  type?: string
  headers?: Record<string, string>
}

/** Below this size (bytes) compression costs more time than it saves. */
const compressionThreshold = 1024

const compressBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const compressGzip = promisify<Buffer, Buffer>(gzip)

/** Brotli quality 4 takes about as long as gzip and compresses better; the default of 11 is for files that are compressed once. */
const encoders = {
  br: (body: Buffer) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: compressGzip,
} as const

const isText = (type: string): boolean => /^text\/|\b(?:json|xml|xspf|javascript|svg)\b/.test(type)

/** Sends the whole body, or 304 if the client's copy is current. */
async function send(request: Request, response: Response, body: Buffer, type: string): Promise<void> {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (reads) response.setHeader('ETag', `W/"${hash('sha1', body, 'base64')}"`)
  const conditional =
    request.headers['if-none-match'] !== undefined ||
    (request.headers['if-modified-since'] !== undefined && response.hasHeader('Last-Modified'))
  if (conditional && request.fresh) {
    response.status(304).end()
    return
  }
  response.setHeader('Content-Type', type)
  const accepted = request.headers['accept-encoding']
  const encoding = body.length >= compressionThreshold && accepted !== undefined && isText(type) && request.acceptsEncodings('br', 'gzip')
  const sent = encoding ? await encoders[encoding as keyof typeof encoders](body) : body
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.setHeader('Content-Length', sent.length)
  response.end(sent)
}

export const sendJson = (request: Request, response: Response, answer: unknown): Promise<void> =>
  send(request, response, Buffer.from(JSON.stringify(answer)), 'application/json; charset=utf-8')

export async function sendRaw(
  request: Request,
  response: Response,
  { body, type, headers = {} }: RawAnswer,
  produces: string,
): Promise<void> {
  response.set(headers).type(type ?? produces)
  if (!(body instanceof Readable)) {
    await send(request, response, Buffer.from(body as string), String(response.getHeader('Content-Type')))
  } else if (request.method === 'HEAD') {
    body.destroy()
    response.end()
  } else {
    // nginx passes each part on at once, instead of collecting the answer.
    response.setHeader('X-Accel-Buffering', 'no')
    await pipeline(body, response).catch((error: unknown) => {
      // The client has disconnected.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    })
  }
}
