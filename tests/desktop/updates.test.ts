import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noPlayback } from '../../electron/policy/playback.ts'
import {
  canCheck,
  canInstall,
  checkIntervalMs,
  firstCheckMs,
  shouldDownload,
  updateMethod,
  type UpdateMethod,
  type UpdateState,
} from '../../electron/policy/update.ts'
import { feedDate, isPackageFor } from '../../electron/policy/updateFeed.ts'
import { parseSettings } from '../../electron/policy/settings.ts'
import type { UpdateSource } from '../../electron/shell/updates.ts'
import { choose, findItem, playing, server, startWorld, type World } from '../support/electron/world.ts'

describe('the policy of updates', () => {
  it.each([
    ['an AppImage', { system: 'linux', isPackaged: true, isAppImage: true }, 'install'],
    ['a package of Linux', { system: 'linux', isPackaged: true, isAppImage: false }, 'notify'],
    ['Windows', { system: 'win32', isPackaged: true, isAppImage: false }, 'install'],
    ['macOS', { system: 'darwin', isPackaged: true, isAppImage: false }, 'install'],
    ['development', { system: 'linux', isPackaged: false, isAppImage: false }, null],
  ] as const)('BY19 %s → %3$s', (_, installation, method) => expect(updateMethod(installation)).toBe(method))

  const available: UpdateState = { status: 'available', version: '2.0.0' }
  const ready: UpdateState = { status: 'ready', version: '2.0.0' }
  const remote = { ...playing, medium: 'remote' as const }
  const paused = { ...playing, status: 'paused' as const }

  it.each([
    ['nothing plays', noPlayback, true],
    ['paused', paused, true],
    ['another device plays', remote, true],
    ['something plays here', playing, false],
  ])('BY19 a new version while %s → downloaded: %3$s', (_, playback, isDownloaded) => {
    expect(shouldDownload({ state: available, method: 'install', playback })).toBe(isDownloaded)
    expect(shouldDownload({ state: available, method: 'notify', playback })).toBe(false)
    expect(shouldDownload({ state: ready, method: 'install', playback })).toBe(false)
  })

  it('BY19 the application restarts only while nothing plays, also on another device', () => {
    expect(canInstall({ state: ready, method: 'install', playback: paused })).toBe(true)
    expect(canInstall({ state: ready, method: 'install', playback: playing })).toBe(false)
    expect(canInstall({ state: ready, method: 'install', playback: remote })).toBe(false)
    expect(canInstall({ state: available, method: 'install', playback: paused })).toBe(false)
  })

  it('BY19 a check runs neither twice nor after the download', () => {
    expect(canCheck({ status: 'idle' })).toBe(true)
    expect(canCheck(available)).toBe(true)
    expect(canCheck({ status: 'checking' })).toBe(false)
    expect(canCheck(ready)).toBe(false)
  })
})

describe('what is accepted of the feed', () => {
  const x64 = { system: 'linux', method: 'install', architecture: 'x64' } as const
  const arm64 = { ...x64, architecture: 'arm64' } as const
  const mac = { ...arm64, system: 'darwin' } as const
  const windows = { ...x64, system: 'win32' } as const
  it.each([
    ['strand-2.0.0-linux-x86_64.AppImage', x64, true],
    ['strand-2.0.0-linux-arm64.AppImage', x64, false],
    ['strand-2.0.0-linux-arm64.AppImage', arm64, true],
    ['strand-2.0.0-linux-amd64.deb', x64, false],
    ['strand-2.0.0-linux-amd64.deb', { ...x64, method: 'notify' as const }, true],
    ['strand-2.0.0-linux.AppImage', x64, false],
    ['strand-2.0.0-win-x64.exe', windows, true],
    ['strand-2.0.0-win.exe', windows, true],
    ['strand-2.0.0-win-arm64.exe', windows, false],
    ['strand-2.0.0-win-x64.exe', x64, false],
    ['strand-2.0.0-mac-arm64.zip', mac, true],
    ['strand-2.0.0-mac-universal.zip', mac, true],
    ['strand-2.0.0-mac-x64.zip', mac, false],
    ['strand-2.0.0-mac-arm64.dmg', mac, false],
    ['https://other.example/strand-2.0.0-linux-x86_64.AppImage', x64, false],
    ['../strand-2.0.0-linux-x86_64.AppImage', x64, false],
    ['', x64, false],
  ])('BY19 the package %s on %o → %s', (name, target, isAccepted) => expect(isPackageFor(name, target)).toBe(isAccepted))

  it('BY19 the date of a file: once, and complete', () => {
    const date = '2026-02-01T10:00:00.000Z'
    expect(feedDate(`version: 2.0.0\nsignedAt: '${date}'\n`)).toBe(date)
    for (const text of ['', 'signedAt: 2026', `signedAt: ${date}\nsignedAt: ${date}\n`, `  signedAt: ${date}`])
      expect(feedDate(text), text).toBeNull()
    expect(parseSettings(JSON.stringify({ feedDate: date })).feedDate).toBe(date)
    expect(parseSettings(JSON.stringify({ feedDate: 'tomorrow' })).feedDate).toBeNull()
  })
})

describe('updates of the application', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] }))
  afterEach(() => void vi.useRealTimers())

  const page = 'https://strand.example/download'

  /** A feed that offers the version, if there is one. */
  async function start(version: string | null, method: UpdateMethod = 'install') {
    const source = {
      check: vi.fn<UpdateSource['check']>(async () => version),
      download: vi.fn<UpdateSource['download']>(async () => undefined),
      install: vi.fn<UpdateSource['install']>(),
    }
    const load = vi.fn(async () => source)
    const world = await startWorld({ servers: [server], updates: { method, page, load } })
    return { world, source, load }
  }
  const menuOf = ({ electron }: World) => electron.menu!.template
  const titles = ({ electron }: World) => electron.notifications.map(({ options }) => options.title)
  const wait = async (world: World, ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await world.settle()
  }
  const press = async (world: World, label: string) => {
    choose(menuOf(world), label)
    await world.settle()
  }

  it('BY19 no feed → no entry and no timer', async () => {
    const world = await startWorld({ servers: [server] })
    expect(() => findItem(menuOf(world), 'Check for updates…')).toThrow()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('BY19 after the start → checks, downloads, and says that it is installed on quit; nothing restarts by itself', async () => {
    const { world, source, load } = await start('2.0.0')
    expect(load).not.toHaveBeenCalled()
    await wait(world, firstCheckMs)
    expect(source.download).toHaveBeenCalledOnce()
    expect(titles(world)).toEqual(['Strand 2.0.0 is ready'])
    await wait(world, checkIntervalMs)
    expect(source.check).toHaveBeenCalledOnce()
    expect(source.install).not.toHaveBeenCalled()
  })

  it('BY19 something plays → the download waits until it is paused, and the restart is disabled while it plays', async () => {
    const { world, source } = await start('2.0.0')
    const bridge = world.bridge()
    await bridge.reportPlayback(playing)
    await wait(world, firstCheckMs)
    expect(source.download).not.toHaveBeenCalled()
    expect(findItem(menuOf(world), 'Download version 2.0.0')).toBeDefined()
    await bridge.reportPlayback({ ...playing, status: 'paused' })
    await world.settle()
    expect(source.download).toHaveBeenCalledOnce()
    await bridge.reportPlayback(playing)
    expect(findItem(menuOf(world), 'Restart to update to 2.0.0').enabled).toBe(false)
    choose(menuOf(world), 'Restart to update to 2.0.0')
    await world.settle()
    expect(source.install).not.toHaveBeenCalled()
  })

  it('BY19 restart → installs; the window closes although closing hides it', async () => {
    const { world, source } = await start('2.0.0')
    choose(menuOf(world), 'Keep running in the tray when the window is closed')
    await wait(world, firstCheckMs)
    await press(world, 'Restart to update to 2.0.0')
    expect(source.install).toHaveBeenCalledOnce()
    world.window.close()
    expect(world.window.isDestroyed()).toBe(true)
  })

  it('BY19 a requested check without a new version → says so; an automatic one is silent', async () => {
    const { world } = await start(null)
    await wait(world, firstCheckMs)
    expect(titles(world)).toEqual([])
    await press(world, 'Check for updates…')
    expect(titles(world)).toEqual(['Strand is up to date'])
    expect(world.electron.notifications[0]!.options.body).toContain('1.2.3')
  })

  it('BY19 a check or a download fails → logged, said only if requested, and tried again', async () => {
    const { world, source } = await start('2.0.0')
    source.check.mockRejectedValueOnce(new Error('no network'))
    await wait(world, firstCheckMs)
    expect(titles(world)).toEqual([])
    expect(world.logged).toContain('The check for updates has failed')
    source.check.mockRejectedValueOnce(new Error('no network'))
    await press(world, 'Check for updates…')
    expect(titles(world)).toEqual(['Could not check for updates'])
    source.download.mockRejectedValueOnce(new Error('no network'))
    await press(world, 'Check for updates…')
    expect(world.logged).toContain('The download of an update has failed')
    await wait(world, checkIntervalMs)
    expect(source.download).toHaveBeenCalledTimes(2)
    expect(findItem(menuOf(world), 'Restart to update to 2.0.0').enabled).toBe(true)
  })

  it('BY19 a package of Linux → announced once, never downloaded; the page opens in the browser', async () => {
    const { world, source } = await start('2.0.0', 'notify')
    await wait(world, firstCheckMs)
    expect(titles(world)).toEqual(['Strand 2.0.0 is available'])
    world.electron.notifications[0]!.click('action')
    expect(world.electron.opened).toEqual([page])
    await wait(world, checkIntervalMs)
    expect(source.check).toHaveBeenCalledTimes(2)
    expect(titles(world)).toEqual([])
    expect(source.download).not.toHaveBeenCalled()
    expect(findItem(menuOf(world), 'Get version 2.0.0…')).toBeDefined()
  })

  it('BY19 on macOS, the entry is in the menu of the application', async () => {
    const world = await startWorld({
      servers: [server],
      system: 'darwin',
      updates: { method: 'install', page, load: async () => Promise.reject(new Error('unused')) },
    })
    const [first] = menuOf(world)
    expect(findItem([first!], 'Check for updates…')).toBeDefined()
  })
})
