/**
 * The files of all builds that have a content hash in their name, in a folder of the servers of a site. Pages that are open when their
 * build is replaced load the rest of it from there, and during a rolling restart, pages of one build reach servers of the other.
 */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { tvBuild, widgetBuild } from '#contract/pages/entries.js'

/** The folders of the build, by the path at which their files are served. */
export const hashedFolders = [
  { base: '/', folder: 'dist/web' },
  { base: tvBuild.base, folder: tvBuild.folder },
  { base: widgetBuild.base, folder: widgetBuild.folder },
]

/** Where the shared folder has the files of a build. */
export const sharedFolderOf = (assetsDir: string, folder: string): string => join(assetsDir, folder.replace('dist/', ''))

/** How long (ms) the files of a build stay after the last start of a server with it. */
const maxAgeMs = 30 * 86_400_000

/** The server compresses files of the shared folder itself. */
const isCompressed = (name: string): boolean => /\.(?:br|gz)$/.test(name)

/** Copies a file under another name first: an incomplete one is never served. A file that exists counts as new again. */
async function share(from: string, to: string, name: string): Promise<void> {
  const target = join(to, name)
  const now = new Date()
  const exists = await utimes(target, now, now).then(
    () => true,
    () => false,
  )
  if (exists) return
  const temporary = join(to, `.${randomUUID()}`)
  await copyFile(join(from, name), temporary)
  await rename(temporary, target)
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs = Infinity } = (await stat(path).catch(() => null)) ?? {}
    if (mtimeMs < Date.now() - maxAgeMs) await rm(path, { force: true })
  }
}

/** Adds this build to the shared folder, and removes builds that no server has started with for a month. */
export async function shareAssets(root: string, assetsDir: string): Promise<void> {
  for (const { folder } of hashedFolders) {
    const from = join(root, folder, 'assets')
    const to = sharedFolderOf(assetsDir, folder)
    await mkdir(to, { recursive: true })
    const names = (await readdir(from)).filter((name) => !isCompressed(name))
    for (const name of names) await share(from, to, name)
    await removeOld(to)
  }
}
