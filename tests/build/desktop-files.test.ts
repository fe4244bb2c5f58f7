/** Icons, arguments and checks of the packaged desktop application. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawDesktopIcons, linuxSizes, macTypes, windowsSizes } from '../../build/lib/desktopIcons.mjs'
import { appManifest, archiveBudget, archiveFiles, checkArchive, fuses, packageArguments } from '../../build/lib/desktopPackage.mjs'

const folder = mkdtempSync(join(tmpdir(), 'strand-desktop-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('icons', () => {
  const icons = join(folder, 'icons')
  beforeAll(() => drawDesktopIcons(icons))

  const widthOf = async (image: Buffer): Promise<number> => {
    const { format, width, height } = await sharp(image).metadata()
    expect([format, height]).toEqual(['png', width])
    return width
  }

  it('BY19 Linux: one PNG of each size', async () => {
    expect(readdirSync(join(icons, 'linux'))).toHaveLength(linuxSizes.length)
    for (const size of linuxSizes) expect(await widthOf(readFileSync(join(icons, 'linux', `${size}x${size}.png`)))).toBe(size)
  })

  it('BY19 Windows: the directory of the ICO finds one PNG of each size, up to 256', async () => {
    const ico = readFileSync(join(icons, 'icon.ico'))
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, windowsSizes.length])
    for (const [index, size] of windowsSizes.entries()) {
      const entry = ico.subarray(6 + 16 * index, 22 + 16 * index)
      expect(entry[0] || 256).toBe(size)
      const start = entry.readUInt32LE(12)
      expect(await widthOf(ico.subarray(start, start + entry.readUInt32LE(8)))).toBe(size)
    }
  })

  it('BY19 macOS: each part of the ICNS has the size of its type, up to 1024', async () => {
    const icns = readFileSync(join(icons, 'icon.icns'))
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
    const found: Record<string, number> = {}
    for (let start = 8; start < icns.length; start += icns.readUInt32BE(start + 4))
      found[icns.toString('latin1', start, start + 4)] = await widthOf(icns.subarray(start + 8, start + icns.readUInt32BE(start + 4)))
    expect(found).toEqual(macTypes)
  })
})

describe('arguments', () => {
  const named = { STRAND_DESKTOP_HOMEPAGE: 'https://strand.example', STRAND_DESKTOP_MAINTAINER: 'Ada <ada@strand.example>' }

  it('BY19 nothing is published', () => {
    expect(packageArguments(['--linux', 'dir'], {})).toEqual(['--linux', 'dir', '--publish', 'never'])
    expect(() => packageArguments(['--linux', 'dir', '--publish', 'always'], {})).toThrow('not published')
    expect(() => packageArguments(['-p', 'always'], {})).toThrow('not published')
  })

  it.each([
    ['the default of Linux', [], 'linux'],
    ['deb', ['--linux', 'deb'], 'linux'],
    ['deb for another processor', ['-l', 'deb:arm64'], 'darwin'],
  ])('BY19 %s → needs the homepage and a maintainer with an address', (_, args, system) => {
    expect(() => packageArguments(args, {}, system)).toThrow('STRAND_DESKTOP_MAINTAINER')
    expect(() => packageArguments(args, { ...named, STRAND_DESKTOP_MAINTAINER: 'Ada' }, system)).toThrow('STRAND_DESKTOP_MAINTAINER')
    expect(packageArguments(args, named, system)).toContain('never')
  })

  it.each([
    [['--linux', 'AppImage'], 'linux'],
    [['--dir'], 'linux'],
    [[], 'darwin'],
    [['--win'], 'linux'],
  ])('BY19 %j on %s → needs no maintainer', (args, system) => expect(packageArguments(args, {}, system)).toContain('never'))

  it('BY19 a build that accepts a debugger → only a folder', () => {
    const env = { ...named, STRAND_DESKTOP_INSPECT: '1' }
    expect(packageArguments(['--linux', 'dir'], env)).toEqual(['--linux', '--dir', '--publish', 'never'])
    expect(() => packageArguments(['--linux', 'deb'], env)).toThrow('for tests')
    expect([fuses(env), fuses({})].map((set) => set.enableNodeCliInspectArguments)).toEqual([true, false])
  })

  it('BY19 homepage and maintainer → in the manifest; without them, the manifest has neither', () => {
    expect(appManifest(named)).toMatchObject({ homepage: 'https://strand.example', author: 'Ada <ada@strand.example>' })
    expect(Object.keys(appManifest({}))).not.toContain('author')
  })
})

describe('the check of the archive', () => {
  async function packed(name: string, files: Record<string, string>): Promise<string> {
    const [source, resources] = [join(folder, name, 'source'), join(folder, name, 'resources')]
    for (const created of [source, resources]) mkdirSync(created, { recursive: true })
    for (const [file, content] of Object.entries(files)) writeFileSync(join(source, file), content)
    await createPackage(source, join(resources, 'app.asar'))
    return resources
  }
  const listed = Object.fromEntries(archiveFiles.map((file) => [file, '']))

  it('BY19 the listed files → accepted', async () => expect(await checkArchive(await packed('exact', listed))).toBeUndefined())

  it('BY19 a further file, or one less → refused by its name', async () => {
    await expect(checkArchive(await packed('more', { ...listed, 'main.cjs.map': '' }))).rejects.toThrow('main.cjs.map is too much')
    const { 'icon.png': _icon, ...less } = listed
    await expect(checkArchive(await packed('less', less))).rejects.toThrow('icon.png is missing')
  })

  it('BY19 more bytes than the budget → refused', async () => {
    const resources = await packed('large', { ...listed, 'main.cjs': 'x'.repeat(archiveBudget) })
    await expect(checkArchive(resources)).rejects.toThrow('budget')
  })

  it('BY19 files beside the archive → refused', async () => {
    const resources = await packed('beside', listed)
    mkdirSync(join(resources, 'app.asar.unpacked'))
    await expect(checkArchive(resources)).rejects.toThrow('app.asar.unpacked')
  })
})
