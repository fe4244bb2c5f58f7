/**
 * The packaged desktop application, without a network: electron-builder packages it with a distribution of Electron that cannot run.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveBudget, archiveFiles, readManifest } from '../../build/lib/desktopPackage.mjs'
import { createDistribution } from '../support/electron/distribution.ts'
import { root, startProcess } from '../support/built-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'strand-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Where programs would be downloaded to. */
const cache = join(folder, 'cache')

async function pack(name: string, env: Record<string, string> = {}): Promise<string> {
  const started = startProcess(
    process.execPath,
    [`${root}build/desktop-package.mjs`, '--linux', 'dir', `-c.directories.output=${join(folder, name)}`],
    {
      STRAND_ELECTRON_DIST: join(folder, 'distribution'),
      STRAND_DESKTOP_INSPECT: '',
      ELECTRON_BUILDER_CACHE: cache,
      electron_config_cache: cache,
      XDG_CACHE_HOME: cache,
      ...env,
    },
  )
  const code = await started.ended
  if (code !== 0) throw new Error(started.output())
  const [packed] = readdirSync(join(folder, name)).filter((entry) => entry.endsWith('unpacked'))
  return join(folder, name, packed!)
}

/** How the program stores a fuse that is on. */
const enabled = '1'.charCodeAt(0)

const fusesOf = async (packed: string): Promise<Record<string, boolean>> => {
  const wire = await getCurrentFuseWire(join(packed, 'strand'))
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name))) as (keyof typeof FuseV1Options)[]
  return Object.fromEntries(names.map((name) => [name, wire[FuseV1Options[name]] === enabled]))
}

const archiveOf = (packed: string): string => join(packed, 'resources/app.asar')
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

describe('the package', () => {
  let packed: string
  let inspectable: string
  beforeAll(async () => {
    createDistribution(join(folder, 'distribution'))
    packed = await pack('first')
    inspectable = await pack('second', { STRAND_DESKTOP_INSPECT: '1' })
  }, 180_000)

  it('BY19 app.asar contains the listed files and is within its budget', () => {
    const files = listPackage(archiveOf(packed), { isPack: false })
    expect(files.map((file) => file.slice(1)).sort()).toEqual(archiveFiles)
    expect(statSync(archiveOf(packed)).size).toBeLessThan(archiveBudget)
    expect(readdirSync(join(packed, 'resources'))).toEqual(['app.asar'])
  })

  it('BY19 its package.json names an entry that exists, and has no dependencies and no scripts', () => {
    const manifest = JSON.parse(extractFile(archiveOf(packed), 'package.json').toString()) as Record<string, unknown>
    expect(manifest).toMatchObject({
      name: 'strand',
      productName: 'Strand',
      version: readManifest().version,
      main: 'main.cjs',
      desktopName: 'app.strand.desktop.desktop',
    })
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['dependencies']))
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['scripts']))
  })

  it('BY19 its scripts have no source maps', () => {
    for (const name of ['main.cjs', 'preload.cjs'])
      expect(extractFile(archiveOf(packed), name).toString()).not.toContain('sourceMappingURL')
  })

  it('BY19 the fuses: no use as Node, no debugger, only the checked archive, encrypted cookies', async () => {
    expect(await fusesOf(packed)).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
    })
  })

  it('BY19 STRAND_DESKTOP_INSPECT → the same with the debugger', async () => {
    expect(await fusesOf(inspectable)).toEqual({ ...(await fusesOf(packed)), EnableNodeCliInspectArguments: true })
  })

  it('BY19 two builds of the same sources → the same archive', () => {
    expect(hashOf(archiveOf(inspectable))).toBe(hashOf(archiveOf(packed)))
  })

  it('BY19 the languages are those of the texts', () => {
    expect(readdirSync(join(packed, 'locales')).sort()).toEqual(['en-GB.pak', 'en-US.pak'])
  })

  it('BY19 nothing is downloaded', () => {
    const downloads = existsSync(cache)
      ? readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : []
    expect(downloads.map(({ name }) => name)).toEqual([])
  })
})
