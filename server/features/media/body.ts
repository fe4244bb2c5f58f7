import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { createRefusal, Refusal } from './refusal.ts'

const decoderFactories = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** Reads a body of at most `maxBytes`, before and after decompression: protects against decompression bombs. */
export async function readBody(body: Readable, encoding: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  const createDecoder = name === '' || name === 'identity' ? null : decoderFactories[name as keyof typeof decoderFactories]
  if (createDecoder === undefined) {
    body.destroy()
    throw createRefusal('encoding', `content encoding ${name}`)
  }
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of limitBytes(source, maxBytes)) chunks.push(chunk)
  }
  try {
    if (createDecoder === null) await pipeline(body, collect, { signal })
    else await pipeline(body, (source: AsyncIterable<Buffer>) => limitBytes(source, maxBytes), createDecoder(), collect, { signal })
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) throw error
    throw createRefusal('encoding', error instanceof Error ? error.message : String(error))
  }
  return Buffer.concat(chunks)
}

/** Throws a `Refusal` once `source` yields more than `maxBytes`. */
async function* limitBytes(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxBytes) throw createRefusal('size', `more than ${maxBytes} bytes`)
    yield chunk
  }
}
