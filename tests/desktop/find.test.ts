import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countStyle, findBarBounds, isOtherPage, maxFindLength, parseFindCommand, renderFindBar } from '../../electron/policy/findBar.ts'
import { shellOrigin } from '../../electron/policy/origins.ts'
import { parseShellCommand, shellPolicy } from '../../electron/policy/shellPages.ts'
import { createEvent } from '../support/electron/contents.ts'
import { choose, findItem, playing, server, startOf, startWorld, type WorldOptions } from '../support/electron/world.ts'

const submit = (text: string, direction = 'next') => `${shellOrigin}/find?${new URLSearchParams({ text, direction })}`

describe('the bar as a page', () => {
  it('BY19 it has a field, next, previous and close, with names, and no script', () => {
    const html = renderFindBar('"<b>')
    expect(html).not.toMatch(/<script|\son\w+=|style=|<b>/)
    expect(html).toContain('value="&quot;&lt;b&gt;"')
    for (const name of ['Find in page', 'Next match', 'Previous match', 'Close']) expect(html).toContain(`aria-label="${name}"`)
    // Returns presses the first button.
    expect(html.indexOf('value="next"')).toBeLessThan(html.indexOf('value="previous"'))
    expect(shellPolicy).not.toContain('script-src')
  })

  it('BY19 any text → the form returns it, up to its limit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.constantFrom('next', 'previous'), (text, direction) => {
        expect(parseFindCommand(submit(text, direction))).toEqual({ type: 'find', text, direction })
        expect(parseShellCommand(submit(text, direction))).toBeNull()
      }),
    )
    expect(parseFindCommand(submit('x'.repeat(500)))).toMatchObject({ text: 'x'.repeat(maxFindLength) })
    expect(parseFindCommand(`${shellOrigin}/find-close`)).toEqual({ type: 'close' })
  })

  it.each([`${server}/find?text=a`, 'app://other/find?text=a', `${shellOrigin}/find`, `${shellOrigin}/servers`, 'x'])(
    'BY19 %s → no command',
    (url) => expect(parseFindCommand(url)).toBeNull(),
  )

  it('BY19 the count is a style', () => {
    expect(countStyle({ active: 2, count: 12 })).toBe('#count::after { content: "2 of 12" }')
    expect(countStyle({ active: 0, count: 0 })).toContain('"No matches"')
    expect(countStyle(null)).toContain('""')
  })

  it('BY19 any window → the bar is within it, at the end of its top', () => {
    expect(findBarBounds({ width: 1280, height: 800 })).toEqual({ x: 844, y: 0, width: 420, height: 48 })
    fc.assert(
      fc.property(fc.nat(4000), fc.nat(3000), (width, height) => {
        const bounds = findBarBounds({ width, height })
        expect(Math.min(bounds.x, bounds.width, bounds.height)).toBeGreaterThanOrEqual(0)
        expect(bounds.x + bounds.width).toBeLessThanOrEqual(width)
        expect(bounds.height).toBeLessThanOrEqual(height)
      }),
    )
  })

  it('BY19 a hash does not leave the page; another path or query does', () => {
    expect(isOtherPage(`${server}/a`, `${server}/a#b`)).toBe(false)
    expect(isOtherPage(`${server}/a`, `${server}/a?b`)).toBe(true)
    expect(isOtherPage(`${server}/a`, `${server}/b`)).toBe(true)
  })
})

async function openBar(options: WorldOptions = {}) {
  const world = await startWorld({ servers: [server], ...options })
  const { electron, page, window } = world
  const menu = () => electron.menu!.template
  choose(menu(), 'Find…')
  await world.settle()
  const [view] = window.views
  const bar = view!.webContents
  const search = async (text: string, direction?: string) => {
    expect(await bar.navigate(submit(text, direction))).toBe(false)
    await world.settle()
  }
  const count = () => [...bar.styles.values()].join()
  return { ...world, world, menu, page, window, view: view!, bar, search, count }
}

describe('the bar over a page', () => {
  it('BY19 it is a view without preload script and bridge, with the focus and its text selected', async () => {
    const { bar, view, window, page, world } = await openBar()
    expect(view.options.webPreferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    })
    expect(bar.html).toContain('role="search"')
    expect([bar.isFocused, bar.isAllSelected]).toEqual([true, true])
    window.bounds = { x: 0, y: 0, width: 300, height: 400 }
    window.emit('resize')
    expect(view.bounds).toEqual({ x: 16, y: 0, width: 268, height: 48 })
    expect(await bar.ipc().invoke('strand:getMiniPlayer', undefined)).toMatchObject({ code: 'forbidden' })
    choose(world.electron.menu!.template, 'Find…')
    expect(window.views).toEqual([view])
    expect(page.loaded).toEqual(startOf(server))
  })

  it('BY19 a text → a new search; the same one again → its next match; the final count is shown', async () => {
    const { page, search, count, settle } = await openBar()
    await search('miles')
    await search('miles')
    await search('miles', 'previous')
    await search('davis')
    expect(page.searches).toEqual([
      { text: 'miles', forward: true, findNext: true },
      { text: 'miles', forward: true, findNext: false },
      { text: 'miles', forward: false, findNext: false },
      { text: 'davis', forward: true, findNext: true },
    ])
    page.found(1, 4, { finalUpdate: false })
    page.found(1, 9, { requestId: 2 })
    await settle()
    expect(count()).toBe('')
    page.found(1, 4)
    page.found(2, 12)
    await settle()
    expect(count()).toBe(countStyle({ active: 2, count: 12 }))
  })

  it('BY19 an empty text → no search, and no count', async () => {
    const { page, search, count } = await openBar()
    await search('miles')
    page.found(1, 1)
    await search('')
    expect(page.searches).toHaveLength(1)
    expect(page.stopped).toEqual(['clearSelection'])
    expect(count()).toBe(countStyle(null))
  })

  it('BY19 the menu marks the next and the previous match, also after the bar was closed', async () => {
    const { page, search, menu, bar, window, settle, count } = await openBar()
    choose(menu(), 'Find next')
    expect(page.searches).toEqual([])
    await search('miles')
    choose(menu(), 'Find previous')
    expect(page.searches.at(-1)).toEqual({ text: 'miles', forward: false, findNext: false })
    await bar.navigate(`${shellOrigin}/find-close`)
    choose(menu(), 'Find next')
    page.found(1, 3)
    await settle()
    expect(page.searches.at(-1)).toEqual({ text: 'miles', forward: true, findNext: true })
    expect(window.views[0]!.webContents.html).toContain('value="miles"')
    expect(count()).toBe('')
    expect([...window.views[0]!.webContents.styles.values()]).toEqual([countStyle({ active: 1, count: 3 })])
  })

  it('BY19 Escape → closed, the marks are removed, and the page has the focus', async () => {
    const { bar, page, window } = await openBar()
    expect(bar.press('a')).toBe(true)
    expect(bar.press('Escape', { isComposing: true })).toBe(true)
    expect(bar.press('Escape')).toBe(false)
    expect(window.views).toEqual([])
    expect(bar.isDestroyed()).toBe(true)
    expect(page.stopped).toEqual(['clearSelection'])
    expect(page.isFocused).toBe(true)
  })

  it('BY19 another page → closed; a new state or hash of the same one → not', async () => {
    const { page, window } = await openBar()
    const go = (url: string, isMainFrame = true) => page.emit('did-navigate-in-page', createEvent(), url, isMainFrame)
    go(`${server}/`)
    go(`${server}/#comments`)
    go('https://player.vimeo.com/#2', false)
    expect(window.views).toHaveLength(1)
    go(`${server}/discover`)
    expect(window.views).toEqual([])
  })

  it('BY19 a link to another site, which opens in the browser → the bar stays', async () => {
    const { page, window } = await openBar()
    expect(await page.navigate('https://other.example/')).toBe(false)
    expect(window.views).toHaveLength(1)
  })

  it('BY19 a reload, the mini player, a crash of the bar, a closed window → closed', async () => {
    const reloaded = await openBar()
    await reloaded.page.loadURL(`${server}/`)
    expect(reloaded.window.views).toEqual([])
    const mini = await openBar()
    await mini.world.bridge().reportPlayback(playing)
    await mini.world.bridge().setMiniPlayer(true)
    expect(mini.window.views).toEqual([])
    expect(findItem(mini.menu(), 'Find…').enabled).toBe(false)
    const crashed = await openBar()
    crashed.bar.emit('render-process-gone', {}, { reason: 'crashed' })
    expect(crashed.window.views).toEqual([])
    expect(crashed.page.loaded).toEqual(startOf(server))
    const closed = await openBar()
    closed.window.close()
    expect(closed.bar.isDestroyed()).toBe(true)
  })

  it('BY19 the bar does not stop the player, or take links from the page', async () => {
    const world = await startWorld({ servers: [server] })
    const { electron, page } = world
    const bridge = world.bridge()
    await bridge.takeIntents()
    const received: unknown[] = []
    bridge.onIntent((intent) => received.push(intent))
    await bridge.reportPlayback({ ...playing, creator: '' })
    choose(electron.menu!.template, 'Find…')
    await world.settle()
    expect(electron.trays[0]!.tooltip).toBe('So What')
    electron.app.emit('second-instance', {}, ['x', 'strand://p/ada'])
    expect(received).toHaveLength(1)
    expect(page.loaded).toEqual(startOf(server))
  })

  it.each(['darwin', 'linux', 'win32'] as const)('BY19 on %s, the keys of the system', async (system) => {
    const { electron } = await startWorld({ servers: [server], system })
    const keys = ['Find…', 'Find next', 'Find previous'].map((label) => findItem(electron.menu!.template, label).accelerator)
    expect(keys).toEqual(['CommandOrControl+F', ...(system === 'darwin' ? ['Command+G', 'Shift+Command+G'] : ['F3', 'Shift+F3'])])
  })

  it('BY19 without a server → disabled', async () => {
    const { electron } = await startWorld()
    expect(findItem(electron.menu!.template, 'Find…').enabled).toBe(false)
  })
})
