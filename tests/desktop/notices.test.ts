import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxShownAtOnce, selectNewNotices, toNoticePath, type Notice } from '../../electron/policy/notices.ts'
import { choose, server, startWorld } from '../support/electron/world.ts'

const time = (second: number) => new Date(Date.UTC(2026, 10, 28, 12, 0, second)).toISOString()
const notice = (second: number, change: Partial<Notice> = {}): Notice => ({
  tag: `comment post:p${second}`,
  title: `Ada commented on Song ${second}`,
  path: `/b1/song-p${second}`,
  time: time(second),
  ...change,
})

describe('the notifications to show', () => {
  it('BY19 the first report → none; a later one → those that are newer, oldest first', () => {
    const first = selectNewNotices(undefined, [notice(2), notice(1)])
    expect(first).toEqual({ newest: time(2), shown: [] })
    expect(selectNewNotices(first.newest, [notice(4), notice(3), notice(2)])).toEqual({ newest: time(4), shown: [notice(3), notice(4)] })
  })

  it('BY19 the first report is empty → the next notification is new', () => {
    expect(selectNewNotices(selectNewNotices(undefined, []).newest, [notice(1)]).shown).toEqual([notice(1)])
  })

  it('BY19 many at once → the newest', () => {
    const all = Array.from({ length: 10 }, (_, second) => notice(second))
    expect(selectNewNotices('', all).shown).toEqual(all.slice(-maxShownAtOnce))
  })

  it('BY19 any reports → each notification at most once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 5 }), { maxLength: 8 }), (reports) => {
        const shown: string[] = []
        let newest: string | undefined
        for (const seconds of reports) {
          const selected = selectNewNotices(
            newest,
            [...new Set(seconds)].map((second) => notice(second)),
          )
          newest = selected.newest
          shown.push(...selected.shown.map(({ tag }) => tag))
        }
        expect(new Set(shown).size).toBe(shown.length)
      }),
    )
  })

  it.each([
    ['/b1/song-p1#c1', '/b1/song-p1#c1'],
    ['/p/ada', '/p/ada'],
    ['/b1/song-p1#"><script>', '/b1/song-p1'],
    ['//evil.example', null],
    ['https://evil.example/', null],
    ['/logout', null],
    ['', null],
  ])('BY19 the path %s → %s', (path, result) => expect(toNoticePath(path)).toBe(result))
})

describe('notifications of the system', () => {
  const report = (...notices: Notice[]) => ({ member: 'ada', notices })

  async function start() {
    const world = await startWorld({ servers: ['https://other.example', server] })
    await world.bridge().reportNotices(report(notice(1)))
    return { world, electron: world.electron, bridge: world.bridge() }
  }

  it('BY19 the window is hidden → a new one is shown once, also after a reload; a click shows its page', async () => {
    const { world, electron } = await start()
    world.window.hide()
    expect(electron.notifications).toEqual([])
    await world.bridge().reportNotices(report(notice(2), notice(1)))
    await world.page.loadURL(`${server}/`)
    await world.bridge().reportNotices(report(notice(2), notice(1)))
    expect(electron.notifications.map(({ options }) => options.title)).toEqual(['Ada commented on Song 2'])
    const received: unknown[] = []
    const bridge = world.bridge()
    bridge.onIntent((intent) => received.push(intent))
    await bridge.takeIntents()
    electron.notifications[0]!.click()
    expect(world.window.isVisible()).toBe(true)
    expect(received).toEqual([{ type: 'open', path: '/b1/song-p2' }])
  })

  it('BY19 the window has the focus → none, also later; without the focus it is shown', async () => {
    const { world, electron, bridge } = await start()
    await bridge.reportNotices(report(notice(2)))
    world.window.state.isFocused = false
    await bridge.reportNotices(report(notice(2)))
    expect(electron.notifications).toEqual([])
    await bridge.reportNotices(report(notice(3)))
    expect(electron.notifications).toHaveLength(1)
  })

  it('BY19 the same group again → replaces its notification; another member starts again', async () => {
    const { world, electron, bridge } = await start()
    world.window.hide()
    await bridge.reportNotices(report(notice(2, { tag: 'x' })))
    await bridge.reportNotices(report(notice(3, { tag: 'x' })))
    expect(electron.notifications).toHaveLength(1)
    await bridge.reportNotices({ member: 'ben', notices: [notice(9)] })
    expect(electron.notifications).toHaveLength(1)
  })

  it('BY19 a click on one of a server that has been left → its page there', async () => {
    const { world, electron, bridge } = await start()
    world.window.hide()
    await bridge.reportNotices(report(notice(2)))
    choose(electron.menu!.template, 'other.example')
    await world.settle()
    electron.notifications[0]!.click()
    await world.settle()
    expect(world.page.getURL()).toBe(`${server}/b1/song-p2`)
  })
})
