/**
 * How an answer leaves. An API answers one text at a time, so its length, its ETag and its compression
 * are known at once; Express's own `json` and a stream of compression take longer than the page's SQL.
 */
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

/** What is not JSON: text, bytes or a stream of them. `type` where it differs from the endpoint's `produces`. */
export interface RawAnswer {
  body: string | Buffer | Readable
  type?: string
  headers?: Record<string, string>
}

/** Bytes below which compression takes more time than it saves. */
const worthCompressing = 1024

const compressBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const compressGzip = promisify<Buffer, Buffer>(gzip)

/** Quality 4 takes about as long as gzip and gives less; the default of 11 is for files that are compressed once. */
const encoders = {
  br: (body: Buffer) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: compressGzip,
} as const

const isText = (type: string): boolean => /^text\/|\b(?:json|xml|xspf|javascript|svg)\b/.test(type)

/** Sends the whole body, or 304 where the client has it already. */
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
  const encoding = body.length >= worthCompressing && accepted !== undefined && isText(type) && request.acceptsEncodings('br', 'gzip')
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
    await pipeline(body, response).catch((error: unknown) => {
      // A reader that went away needs no answer.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    })
  }
}
