import { describe, expect, it } from 'vitest'
import { shellOrigin } from '../../electron/policy/origins.ts'
import { maxQueued } from '../../electron/shell/intents.ts'
import { playing, server, startOf, startWorld } from '../support/electron/world.ts'

describe('the start', () => {
  it('BY18 a second instance → ends at once and does nothing else', async () => {
    const { electron, isRunning } = await startWorld({ isSecond: true })
    expect(isRunning).toBe(false)
    expect(electron.app.hasQuit).toBe(true)
    expect(electron.protocol.privileged).toBeNull()
    expect(electron.windows).toEqual([])
  })

  it('BY19 before `ready`: sandbox, schemes and the protocol of links; no window', async () => {
    const { electron } = await startWorld({ isStarted: false })
    expect(electron.app.isSandboxed).toBe(true)
    expect(electron.protocol.privileged).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true } }])
    expect(electron.app.protocolClients).toEqual(['strand'])
    expect(electron.windows).toEqual([])
  })

  it('BY19 one window: sandboxed, isolated, without Node and with the preload script', async () => {
    const { electron, window } = await startWorld({ servers: [server] })
    expect(electron.windows).toHaveLength(1)
    expect(window.options.webPreferences).toMatchObject({
      preload: '/app/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    })
    expect(window.options.show).toBe(false)
    expect(window.isVisible()).toBe(true)
  })

  it('BY19 the first start → the choice of a server', async () => {
    const { page } = await startWorld()
    expect(page.getURL()).toBe(`${shellOrigin}/servers`)
    expect(page.html).toContain('<h1>Choose a server</h1>')
  })

  it('BY15 a later start → the server at once, without waiting for a check', async () => {
    const { page } = await startWorld({ servers: [server] })
    expect(page.loaded).toEqual(startOf(server))
  })

  it('BY19 --hidden → a window that is not shown; the tray shows it', async () => {
    const { electron, window } = await startWorld({ servers: [server], argv: ['--hidden'] })
    expect(window.isVisible()).toBe(false)
    electron.trays[0]!.emit('click')
    expect(window.isVisible()).toBe(true)
  })

  it('BY19 --hidden with a maximised window → hidden until it is shown, then maximised', async () => {
    const settings = { window: { bounds: { x: 0, y: 30, width: 900, height: 700 }, isMaximized: true } }
    const { electron, window } = await startWorld({ servers: [server], settings, argv: ['--hidden'] })
    expect(window.isVisible()).toBe(false)
    electron.trays[0]!.emit('click')
    expect(window.state).toMatchObject({ isVisible: true, isMaximized: true })
  })

  it('BY15 a server that does not answer → the window says what it waits for, and how to leave', async () => {
    const world = await startWorld({ servers: [server], prepare: (electron) => (electron.network = () => new Promise(() => undefined)) })
    expect(world.window.isVisible()).toBe(true)
    expect(world.page.html).toContain('Connecting to strand.example…')
  })

  it('BY15 a server that redirects elsewhere at the start → a page with a next step', async () => {
    const world = await startWorld({ servers: [server], prepare: (electron) => (electron.network = () => new Promise(() => undefined)) })
    expect(await world.page.navigate('https://www.strand.example/', { redirect: true })).toBe(false)
    await world.settle()
    expect(world.page.html).toContain('Choose another server')
  })

  it('BY19 settings that are damaged → the first start', async () => {
    const { page } = await startWorld({ settings: { servers: 'x', window: 7 } })
    expect(page.getURL()).toBe(`${shellOrigin}/servers`)
  })
})

describe('links', () => {
  const open = { type: 'open', path: '/p/ada' }

  it('BY18 a link on the command line → waits until the page takes it, once', async () => {
    const world = await startWorld({ servers: [server], argv: ['strand://p/ada'] })
    expect(await world.bridge().takeIntents()).toEqual({ ok: true, value: [open] })
    expect(await world.bridge().takeIntents()).toEqual({ ok: true, value: [] })
  })

  it('BY18 on macOS, the link that starts the application arrives before `ready`', async () => {
    const world = await startWorld({ servers: [server], system: 'darwin', isStarted: false })
    let isPrevented = false
    world.electron.app.emit('open-url', { preventDefault: () => (isPrevented = true) }, 'strand://p/ada')
    expect(isPrevented).toBe(true)
    await world.electron.app.start()
    expect(await world.bridge().takeIntents()).toEqual({ ok: true, value: [open] })
  })

  it('BY18 a second instance hands its link over: the page gets it, and the window is shown', async () => {
    const world = await startWorld({ servers: [server] })
    const received: unknown[] = []
    const bridge = world.bridge()
    bridge.onIntent((intent) => received.push(intent))
    await bridge.takeIntents()
    world.window.hide()
    world.electron.app.emit('second-instance', {}, ['/opt/strand', 'strand://p/ada'])
    expect(received).toEqual([open])
    expect(world.window.isVisible()).toBe(true)
  })

  it('BY18 a link that names another server → its page there, also at the start', async () => {
    const other = 'https://other.example'
    const world = await startWorld({ servers: [other, server] })
    world.electron.app.emit('second-instance', {}, ['/opt/strand', `strand://open/p/ada#${other}`])
    await world.settle()
    expect(world.page.getURL()).toBe(`${other}/p/ada`)
    expect(await world.bridge().takeIntents()).toEqual({ ok: true, value: [] })
    const started = await startWorld({ servers: [other, server], argv: [`strand://open/p/ada#${other}`] })
    expect(started.page.getURL()).toBe(`${other}/p/ada`)
  })

  it('BY18 a link that names the current server → the page takes it as any other', async () => {
    const world = await startWorld({ servers: [server], argv: [`strand://open/p/ada#${server}`] })
    expect(await world.bridge().takeIntents()).toEqual({ ok: true, value: [open] })
  })

  it('BY18 a link that names an unknown server → only suggested', async () => {
    const world = await startWorld({ servers: [server] })
    world.electron.app.emit('second-instance', {}, ['/opt/strand', 'strand://open/p/ada#https://unknown.example'])
    await world.settle()
    expect(world.page.getURL()).toBe(`${shellOrigin}/servers`)
    expect(world.page.html).toContain('value="https://unknown.example"')
    expect(world.stored()).toMatchObject({ servers: { servers: [server], current: server } })
  })

  it('BY18 a page that has been left gets nothing: the link waits for the next page', async () => {
    const world = await startWorld({ servers: [server] })
    await world.bridge().takeIntents()
    await world.page.navigate(`${server}/discover`)
    world.electron.app.emit('second-instance', {}, ['x', 'strand://p/ada'])
    expect(await world.bridge().takeIntents()).toEqual({ ok: true, value: [open] })
  })

  it('BY18 a link to another site and a download do not leave the page: it still gets what follows', async () => {
    const world = await startWorld({ servers: [server] })
    const received: unknown[] = []
    const bridge = world.bridge()
    bridge.onIntent((intent) => received.push(intent))
    await bridge.takeIntents()
    await bridge.reportPlayback(playing)
    expect(await world.page.navigate('https://other.example/a')).toBe(false)
    world.electron.app.emit('second-instance', {}, ['/opt/strand', 'strand://p/ada'])
    expect(received).toEqual([open])
    expect(world.electron.trays[0]!.tooltip).toContain('So What')
  })

  it('BY18 a link with a target, before the page takes links → the page is loaded', async () => {
    const world = await startWorld({ servers: [server] })
    world.page.openWindow(`${server}/p/ada`)
    await world.settle()
    expect(world.page.getURL()).toBe(`${server}/p/ada`)
  })

  it('BY18 links before a server is chosen wait too; too many are dropped', async () => {
    const world = await startWorld()
    for (let count = 0; count < maxQueued + 5; count++) world.electron.app.emit('second-instance', {}, ['x', 'strand://p/ada'])
    await world.page.navigate(`${shellOrigin}/add?address=strand.example`)
    await world.settle()
    const answer = await world.bridge().takeIntents()
    expect(answer.ok && answer.value).toHaveLength(maxQueued)
  })

  it('BY18 a hostile link → only shows the window', async () => {
    const world = await startWorld({ servers: [server] })
    world.electron.app.emit('second-instance', {}, ['x', 'strand://open//evil.example'])
    expect(await world.bridge().takeIntents()).toEqual({ ok: true, value: [] })
    expect(world.page.loaded).toEqual(startOf(server))
  })
})
