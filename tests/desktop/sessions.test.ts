import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shellOrigin } from '../../electron/policy/origins.ts'
import { maxPartitionLength, partitionOf } from '../../electron/policy/partition.ts'
import { parseServerAddress } from '../../electron/policy/serverAddress.ts'
import { maxServers } from '../../electron/policy/serverList.ts'
import { choose, playing, server, startOf, startWorld } from '../support/electron/world.ts'

const other = 'https://strand.example:8443'
const submit = (path: string, values: Record<string, string>) => `${shellOrigin}/${path}?${new URLSearchParams(values)}`

describe('partitions', () => {
  it.each([
    ['https://strand.example', 'persist:https-strand.example'],
    ['https://strand.example:8443', 'persist:https-strand.example_3a_8443'],
    ['http://localhost:3000', 'persist:http-localhost_3a_3000'],
    ['http://[::1]:3000', 'persist:http-_5b__3a__3a_1_5d__3a_3000'],
    ['https://my_nas.example', 'persist:https-my_5f_nas.example'],
  ])('BY19 %s → %s', (origin, partition) => expect(partitionOf(origin)).toBe(partition))

  it('BY19 two origins → two partitions, also where letters are lowercase; safe as the name of a folder', () => {
    const origins = fc.oneof(
      fc.webUrl(),
      fc.ipV6().map((ip) => `http://[${ip}]`),
      fc.domain().map((host) => `https://${host}`),
    )
    const origin = origins.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)
    fc.assert(
      fc.property(origin, origin, (one, another) => {
        const [a, b] = [partitionOf(one), partitionOf(another)].map((name) => name.toLowerCase())
        expect(a === b).toBe(one === another)
        expect(a).toMatch(/^persist:https?-[\w.-]+$/)
      }),
    )
  })

  it('BY19 a host that is too long for the name of a folder → invalid', () => {
    const host = (length: number) => `${'a'.repeat(60)}.`.repeat(4).slice(0, length - 4) + '.org'
    expect(parseServerAddress(host(maxPartitionLength))).toEqual({ ok: false, problem: 'invalid' })
    expect(parseServerAddress(host(150)).ok).toBe(true)
  })
})

describe('sessions', () => {
  it('BY19 two servers on one host → two sessions, each with its own guards, installed once', async () => {
    const world = await startWorld({ servers: [other, server] })
    choose(world.electron.menu!.template, 'strand.example:8443')
    await world.settle()
    choose(world.electron.menu!.template, 'strand.example')
    await world.settle()
    const { sessions } = world.electron
    expect([...sessions.keys()]).toEqual([server, other].map(partitionOf))
    for (const session of [...sessions.values(), world.electron.session.defaultSession]) {
      expect(session.headerListeners).toBe(1)
      expect(session.listenerCount('will-download')).toBe(1)
      expect(session.permissionRequest).not.toBeNull()
      expect((await session.protocol.respond(`${shellOrigin}/servers`)).status).toBe(200)
    }
    const check = (origin: string) => sessions.get(partitionOf(other))!.permissionCheck!(null, 'notifications', origin, {})
    expect([check(other), check(server)]).toEqual([true, false])
  })

  it('BY19 another server → a window in its session at the same place; the previous one disappears when there is something to show', async () => {
    const world = await startWorld({ servers: [other, server] })
    const previous = world.window
    previous.setBounds({ x: 40, y: 50, width: 900, height: 700 })
    await world.bridge().reportPlayback(playing)
    await world.bridge().setMiniPlayer(true)
    choose(world.electron.menu!.template, 'strand.example:8443')
    await world.settle()
    expect(world.electron.windows).toHaveLength(2)
    expect(previous.webContents.loaded, 'it leaves its page, so that it can store its state').toEqual([
      ...startOf(server),
      `${shellOrigin}/connecting`,
    ])
    expect(previous.isDestroyed()).toBe(true)
    expect(world.page.loaded).toEqual(startOf(other))
    expect(world.page.session).toBe(world.electron.sessions.get(partitionOf(other)))
    expect(world.window.bounds).toEqual({ x: 40, y: 50, width: 900, height: 700 })
    expect([world.window.isVisible(), world.window.state.isOnTop]).toEqual([true, false])
    expect(await world.bridge().getMiniPlayer()).toMatchObject({ ok: true })
    expect(world.electron.app.hasQuit).toBe(false)
  })

  it('BY19 the new window is maximised or in full screen like the previous one, and closes to the tray', async () => {
    const settings = { isClosingToTray: true }
    const world = await startWorld({ servers: [other, server], settings })
    world.window.maximize()
    world.window.setFullScreen(true)
    choose(world.electron.menu!.template, 'strand.example:8443')
    await world.settle()
    expect(world.window.state).toMatchObject({ isMaximized: true, isFullScreen: true, isVisible: true })
    world.window.close()
    expect([world.window.isDestroyed(), world.window.isVisible()]).toEqual([false, false])
  })

  it('BY19 the same server again, or one of its pages → the same window', async () => {
    const world = await startWorld({ servers: [server] })
    choose(world.electron.menu!.template, 'Add or remove servers…')
    await world.settle()
    await world.page.navigate(submit('open', { origin: server }))
    await world.settle()
    expect(world.electron.windows).toHaveLength(1)
  })

  it('BY19 a server that is replaced before it has answered → no further load, and the last one is shown', async () => {
    const world = await startWorld({
      servers: [other, server],
      prepare: (electron) => (electron.network = () => new Promise(() => undefined)),
    })
    choose(world.electron.menu!.template, 'strand.example:8443')
    await world.settle()
    expect(world.page.html).toContain('Connecting to strand.example:8443…')
    await world.page.navigate(submit('servers', {}))
    await world.settle()
    expect(world.page.html).toContain('Choose a server')
    expect(world.window.isVisible()).toBe(true)
  })

  it('BY19 an event of the window that is replaced → ignored', async () => {
    const world = await startWorld({ servers: [other, server] })
    const previous = world.page
    choose(world.electron.menu!.template, 'strand.example:8443')
    await world.settle()
    const bridge = world.bridge()
    await bridge.reportPlayback(playing)
    previous.emit('did-fail-load', {}, -102, 'ERR', `${other}/`, true)
    previous.emit('did-navigate', {}, `${server}/`, 200)
    previous.emit('render-process-gone', {}, { reason: 'crashed' })
    await world.settle()
    expect(world.page.getURL()).toBe(`${other}/`)
    expect(world.electron.trays[0]!.tooltip).toBe('So What · Miles Davis')
  })
})

describe('a removed server', () => {
  it('BY19 its data is deleted, also words of its dictionary; the data of others stays', async () => {
    const world = await startWorld({ servers: [other, server] })
    const { sessions } = world.electron
    world.page.session.addWordToSpellCheckerDictionary('Strand')
    world.page.session.addWordToSpellCheckerDictionary('bead')
    choose(world.electron.menu!.template, 'Add or remove servers…')
    await world.settle()
    await world.page.navigate(submit('remove', { origin: server }))
    await world.settle()
    expect(sessions.get(partitionOf(server))).toMatchObject({ cleared: 1, dictionary: [] })
    await world.page.navigate(submit('open', { origin: other }))
    await world.settle()
    expect(sessions.get(partitionOf(other))!.cleared).toBe(0)
  })

  it('BY19 a full list → the data of the server that leaves it is deleted', async () => {
    const servers = Array.from({ length: maxServers }, (_, index) => `https://s${index}.example`)
    const world = await startWorld({ servers })
    choose(world.electron.menu!.template, 'Add or remove servers…')
    await world.settle()
    await world.page.navigate(submit('add', { address: server }))
    await world.settle()
    expect([...world.electron.sessions].filter(([, { cleared }]) => cleared > 0).map(([name]) => name)).toEqual([partitionOf(servers[0]!)])
  })

  it('BY19 deleting fails → logged', async () => {
    const world = await startWorld({ servers: [server] })
    choose(world.electron.menu!.template, 'Add or remove servers…')
    await world.settle()
    world.page.session.clearData = () => Promise.reject(new Error('busy'))
    await world.page.navigate(submit('remove', { origin: server }))
    await world.settle()
    expect(world.logged).toEqual([`The data of ${server} could not be deleted`])
  })
})
