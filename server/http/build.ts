/** The short name of the current build of the pages, sent so that a page of an older build detects that it is outdated (R14). */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import type { Config } from '../config.ts'

/** Null without a build, and in development, where Vite replaces modules itself. */
export type Build = () => string | null

/** How long the name is cached (ms): every answer carries it, and must not read the disk. */
const cacheMs = 1000

export function createBuild({ root, viteOrigin }: Pick<Config, 'root' | 'viteOrigin'>, now: () => number = Date.now): Build {
  if (viteOrigin !== null) return () => null
  const path = join(root, 'dist/web/manifest.json')
  let known: { at: number; name: string } | null = null
  let looked = -Infinity
  return () => {
    if (now() - looked < cacheMs) return known?.name ?? null
    looked = now()
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (at === undefined) known = null
    // Hashes the content, not the time: the same sources give the same build.
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
