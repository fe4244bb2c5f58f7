import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { refuse, Refusal } from './refusal.ts'

const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }

/** Reads a body of at most `limit` bytes, before and after decompression: protects against decompression bombs. */
export async function readBody(body: Readable, encoding: string, limit: number, signal: AbortSignal): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  const decoder = name === '' || name === 'identity' ? null : decoders[name as keyof typeof decoders]
  if (decoder === undefined) {
    body.destroy()
    throw refuse('encoding', `content encoding ${name}`)
  }
  const chunks: Buffer[] = []
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of capped(source, limit)) chunks.push(chunk)
  }
  try {
    if (decoder === null) await pipeline(body, collect, { signal })
    else await pipeline(body, (source: AsyncIterable<Buffer>) => capped(source, limit), decoder(), collect, { signal })
  } catch (error) {
    if (error instanceof Refusal || signal.aborted) throw error
    throw refuse('encoding', error instanceof Error ? error.message : String(error))
  }
  return Buffer.concat(chunks)
}

async function* capped(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > limit) throw refuse('size', `more than ${limit} bytes`)
    yield chunk
  }
}
