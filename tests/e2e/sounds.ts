/** Serves sounds of any length to the page: nearly silent WAV files, with range requests like a file server. */
import type { BrowserContext } from '@playwright/test'

const rate = 8000

/** A nearly silent WAV file: 8 bits, one channel. */
function wav(seconds: number): Buffer {
  const length = seconds * rate
  const file = Buffer.alloc(44 + length, 128)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + length, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(length, 40)
  return file
}

/** The address of a sound of this length, once `serveSounds` serves it. */
export const soundOf = (seconds: number, name = 'sound'): string => `https://sounds.example.org/${name}-${seconds}.wav`

export const serveSounds = (context: BrowserContext): Promise<unknown> =>
  context.route('https://sounds.example.org/**', async (route) => {
    const seconds = Number(/-(\d+)\.wav$/.exec(route.request().url())?.[1] ?? 1)
    const file = wav(seconds)
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(route.request().headers()['range'] ?? '') ?? []
    const headers = { 'Content-Type': 'audio/wav', 'Accept-Ranges': 'bytes', 'Access-Control-Allow-Origin': '*' }
    if (first === undefined) return route.fulfill({ status: 200, headers, body: file })
    const from = Number(first)
    const to = last ? Math.min(Number(last), file.length - 1) : file.length - 1
    return route.fulfill({
      status: 206,
      headers: { ...headers, 'Content-Range': `bytes ${from}-${to}/${file.length}` },
      body: file.subarray(from, to + 1),
    })
  })
