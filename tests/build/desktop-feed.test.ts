/** The feed of new versions: its settings, its signed files, and what the built application accepts. */
import { createHash } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildDesktop, updateFeed } from '../../build/lib/desktop.mjs'
import { archiveBudget } from '../../build/lib/desktopPackage.mjs'
import { createFeedKey, setDate, setShare, signFeed } from '../../build/lib/desktopFeed.mjs'
import { root } from '../support/built-server.ts'
import { FakeElectron } from '../support/electron/index.ts'
import { choose, findItem } from '../support/electron/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'strand-feed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keyFile = join(folder, 'feed.pem')
const publicKey = createFeedKey(keyFile)
const privateKey = readFileSync(keyFile, 'utf8')

describe('the settings of the feed', () => {
  it('BY19 no address → no feed; an address and a key → both', () => {
    expect(updateFeed({})).toBeNull()
    expect(updateFeed({ STRAND_UPDATE_FEED: 'https://strand.example/desktop', STRAND_UPDATE_KEY: publicKey })).toEqual({
      url: 'https://strand.example/desktop/',
      publicKey,
    })
  })

  it.each(['http://strand.example/', 'ftp://strand.example/', 'https://ada@strand.example/', 'https://strand.example/?a', 'x'])(
    'BY19 the address %s → refused',
    (address) => expect(() => updateFeed({ STRAND_UPDATE_FEED: address, STRAND_UPDATE_KEY: publicKey })).toThrow('STRAND_UPDATE_FEED'),
  )

  it.each([undefined, '', 'x', Buffer.from('x').toString('base64')])('BY19 the key %s → refused', (key) =>
    expect(() => updateFeed({ STRAND_UPDATE_FEED: 'https://strand.example/', STRAND_UPDATE_KEY: key })).toThrow('STRAND_UPDATE_KEY'),
  )

  it('BY19 an existing private key is not overwritten', () => expect(() => createFeedKey(keyFile)).toThrow('EEXIST'))

  it('BY19 the share of computers → replaced; none below 0 or above 100', () => {
    expect(setShare('version: 2.0.0\n', 5)).toBe('version: 2.0.0\nstagingPercentage: 5\n')
    expect(setShare('stagingPercentage: 5\nversion: 2.0.0\n', 100)).toBe('version: 2.0.0\nstagingPercentage: 100\n')
    for (const share of [-1, 101, 1.5, NaN]) expect(() => setShare('', share)).toThrow('share')
  })

  it('BY19 the date of the signature → replaced', () => {
    const text = setDate('version: 2.0.0\n', new Date(0))
    expect(text).toBe("version: 2.0.0\nsignedAt: '1970-01-01T00:00:00.000Z'\n")
    expect(setDate(text, new Date(1))).toBe("version: 2.0.0\nsignedAt: '1970-01-01T00:00:00.001Z'\n")
  })

  it('BY19 no file of a feed → says what to do', () => {
    mkdirSync(join(folder, 'empty'))
    expect(() => signFeed(join(folder, 'empty'), 5, privateKey)).toThrow('package with STRAND_UPDATE_FEED')
  })
})

describe('the built application', () => {
  const served = join(folder, 'served')
  const channel = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`
  let feed: Server
  let compiled: (...args: unknown[]) => void

  beforeAll(async () => {
    mkdirSync(served)
    // Electron's folder beside app.asar, where electron-builder writes this file.
    Object.defineProperty(process, 'resourcesPath', { value: served, configurable: true })
    writeFileSync(join(served, 'app-update.yml'), 'updaterCacheDirName: strand-updater\n')
    feed = createServer((incoming, outgoing) => {
      const name = new URL(incoming.url ?? '', 'http://feed').pathname.slice('/desktop/'.length)
      try {
        outgoing.end(readFileSync(join(served, name)))
      } catch {
        outgoing.writeHead(404).end()
      }
    })
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
    const { port } = feed.address() as AddressInfo
    const env = { STRAND_UPDATE_FEED: `http://127.0.0.1:${port}/desktop`, STRAND_UPDATE_KEY: publicKey }
    await buildDesktop(relative(root, join(folder, 'app')), { isPackaged: true, env })
    const source = readFileSync(join(folder, 'app/main.cjs'), 'utf8')
    compiled = runInThisContext(`(function (require, module, exports, __dirname, __filename) {${source}\n})`) as typeof compiled
  }, 60_000)
  afterAll(() => {
    feed.close()
    Reflect.deleteProperty(process, 'resourcesPath')
  })

  const logged = vi.fn<(...args: unknown[]) => void>()
  beforeEach(() => {
    vi.stubEnv('APPIMAGE', join(folder, 'strand.AppImage'))
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
    logged.mockClear()
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(logged)
  })

  it('BY19 with a feed, the scripts are within the budget of app.asar', () => {
    const sizes = readdirSync(join(folder, 'app')).map((name) => statSync(join(folder, 'app', name)).size)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(archiveBudget)
  })

  const sha512 = (content: string) => createHash('sha512').update(content).digest('base64')

  const packageOf = (version: string) => `strand-${version}-linux-${process.arch === 'x64' ? 'x86_64' : process.arch}.AppImage`

  /** Puts a version into the feed, with a package that has another content than its checksum says, if there is one. */
  function offer(version: string, content = `package ${version}`, file = packageOf(version)): void {
    const checksum = sha512(`package ${version}`)
    writeFileSync(join(served, file), content)
    writeFileSync(
      join(served, channel),
      `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${checksum}\n    size: ${content.length}\npath: ${file}\nsha512: ${checksum}\n`,
    )
  }

  /** Starts the application, and checks for updates and downloads what is found. Returns its notifications, and its menu. */
  async function check(userData = mkdtempSync(join(folder, 'user-'))) {
    const electron = new FakeElectron({ userData })
    const nodeRequire = createRequire(import.meta.url)
    const session = { defaultSession: electron.session.defaultSession, fromPartition: () => ({}) }
    const net = { request: (options: object) => request({ ...options, agent: false }) }
    const module = { ...electron.module, session, net }
    compiled((name: string) => (name === 'electron' ? module : nodeRequire(name)), { exports: {} }, {}, join(folder, 'app'), '')
    await electron.app.start()
    const items = () => electron.menu!.template
    choose(items(), 'Check for updates…')
    const isBusy = () => /"(?:Checking for updates|Downloading version)/.test(JSON.stringify(items()))
    await vi.waitFor(() => expect(isBusy()).toBe(false), 10_000)
    return { titles: electron.notifications.map(({ options }) => options.title), items: items() }
  }

  it('BY19 a signed newer version for all computers → downloaded, and ready to be installed', async () => {
    offer('9.0.0')
    expect(signFeed(served, 100, privateKey)).toEqual([channel])
    const { titles, items } = await check()
    expect(titles).toEqual(['Strand 9.0.0 is ready'])
    expect(findItem(items, 'Restart to update to 9.0.0').enabled).toBe(true)
    expect(readFileSync(join(folder, 'cache/strand-updater/pending', packageOf('9.0.0')), 'utf8')).toBe('package 9.0.0')
  })

  it('BY19 a package with another checksum than the signed one → refused', async () => {
    offer('9.0.2', 'package 9.0.3')
    signFeed(served, 100, privateKey)
    const { titles, items } = await check()
    expect(titles).toEqual([])
    expect(findItem(items, 'Check for updates…')).toBeDefined()
    expect(logged.mock.calls.flat().join()).toContain('sha512 checksum mismatch')
  })

  it('BY19 a signed newer version for no computers, or an older one → up to date', async () => {
    offer('9.0.0')
    signFeed(served, 0, privateKey)
    expect((await check()).titles).toEqual(['Strand is up to date'])
    offer('0.0.1')
    signFeed(served, 100, privateKey)
    expect((await check()).titles).toEqual(['Strand is up to date'])
  })

  it('BY19 a file that was changed after it was signed, or signed with another key → refused', async () => {
    offer('9.0.0')
    signFeed(served, 100, privateKey)
    offer('9.0.1')
    expect((await check()).titles).toEqual(['Could not check for updates'])
    const other = join(folder, 'other.pem')
    createFeedKey(other)
    signFeed(served, 100, readFileSync(other, 'utf8'))
    expect((await check()).titles).toEqual(['Could not check for updates'])
    rmSync(join(served, `${channel}.sig`))
    expect((await check()).titles).toEqual(['Could not check for updates'])
  })

  it('BY19 the signed file of another system under the name of this one → refused', async () => {
    offer('9.0.5')
    renameSync(join(served, channel), join(served, 'latest.yml'))
    signFeed(served, 100, privateKey)
    renameSync(join(served, 'latest.yml'), join(served, channel))
    renameSync(join(served, 'latest.yml.sig'), join(served, `${channel}.sig`))
    expect((await check()).titles).toEqual(['Could not check for updates'])
  })

  it('BY19 an older file, though signed → refused by a computer that has seen a newer one, also after a restart', async () => {
    const userData = mkdtempSync(join(folder, 'user-'))
    offer('0.0.1')
    signFeed(served, 100, privateKey, new Date('2026-02-01'))
    const older = [channel, `${channel}.sig`].map((name) => [name, readFileSync(join(served, name))] as const)
    expect((await check(userData)).titles).toEqual(['Strand is up to date'])
    signFeed(served, 100, privateKey, new Date('2026-02-02'))
    for (const time of ['first', 'again']) expect((await check(userData)).titles, time).toEqual(['Strand is up to date'])
    for (const [name, content] of older) writeFileSync(join(served, name), content)
    expect((await check(userData)).titles).toEqual(['Could not check for updates'])
    expect((await check()).titles, 'another computer').toEqual(['Strand is up to date'])
  })

  it.each(['strand-9.0.6-win-x64.exe', 'strand-9.0.6-linux-mips.AppImage', 'strand-9.0.6-linux-x86_64.rpm'])(
    'BY19 a version whose only package is %s → not downloaded',
    async (file) => {
      offer('9.0.6', undefined, file)
      signFeed(served, 100, privateKey)
      expect((await check()).titles).toEqual([])
      expect(logged.mock.calls.flat().join()).toContain('no package for this computer')
    },
  )
})
