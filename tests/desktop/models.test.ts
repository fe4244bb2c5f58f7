import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLabel, type MenuEntry, type System } from '../../electron/policy/actions.ts'
import { contextMenu, type ClickedPlace } from '../../electron/policy/contextMenu.ts'
import { menuBar, type MenuState } from '../../electron/policy/menu.ts'
import { blockerFor, noPlayback, progressOf, suspendCommand, thumbnailButtons } from '../../electron/policy/playback.ts'
import { judgeServer, problemOfLoad, problemOfRequest, supportedApiVersion } from '../../electron/policy/serverCheck.ts'
import { dockEntries, titleOf, trayModel } from '../../electron/policy/tray.ts'
import { openApiDocument } from '#http/openapi.ts'
import { playing } from '../support/electron/world.ts'

const systems: System[] = ['darwin', 'linux', 'win32']

const flatten = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.kind === 'submenu' ? [entry, ...flatten(entry.entries)] : [entry]))
const actions = (entries: readonly MenuEntry[]) => flatten(entries).filter((entry) => entry.kind === 'action')
const rolesOf = (entries: readonly MenuEntry[]) => flatten(entries).flatMap((entry) => (entry.kind === 'role' ? [entry.role] : []))
const actionOf = (entries: readonly MenuEntry[], type: string) => actions(entries).find(({ action }) => action.type === type)

describe('sleep', () => {
  it.each([
    ['video in a visible window', playing, true, 'prevent-display-sleep'],
    ['video in a hidden window', playing, false, 'prevent-app-suspension'],
    ['audio', { ...playing, medium: 'audio' as const }, true, 'prevent-app-suspension'],
    ['another device', { ...playing, medium: 'remote' as const }, true, 'prevent-app-suspension'],
    ['paused video', { ...playing, status: 'paused' as const }, true, null],
    ['nothing', noPlayback, true, null],
  ])('BY19 %s → %4$s', (_, playback, isVisible, blocker) => expect(blockerFor(playback, isVisible)).toBe(blocker))

  it('BY19 before the system sleeps, only what plays here is paused', () => {
    expect(suspendCommand(playing)).toBe('pause')
    expect(suspendCommand({ ...playing, medium: 'remote' })).toBeNull()
    expect(suspendCommand({ ...playing, status: 'paused' })).toBeNull()
    expect(suspendCommand(noPlayback)).toBeNull()
  })
})

describe('the task bar', () => {
  it.each([
    [playing, { value: 0.25, mode: 'normal' }],
    [
      { ...playing, status: 'paused' as const },
      { value: 0.25, mode: 'paused' },
    ],
    [
      { ...playing, position: 500 },
      { value: 1, mode: 'normal' },
    ],
    [
      { ...playing, duration: null },
      { value: -1, mode: 'none' },
    ],
    [
      { ...playing, duration: 0 },
      { value: -1, mode: 'none' },
    ],
    [
      { ...playing, position: NaN },
      { value: -1, mode: 'none' },
    ],
    [noPlayback, { value: -1, mode: 'none' }],
  ])('BY19 %j → %j', (playback, progress) => expect(progressOf(playback)).toEqual(progress))

  it('BY19 thumbnail buttons: previous, pause or play, next; none without a queue', () => {
    expect(thumbnailButtons(playing)).toEqual([
      { command: 'previous', isEnabled: false },
      { command: 'pause', isEnabled: true },
      { command: 'next', isEnabled: true },
    ])
    expect(thumbnailButtons({ ...playing, status: 'paused' })[1]).toEqual({ command: 'play', isEnabled: true })
    expect(thumbnailButtons(noPlayback)).toEqual([])
  })
})

describe('menus', () => {
  const state: MenuState = {
    system: 'linux',
    servers: { servers: ['https://a.example', 'http://127.0.0.1:3000'], current: 'http://127.0.0.1:3000' },
    playback: playing,
    isMini: true,
    isClosingToTray: false,
    isDevelopment: false,
  }

  it.each(systems)('BY19 on %s: copy, paste, zoom, full screen and quit exist, and no accelerator is used twice', (system) => {
    const bar = menuBar({ ...state, system })
    expect(rolesOf(bar)).toEqual(
      expect.arrayContaining(['copy', 'paste', 'selectAll', 'zoomIn', 'resetZoom', 'togglefullscreen', 'quit', 'close', 'reload']),
    )
    const accelerators = actions(bar).flatMap(({ accelerator }) => accelerator ?? [])
    expect(new Set(accelerators).size).toBe(accelerators.length)
    expect(rolesOf(bar)).not.toContain('toggleDevTools')
    expect(rolesOf(menuBar({ ...state, system, isDevelopment: true }))).toContain('toggleDevTools')
  })

  it('BY19 the mini player cannot be zoomed', () => {
    const zoom = (isMini: boolean) =>
      flatten(menuBar({ ...state, isMini })).flatMap((entry) =>
        entry.kind === 'role' && /zoom(In|Out)|resetZoom/.test(entry.role) ? [entry.isEnabled] : [],
      )
    expect([zoom(true), zoom(false)]).toEqual([
      [false, false, false],
      [true, true, true],
    ])
  })

  it('BY19 on macOS the first menu is the one of the application, and there is no tray', () => {
    const [first] = menuBar({ ...state, system: 'darwin' })
    expect(first).toMatchObject({ kind: 'submenu', label: 'Strand' })
    expect(actionOf(menuBar({ ...state, system: 'darwin' }), 'closeToTray')).toBeUndefined()
    expect(actionOf(menuBar(state), 'closeToTray')).toMatchObject({ mark: { type: 'check', isOn: false } })
  })

  it('BY19 the servers are listed by host, with the current one marked', () => {
    const servers = actions(menuBar(state)).filter(({ action }) => action.type === 'selectServer')
    expect(servers.map(({ label, mark }) => [label, mark?.isOn])).toEqual([
      ['a.example', false],
      ['127.0.0.1:3000', true],
    ])
  })

  it('BY19 without a server, entries that need a page are disabled', () => {
    const bar = menuBar({ ...state, servers: { servers: [], current: null }, playback: noPlayback })
    for (const type of ['back', 'home', 'miniPlayer', 'openWebsite', 'player'])
      expect(actionOf(bar, type), type).toMatchObject({ isEnabled: false })
    expect(actionOf(bar, 'servers')?.isEnabled).toBeUndefined()
  })

  it('BY19 the tray has the title, the controls, and ways to show and to quit', () => {
    const { entries, tooltip } = trayModel({ system: 'linux', playback: playing, isMini: false })
    expect(tooltip).toBe('So What · Miles Davis')
    expect(entries[0]).toEqual({ kind: 'text', label: 'So What · Miles Davis' })
    expect(actions(entries).map(({ label, isEnabled }) => [label, isEnabled])).toEqual([
      ['Pause', true],
      ['Previous', false],
      ['Next', true],
      ['Show Strand', undefined],
      ['Mini player', undefined],
      ['Quit Strand', undefined],
    ])
  })

  it('BY19 nothing plays → the tray says so, and the dock has no menu', () => {
    expect(titleOf(noPlayback)).toBe('Nothing is playing')
    expect(trayModel({ system: 'linux', playback: noPlayback, isMini: false }).tooltip).toBe('Strand')
    expect(dockEntries(noPlayback)).toEqual([])
    expect(actions(dockEntries(playing))).toHaveLength(3)
    expect(titleOf({ ...playing, creator: '' })).toBe('So What')
  })

  it('BY19 any title → one line of at most 60 characters; `&` is shown as such', () => {
    expect(toLabel('Simon & Garfunkel', 'linux')).toBe('Simon && Garfunkel')
    expect(toLabel('Simon & Garfunkel', 'darwin')).toBe('Simon & Garfunkel')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constantFrom(...systems), (text, system) => {
        const label = toLabel(text, system)
        expect(label).not.toMatch(/[\n\r\t]/)
        expect([...label.replaceAll('&&', '&')].length).toBeLessThanOrEqual(60)
      }),
    )
  })
})

describe('the context menu', () => {
  const place: ClickedPlace = {
    isEditable: false,
    selectionText: '',
    linkURL: '',
    misspelledWord: '',
    dictionarySuggestions: [],
    editFlags: { canUndo: false, canRedo: false, canCut: false, canCopy: true, canPaste: true, canSelectAll: true },
  }
  const open = (change: Partial<ClickedPlace>) => contextMenu({ ...place, ...change }, 'linux', 'https://strand.example')

  it('BY19 nothing under the pointer → no menu', () => expect(open({})).toEqual([]))

  it('BY19 selected text → copy; a field → everything, with what is impossible disabled', () => {
    expect(rolesOf(open({ selectionText: 'x' }))).toEqual(['copy'])
    const entries = open({ isEditable: true })
    expect(rolesOf(entries)).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'])
    expect(entries[0]).toMatchObject({ isEnabled: false })
  })

  it('BY19 a misspelled word in a field → at most five suggestions, and the dictionary', () => {
    const entries = open({ isEditable: true, misspelledWord: 'teh', dictionarySuggestions: ['the', 'ten', 'tea', 'eh', 'he', 'tech'] })
    expect(actions(entries).map(({ label }) => label)).toEqual(['the', 'ten', 'tea', 'eh', 'he', 'Add to dictionary'])
    expect(open({ isEditable: true, misspelledWord: 'xq' })[0]).toEqual({ kind: 'text', label: 'No suggestions' })
    expect(actions(open({ misspelledWord: 'teh' }))).toEqual([])
  })

  it('BY19 a link that can be opened → its address can be copied', () => {
    expect(actions(open({ linkURL: 'https://strand.example/b1' }))[0]).toMatchObject({
      action: { type: 'copyLink', url: 'https://strand.example/b1' },
    })
    expect(open({ linkURL: 'javascript:alert(1)' })).toEqual([])
  })
})

describe('the check of a server', () => {
  const health = { status: 200, body: { status: 'ok', database: 'sqlite', uptime: 1 } }
  const api = { status: 200, body: { info: { title: 'Strand', version: '1' } } }

  it('BY15 a Strand server of the supported version → accepted', () => {
    expect(judgeServer(health, api)).toEqual({ ok: true })
    expect(judgeServer(health, { status: 200, body: openApiDocument() })).toEqual({ ok: true })
    expect(judgeServer(health, { status: 200, body: { info: { title: 'Strand', version: `${supportedApiVersion}.4` } } })).toEqual({
      ok: true,
    })
  })

  it.each([
    ['another site', { status: 200, body: undefined }, { status: 404, body: undefined }, 'notStrand'],
    ['a site with a health check', { status: 200, body: { status: 'ok' } }, api, 'notStrand'],
    ['another API', health, { status: 200, body: { info: { title: 'Pets', version: '1' } } }, 'notStrand'],
    ['no API', health, { status: 200, body: null }, 'notStrand'],
    ['a log-in page before it', { status: 401, body: undefined }, { status: 401, body: undefined }, 'notStrand'],
    [
      'nginx without a certificate of the person',
      { status: 400, text: '<title>400 No required SSL certificate was sent</title>', body: undefined },
      { status: 0, body: undefined },
      'clientCertificate',
    ],
    ['another bad request', { status: 400, text: '<title>400 Bad Request</title>', body: undefined }, api, 'notStrand'],
    ['a proxy without a server', { status: 502, body: undefined }, { status: 502, body: undefined }, 'unavailable'],
    ['a server without its database', { status: 503, body: {} }, api, 'unavailable'],
    ['a newer version', health, { status: 200, body: { info: { title: 'Strand', version: '2' } } }, 'incompatible'],
    ['a version that is no number', health, { status: 200, body: { info: { title: 'Strand', version: 'x' } } }, 'incompatible'],
  ])('BY15 %s → %4$s', (_, healthAnswer, apiAnswer, problem) => {
    expect(judgeServer(healthAnswer, apiAnswer)).toEqual({ ok: false, problem })
  })

  it.each([
    [-3, null],
    [-106, 'offline'],
    [-102, 'unreachable'],
    [-105, 'unreachable'],
    [-118, 'unreachable'],
    [-202, 'certificate'],
    [-201, 'certificate'],
    [-107, 'certificate'],
    [-110, 'clientCertificate'],
    [-117, 'clientCertificate'],
  ])('BY15 the error code %d of a load → %s', (code, problem) => expect(problemOfLoad(code)).toBe(problem))

  it.each([
    ['net::ERR_INTERNET_DISCONNECTED', 'offline'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'certificate'],
    ['net::ERR_SSL_CLIENT_AUTH_CERT_NEEDED', 'clientCertificate'],
    ['net::ERR_BAD_SSL_CLIENT_AUTH_CERT', 'clientCertificate'],
    ['net::ERR_CONNECTION_REFUSED', 'unreachable'],
    ['The operation was aborted due to timeout', 'unreachable'],
  ])('BY15 a request that fails with %s → %s', (message, problem) => expect(problemOfRequest(message)).toBe(problem))

  it('BY15 any answers → a verdict', () => {
    const answers = fc.record({ status: fc.integer({ min: 100, max: 599 }), body: fc.anything() })
    fc.assert(fc.property(answers, answers, (one, other) => void expect(typeof judgeServer(one, other).ok).toBe('boolean')))
  })
})
