import { describe, expect, it } from 'vitest'
import { minMiniSize } from '../../electron/policy/miniPlayer.ts'
import { minWindowSize } from '../../electron/policy/windowBounds.ts'
import { glyphPixels, glyphSize } from '../../electron/policy/glyphs.ts'
import { choose, findItem, playing, server, startOf, startWorld, type World, type WorldOptions } from '../support/electron/world.ts'

async function play(options: WorldOptions = {}) {
  const world = await startWorld({ servers: [server], ...options })
  const bridge = world.bridge()
  const commands: string[] = []
  const events: string[] = []
  bridge.onPlayerCommand((command) => commands.push(command))
  bridge.onResume(() => events.push('resume'))
  expect(await bridge.reportPlayback(playing)).toMatchObject({ ok: true })
  return { ...world, world, bridge, commands, events, window: world.window, page: world.page }
}

const tray = ({ electron }: Pick<World, 'electron'>) => electron.trays[0]!

describe('tray and task bar', () => {
  it('BY19 the tray shows the title and controls the player of the page', async () => {
    const { electron, commands, bridge } = await play()
    expect(tray({ electron }).tooltip).toBe('So What · Miles Davis')
    choose(tray({ electron }).menu!.template, 'Pause')
    choose(tray({ electron }).menu!.template, 'Next')
    expect(commands).toEqual(['pause', 'next'])
    expect(findItem(tray({ electron }).menu!.template, 'Previous').enabled).toBe(false)
    await bridge.reportPlayback({ ...playing, status: 'paused' })
    expect(findItem(tray({ electron }).menu!.template, 'Play').enabled).toBe(true)
    expect(electron.trays).toHaveLength(1)
  })

  it('BY19 a new position → the progress in the task bar; an open menu is not replaced', async () => {
    const { electron, window, bridge } = await play()
    const { menu } = tray({ electron })
    const bar = electron.menu
    expect(window.progress).toEqual({ value: 0.25, mode: 'normal' })
    await bridge.reportPlayback({ ...playing, position: 60 })
    expect(window.progress).toEqual({ value: 0.5, mode: 'normal' })
    expect(tray({ electron }).menu).toBe(menu)
    expect(electron.menu).toBe(bar)
  })

  it('BY19 on Windows, the thumbnail has buttons; their pictures are not empty', async () => {
    const { window, commands } = await play({ system: 'win32' })
    expect(window.buttons.map(({ tooltip, flags }) => [tooltip, flags])).toEqual([
      ['Previous', ['disabled']],
      ['Pause', ['enabled']],
      ['Next', ['enabled']],
    ])
    window.buttons[2]!.click()
    expect(commands).toEqual(['next'])
    for (const command of ['play', 'pause', 'previous', 'next'] as const) {
      const pixels = glyphPixels(command)
      expect(pixels).toHaveLength(glyphSize * glyphSize * 4)
      expect(pixels.filter((byte) => byte === 255).length).toBeGreaterThan(400)
    }
  })

  it('BY19 on macOS, the dock has the menu, and there is no tray', async () => {
    const { electron, commands } = await play({ system: 'darwin' })
    expect(electron.trays).toEqual([])
    choose((electron.app.dock.menu as { template: Electron.MenuItemConstructorOptions[] }).template, 'Pause')
    expect(commands).toEqual(['pause'])
  })

  it('BY19 the page is left → nothing plays any more', async () => {
    const { page, electron, window } = await play()
    await page.navigate(`${server}/discover`)
    expect(tray({ electron }).tooltip).toBe('Strand')
    expect(window.progress.value).toBe(-1)
    expect(electron.blockers.size).toBe(0)
  })
})

describe('sleep', () => {
  it('BY19 the display stays on while a video plays in the window; audio and a hidden window need less; paused nothing', async () => {
    const { electron, bridge, window } = await play()
    const held = () => [...electron.blockers.values()]
    expect(held()).toEqual(['prevent-display-sleep'])
    window.hide()
    expect(held()).toEqual(['prevent-app-suspension'])
    window.show()
    expect(held()).toEqual(['prevent-display-sleep'])
    await bridge.reportPlayback({ ...playing, medium: 'audio' })
    expect(held()).toEqual(['prevent-app-suspension'])
    await bridge.reportPlayback({ ...playing, status: 'paused' })
    expect(held()).toEqual([])
  })

  it('BY19 the computer sleeps → pause; it wakes → the page reconnects', async () => {
    const { electron, bridge, commands, events } = await play()
    electron.powerMonitor.emit('suspend')
    electron.powerMonitor.emit('resume')
    expect([commands, events]).toEqual([['pause'], ['resume']])
    await bridge.reportPlayback({ ...playing, medium: 'remote' })
    electron.powerMonitor.emit('suspend')
    expect(commands).toEqual(['pause'])
  })
})

describe('closing', () => {
  it('BY19 the window is closed → the application ends, and the place of the window is stored', async () => {
    const { electron, window, stored } = await play()
    window.setBounds({ x: 40, y: 50, width: 900, height: 700 })
    window.close()
    electron.app.emit('window-all-closed')
    expect(electron.app.hasQuit).toBe(true)
    expect(stored().window).toEqual({ bounds: { x: 40, y: 50, width: 900, height: 700 }, isMaximized: false })
  })

  it('BY19 with close-to-tray: the window is hidden and keeps playing; Quit in the tray ends', async () => {
    const { electron, window } = await play()
    choose(electron.menu!.template, 'Keep running in the tray when the window is closed')
    expect(findItem(electron.menu!.template, 'Keep running in the tray when the window is closed').checked).toBe(true)
    window.close()
    expect([window.isDestroyed(), window.isVisible()]).toEqual([false, false])
    choose(tray({ electron }).menu!.template, 'Show Strand')
    expect(window.isVisible()).toBe(true)
    choose(tray({ electron }).menu!.template, 'Quit Strand')
    expect(window.isDestroyed()).toBe(true)
    expect(electron.app.hasQuit).toBe(true)
  })

  it('BY19 on macOS, a closed window is hidden, and the dock icon shows it again', async () => {
    const { electron, window } = await play({ system: 'darwin' })
    window.close()
    expect(window.isVisible()).toBe(false)
    electron.app.emit('activate')
    expect(window.isVisible()).toBe(true)
  })

  it('BY19 a stored place that no display shows → moved onto one', async () => {
    const settings = { window: { bounds: { x: 5000, y: 5000, width: 900, height: 700 }, isMaximized: true } }
    const { window } = await startWorld({ servers: [server], settings: { ...settings, servers: { servers: [server], current: server } } })
    expect(window.bounds).toEqual({ x: 1020, y: 380, width: 900, height: 700 })
    expect(window.isMaximized()).toBe(true)
  })
})

describe('the mini player', () => {
  it('BY19 the same window, small and always on top; then as it was before', async () => {
    const { bridge, electron, window, page } = await play()
    const received: boolean[] = []
    bridge.onMiniPlayer((isMini) => received.push(isMini))
    const before = window.getBounds()
    expect(await bridge.setMiniPlayer(true)).toEqual({ ok: true, value: true })
    expect(window.state.isOnTop).toBe(true)
    expect(window.bounds.width).toBeLessThan(500)
    expect(window.minimum[1]).toBeGreaterThanOrEqual(minMiniSize.height)
    expect(findItem(electron.menu!.template, 'Mini player').checked).toBe(true)
    expect(await bridge.setMiniPlayer(false)).toEqual({ ok: true, value: false })
    expect(window.bounds).toEqual(before)
    expect([window.minimum, window.maximum]).toEqual([
      [minWindowSize.width, minWindowSize.height],
      [0, 0],
    ])
    expect(window.state.isOnTop).toBe(false)
    expect(received).toEqual([true, false])
    expect(page.loaded).toEqual(startOf(server))
  })

  it('BY19 without something to play → the window stays; it ends while the window is small → the window has its size again', async () => {
    const { bridge, electron, window } = await play()
    const menuItem = () => findItem(electron.menu!.template, 'Mini player')
    await bridge.setMiniPlayer(true)
    await bridge.reportPlayback({ ...playing, status: 'paused' })
    expect(await bridge.getMiniPlayer()).toEqual({ ok: true, value: true })
    await bridge.reportPlayback({ ...playing, status: 'none' })
    expect(await bridge.getMiniPlayer()).toEqual({ ok: true, value: false })
    expect(await bridge.setMiniPlayer(true)).toEqual({ ok: true, value: false })
    expect([window.state.isOnTop, menuItem().enabled]).toEqual([false, false])
  })

  it('BY19 its place is remembered, and the place of the window too if it is closed while it is small', async () => {
    const { bridge, window, stored } = await play()
    const before = window.getBounds()
    await bridge.setMiniPlayer(true)
    window.setBounds({ x: 10, y: 20, width: 320, height: 300 })
    window.close()
    expect(stored()).toMatchObject({ mini: { x: 10, y: 20, width: 320, height: 300 }, window: { bounds: before } })
  })
})

describe('the zoom of the mini player', () => {
  it('BY19 the page is not zoomed; then as before', async () => {
    const { bridge, electron, page } = await play()
    page.setZoomFactor(1.5)
    await bridge.setMiniPlayer(true)
    expect([page.getZoomFactor(), electron.menu!.roles('zoomIn')[0]?.enabled]).toEqual([1, false])
    await bridge.setMiniPlayer(false)
    expect([page.getZoomFactor(), electron.menu!.roles('zoomIn')[0]?.enabled]).toEqual([1.5, true])
  })

  it('BY19 the window is closed or replaced while it is small → the zoom of the server stays', async () => {
    const other = 'https://other.example'
    const { bridge, electron, page, window, world } = await play({ servers: [other, server] })
    page.setZoomFactor(1.5)
    await bridge.setMiniPlayer(true)
    choose(electron.menu!.template, 'other.example')
    await world.settle()
    expect([world.window === window, world.page.getZoomFactor()]).toEqual([false, 1])
    choose(electron.menu!.template, 'strand.example')
    await world.settle()
    expect(world.page.getZoomFactor()).toBe(1.5)
    const second = world.bridge()
    await second.reportPlayback(playing)
    await second.setMiniPlayer(true)
    world.window.close()
    expect(page.session.zooms).toEqual(new Map([[server, 1.5]]))
  })
})

describe('the colour of the window before its page is painted', () => {
  it.each([
    [false, '#f8f8f9'],
    [true, '#131315'],
  ])('BY21 the system is dark: %s → %s; it changes → the other one', async (isDark, colour) => {
    const { electron, window } = await startWorld({ servers: [server], prepare: (fake) => (fake.nativeTheme.shouldUseDarkColors = isDark) })
    expect(window.options.backgroundColor).toBe(colour)
    electron.nativeTheme.shouldUseDarkColors = !isDark
    electron.nativeTheme.emit('updated')
    expect(window.background).toBe(isDark ? '#f8f8f9' : '#131315')
  })
})

describe('a page that does not respond', () => {
  it('BY15 a question; Wait changes nothing, Reload loads the page again', async () => {
    const { electron, window, page, world } = await play()
    window.emit('unresponsive')
    window.emit('unresponsive')
    expect(electron.questions.map(({ options }) => [options.message, options.buttons])).toEqual([
      ['Strand is not responding', ['Wait', 'Reload']],
    ])
    electron.questions[0]!.press('Wait')
    await world.settle()
    expect(page.loaded).toEqual(startOf(server))
    window.emit('unresponsive')
    electron.questions[0]!.press('Reload')
    await world.settle()
    expect(page.loaded).toEqual([...startOf(server), `${server}/`])
  })

  it('BY15 Reload loads the same address, also twice; it is no crash', async () => {
    const { electron, window, page, logged, world } = await play()
    const url = `${server}/p/ada?sort=new#comments`
    await page.navigate(url)
    for (const time of ['first', 'again']) {
      window.emit('unresponsive')
      electron.questions[0]!.press('Reload')
      await world.settle()
      expect(page.getURL(), time).toBe(url)
    }
    expect(page.loaded.slice(-3)).toEqual([url, url, url])
    expect(logged.join()).not.toContain('crashed')
    page.emit('render-process-gone', {}, { reason: 'crashed' })
    await world.settle()
    expect(page.loaded.at(-1), 'the first crash').toBe(`${server}/`)
  })

  it('BY15 it responds again, or its window is closed → the question disappears; a hidden window has none', async () => {
    const { electron, window, page, world } = await play()
    window.emit('unresponsive')
    window.emit('responsive')
    await world.settle()
    expect([electron.questions.length, page.loaded.length]).toEqual([0, 2])
    window.hide()
    window.emit('unresponsive')
    expect(electron.questions).toEqual([])
    window.show()
    window.emit('unresponsive')
    window.destroy()
    await world.settle()
    expect(electron.questions).toEqual([])
  })
})

describe('a page that crashes', () => {
  it('BY15 loaded again; if it crashes again at once, the choice of a server', async () => {
    const { page, logged, world } = await play()
    page.emit('render-process-gone', {}, { reason: 'crashed' })
    await world.settle()
    expect(page.loaded).toEqual([...startOf(server), `${server}/`])
    page.emit('render-process-gone', {}, { reason: 'oom' })
    await world.settle()
    expect(page.html).toContain('Choose a server')
    expect(logged).toHaveLength(2)
  })
})
