/** Which build of the pages this server has, as a short name: a page of another one knows that it is old (R14). */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

/** Null where nothing is built, and where Vite serves modules that change by themselves. */
export type Build = () => string | null

/** Milliseconds in which a new build is noticed: every answer names it, and must not cost a look at the disk. */
const fresh = 1000

export function createBuild({ root, viteOrigin }: Pick<Config, 'root' | 'viteOrigin'>, now: () => number = Date.now): Build {
  if (viteOrigin !== null) return () => null
  const path = join(root, 'dist/web/manifest.json')
  let known: { at: number; name: string } | null = null
  let looked = -Infinity
  return () => {
    if (now() - looked < fresh) return known?.name ?? null
    looked = now()
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (at === undefined) known = null
    // Its content, not its time: the same sources make the same pages.
    else if (known?.at !== at) known = { at, name: createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 12) }
    return known?.name ?? null
  }
}

export const nameBuild =
  (build: Build): RequestHandler =>
  (_request, response, next) => {
    const name = build()
    if (name !== null) response.setHeader('X-Strand-Build', name)
    next()
  }
