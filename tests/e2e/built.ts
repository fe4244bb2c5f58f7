/** Addresses of built scripts, for tests that block or await them. */
import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../../dist/web/manifest.json', import.meta.url), 'utf8')) as Record<
  string,
  { file: string } | undefined
>

/** Matches the address of the script that contains this entry or lazily imported module, named by its path. */
export function scriptOf(module: string): string {
  const file = manifest[module]?.file
  if (file === undefined) throw new Error(`${module} is not loaded by itself`)
  return `**/${file}`
}
