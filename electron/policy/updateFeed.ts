/**
 * What the application accepts of its feed: text that was signed under the name of the file, no older than what it has accepted before, and
 * packages for this computer.
 */
import type { System } from './actions.ts'
import type { UpdateMethod } from './update.ts'

/** What a signature covers. Without the name, a file could be served under that of another system. */
export const signedText = (name: string, text: string): string => `${name}\n${text}`

const datePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** In the form of `Date.toISOString`, whose dates are ordered as texts. */
export const isFeedDate = (value: unknown): value is string => typeof value === 'string' && datePattern.test(value)

/** When a file of the feed was signed; null if it does not say so, or more than once. */
export function feedDate(text: string): string | null {
  const [first, ...more] = [...text.matchAll(/^signedAt:(.*)$/gm)]
  const date = first?.[1]?.trim().replace(/^'(.*)'$/, '$1')
  return more.length === 0 && isFeedDate(date) ? date : null
}

export interface PackageTarget {
  system: System
  method: UpdateMethod
  /** `process.arch` */
  architecture: string
}

/** As electron-builder names them (`artifactName` in `build/electron-builder.config.mjs`). */
const systemNames: Record<System, string> = { linux: 'linux', darwin: 'mac', win32: 'win' }
const architectureNames: Record<string, readonly string[]> = {
  x64: ['x64', 'x86_64', 'amd64'],
  arm64: ['arm64'],
  arm: ['armv7l', 'armhf'],
  ia32: ['ia32', 'i386'],
}

function extensionOf({ system, method }: PackageTarget): string {
  if (system === 'linux') return method === 'install' ? 'AppImage' : 'deb'
  return system === 'darwin' ? 'zip' : 'exe'
}

/** Whether a package of the feed is for this computer, by its name. An installer of Windows without an architecture contains all. */
export function isPackageFor(name: string, target: PackageTarget): boolean {
  const { system, architecture } = target
  const [, os, arch, extension] = /^[\w.+-]+?-(linux|mac|win)(?:-(\w+))?\.(\w+)$/.exec(name) ?? []
  if (os !== systemNames[system] || extension !== extensionOf(target)) return false
  if (arch === undefined) return system === 'win32'
  return (system === 'darwin' && arch === 'universal') || (architectureNames[architecture] ?? []).includes(arch)
}
