/** Mails as files, without a mail server (decision 29). */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeHeader } from './headerDecoding.ts'

/** Maximum files; the oldest are deleted. */
const maxFiles = 1000

export interface MailFile {
  id: string
  date: string
  to: string
  subject: string
}

export interface MailFiles {
  /** Atomic: a reader or a crash never sees a partial mail. The same id replaces the file. */
  write(id: string, content: Buffer): Promise<void>
  /** Latest first. */
  list(from: number, limit: number): Promise<{ results: MailFile[]; total: number }>
  /** Null if there is none. */
  read(id: string): Promise<Buffer | null>
  /** Deletes the mails for which `matches` returns true. */
  remove(is: (content: Buffer) => boolean): Promise<void>
}

const headersOf = (content: Buffer): string => content.toString('utf8').split(/\r?\n\r?\n/, 1)[0]!

/** The address in lower case. The display name is free text and may contain another address. */
export function recipientOf(content: Buffer): string {
  const to = decodeHeader(headersOf(content), 'to')
  return (/<([^<>]*)>$/.exec(to)?.[1] ?? to).toLowerCase()
}

const idPattern = /^[0-9a-f]{32}$/
const nameOf = (id: string): string => `${id}.eml`

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
const orNull = (error: unknown): null => {
  if (isMissing(error)) return null
  throw error
}

export function createMailFiles(directory: string): MailFiles {
  /** Ids and times, latest first. */
  async function all(): Promise<{ id: string; time: number }[]> {
    const names = (await readdir(directory).catch(orNull)) ?? []
    const found = await Promise.all(
      names
        .map((name) => name.replace(/\.eml$/, ''))
        .filter((id) => idPattern.test(id))
        .map(async (id) => {
          const known = await stat(join(directory, nameOf(id))).catch(orNull)
          return known && { id, time: known.mtimeMs }
        }),
    )
    return found.filter((one) => one !== null).toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1))
  }

  let written = 0
  async function sweep(): Promise<void> {
    if ((written += 1) % 100 !== 0) return
    for (const { id } of (await all()).slice(maxFiles)) await rm(join(directory, nameOf(id)), { force: true })
  }

  async function read(id: string): Promise<Buffer | null> {
    return idPattern.test(id) ? readFile(join(directory, nameOf(id))).catch(orNull) : null
  }

  return {
    read,

    async write(id, content) {
      if (!idPattern.test(id)) throw new Error(`Not the id of a mail: ${id}`)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const path = join(directory, nameOf(id))
      const draft = `${path}.${randomUUID()}.tmp`
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      await sweep()
    },

    async remove(is) {
      for (const { id } of await all()) {
        const content = await read(id)
        if (content !== null && is(content)) await rm(join(directory, nameOf(id)), { force: true })
      }
    },

    async list(from, limit) {
      const found = await all()
      const results = await Promise.all(
        found.slice(from, from + limit).map(async ({ id, time }) => {
          const headers = headersOf((await read(id)) ?? Buffer.from(''))
          return { id, date: new Date(time).toISOString(), to: decodeHeader(headers, 'to'), subject: decodeHeader(headers, 'subject') }
        }),
      )
      return { results, total: found.length }
    },
  }
}
