/**
 * The packaged desktop application, without a network: electron-builder packages it with a distribution of Electron that cannot run.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { windowsSizes } from '../../build/lib/desktopIcons.mjs'
import { archiveBudget, archiveFiles, readManifest } from '../../build/lib/desktopPackage.mjs'
import { createDistribution, type PackagedSystem } from '../support/electron/distribution.ts'
import { root, startProcess } from '../support/built-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'strand-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Where programs would be downloaded to. */
const cache = join(folder, 'cache')

async function pack(name: string, system: PackagedSystem = 'linux', env: Record<string, string> = {}): Promise<string> {
  const distribution = join(folder, `electron-${system}`)
  if (!existsSync(distribution)) createDistribution(distribution, system)
  // A computer with a certificate does not sign.
  const args = [`--${system}`, 'dir', '--x64', `-c.directories.output=${join(folder, name)}`, '-c.mac.identity=null']
  const started = startProcess(process.execPath, [`${root}build/desktop-package.mjs`, ...args], {
    STRAND_ELECTRON_DIST: distribution,
    STRAND_DESKTOP_INSPECT: '',
    CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    ELECTRON_BUILDER_CACHE: cache,
    electron_config_cache: cache,
    XDG_CACHE_HOME: cache,
    ...env,
  })
  const code = await started.ended
  if (code !== 0) throw new Error(started.output())
  const [packed] = readdirSync(join(folder, name), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return join(folder, name, packed!.name)
}

const publishedFuses = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
}

/** How the program stores a fuse that is on. */
const enabled = '1'.charCodeAt(0)

const fusesOf = async (program: string): Promise<Record<string, boolean>> => {
  const wire = await getCurrentFuseWire(program)
  const names = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name))) as (keyof typeof FuseV1Options)[]
  return Object.fromEntries(names.map((name) => [name, wire[FuseV1Options[name]] === enabled]))
}

const archiveOf = (packed: string): string => join(packed, 'resources/app.asar')
const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

describe('the package of Linux', () => {
  let packed: string
  let inspectable: string
  beforeAll(async () => {
    packed = await pack('first')
    inspectable = await pack('second', 'linux', { STRAND_DESKTOP_INSPECT: '1' })
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
    expect(await fusesOf(join(packed, 'strand'))).toEqual(publishedFuses)
  })

  it('BY19 STRAND_DESKTOP_INSPECT → the same with the debugger', async () => {
    expect(await fusesOf(join(inspectable, 'strand'))).toEqual({ ...publishedFuses, EnableNodeCliInspectArguments: true })
  })

  it('BY19 two builds of the same sources → the same archive', () => {
    expect(hashOf(archiveOf(inspectable))).toBe(hashOf(archiveOf(packed)))
  })

  it('BY19 the languages are those of the texts', () => {
    expect(readdirSync(join(packed, 'locales')).sort()).toEqual(['en-GB.pak', 'en-US.pak'])
  })
})

/** By this checksum of its header, which has the checksums of the files, the program recognises the archive. */
const integrityOf = (archive: string): string => createHash('sha256').update(getRawHeader(archive).headerString).digest('hex')

describe('the package of macOS', () => {
  let contents: string
  let info: string
  beforeAll(async () => {
    contents = join(await pack('third', 'mac'), 'Strand.app/Contents')
    info = readFileSync(join(contents, 'Info.plist'), 'utf8')
  }, 120_000)

  it('BY19 the checksum of the archive and the fuses', async () => {
    expect(info).toContain(`<string>${integrityOf(join(contents, 'Resources/app.asar'))}</string>`)
    expect(await fusesOf(dirname(contents))).toEqual(publishedFuses)
  })

  it('BY18 BY19 its name, its links, and why it uses the local network', () => {
    const valueOf = (key: string) => new RegExp(`<key>${key}</key>\\s*(?:<array>\\s*)?<string>([^<]*)`).exec(info)?.[1]
    expect(valueOf('CFBundleIdentifier')).toBe('app.strand.desktop')
    expect(valueOf('CFBundleURLSchemes')).toBe('strand')
    expect(valueOf('NSBonjourServices')).toBe('_googlecast._tcp')
    expect(valueOf('NSLocalNetworkUsageDescription')).toContain('your network')
  })

  it('BY19 the drawn icon', () => {
    const icon = join(contents, 'Resources', 'icon.icns')
    expect(readFileSync(icon).toString('latin1', 0, 4)).toBe('icns')
  })
})

describe('the package of Windows', () => {
  let packed: string
  let resources: NtExecutableResource
  beforeAll(async () => {
    packed = await pack('fourth', 'win')
    resources = NtExecutableResource.from(NtExecutable.from(readFileSync(join(packed, 'Strand.exe'))))
  }, 120_000)

  it('BY19 the checksum of the archive and the fuses', async () => {
    const entry = resources.entries.find(({ type }) => type === 'INTEGRITY')
    const value = integrityOf(archiveOf(packed))
    expect(JSON.parse(Buffer.from(entry!.bin).toString())).toEqual([{ file: 'resources\\app.asar', alg: 'SHA256', value }])
    expect(await fusesOf(join(packed, 'Strand.exe'))).toEqual(publishedFuses)
  })

  it('BY19 its name and its icon', () => {
    const [info] = Resource.VersionInfo.fromEntries(resources.entries)
    expect(info!.getStringValues(info!.getAllLanguagesForStringValues()[0]!)).toMatchObject({ ProductName: 'Strand' })
    const [icon] = Resource.IconGroupEntry.fromEntries(resources.entries)
    expect(icon!.icons).toHaveLength(windowsSizes.length)
  })
})

it('BY19 nothing is downloaded', () => {
  const downloads = existsSync(cache) ? readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : []
  expect(downloads.map(({ name }) => name)).toEqual([])
})
