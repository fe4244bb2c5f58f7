/**
 * A backup in one file: a compressed tar archive that can be written to a pipe. Its last entry has a digest of all others, so that a
 * damaged or incomplete file is found before anything is restored.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Header } from 'tar-stream'
import { StartupError } from '../config.ts'

export interface Entry {
  name: string
  content: Buffer
}

const digestEntry = 'end.json'
/** Bytes of one entry. Pictures and parts of tables are far smaller. */
const maxEntryBytes = 256_000_000

const addTo = (hash: Hash, { name, content }: Entry): Hash => hash.update(`${name}\n${content.length}\n`).update(content)

export interface ArchiveWriter {
  /** Resolves when the entry is written, as fast as the output accepts it. */
  add(name: string, content: Buffer): Promise<void>
  /** Adds the digest, and resolves when everything is written. */
  end(): Promise<void>
  /** Ends the output without a digest: what was written cannot be restored. */
  abort(error: Error): void
}

export function writeArchive(output: Writable): ArchiveWriter {
  const archive = pack()
  const hash = createHash('sha256')
  const written = pipeline(archive, createGzip(), output)
  // Reported by the next `add`, or by `end`. A pipe that has closed emits further errors.
  written.catch(() => undefined)
  output.on('error', () => undefined)
  const put = ({ name, content }: Entry): Promise<void> => {
    const added = new Promise<void>((resolve, reject) => {
      const entry = archive.entry({ name, size: content.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
      entry.on('error', reject)
      entry.end(content)
    })
    // A failed output ends the archive, after which no entry is reported.
    return Promise.race([added, written.then(() => Promise.reject(new Error('The archive has ended')))])
  }
  return {
    add(name, content) {
      addTo(hash, { name, content })
      return put({ name, content })
    },
    async end() {
      await put({ name: digestEntry, content: Buffer.from(JSON.stringify({ sha256: hash.digest('hex') })) })
      archive.finalize()
      await written
    },
    abort: (error) => archive.destroy(error),
  }
}

async function contentOf(entry: AsyncIterable<unknown> & { header: Header }): Promise<Buffer> {
  if ((entry.header.size ?? 0) > maxEntryBytes) throw new Error(`${entry.header.name} is too large`)
  const parts: Buffer[] = []
  for await (const part of entry) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/**
 * Reads a file from its start. Throws `StartupError` if it is damaged, at the latest after the last entry.
 * @param onEnd receives the digest of an undamaged file
 */
export async function* readArchive(path: string, onEnd: (sha256: string) => void = () => undefined): AsyncGenerator<Entry> {
  const archive = extract()
  const hash = createHash('sha256')
  let stored: unknown
  const reading = pipeline(createReadStream(path), createGunzip(), archive)
  reading.catch(() => undefined)
  try {
    for await (const each of archive) {
      const entry = { name: each.header.name, content: await contentOf(each) }
      if (stored !== undefined) throw new Error('it goes on after its end')
      if (entry.name === digestEntry) stored = (JSON.parse(entry.content.toString()) as { sha256?: unknown }).sha256
      else {
        addTo(hash, entry)
        yield entry
      }
    }
    await reading
    if (stored === undefined) throw new Error('it ends too early')
    const sha256 = hash.digest('hex')
    if (stored !== sha256) throw new Error('its content does not have the digest that was stored')
    onEnd(sha256)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`${path} cannot be restored: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
