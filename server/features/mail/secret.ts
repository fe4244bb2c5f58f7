/** Secrets that are generated once and stored in the data directory. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'

/**
 * Reads `keys/{name}` in the data directory, or creates it with `make`. Safe against concurrent starts: `link` fails if the file exists,
 * and never exposes a partial file.
 */
export async function storedSecret(
  dataDir: string,
  name: string,
  make: () => string = () => randomBytes(32).toString('base64url'),
): Promise<string> {
  const directory = join(dataDir, 'keys')
  const path = join(directory, name)
  const known = await readFile(path, 'utf8').catch(() => null)
  if (known !== null) return known
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(make())
    await file.sync()
  } finally {
    await file.close()
  }
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft, { force: true })
  return readFile(path, 'utf8')
}

/** The secret that signs links and cookies: configured, or generated in the data directory. */
export function signingSecret({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): () => Promise<string> {
  if (secret !== null) return () => Promise.resolve(secret)
  let pending: Promise<string> | undefined
  return () => (pending ??= storedSecret(dataDir, 'mail').catch((error: unknown) => ((pending = undefined), Promise.reject(error))))
}
