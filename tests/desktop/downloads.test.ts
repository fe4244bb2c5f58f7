import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { downloadName, isOwnDownload, maxNameBytes, maxNameLength, taskbarProgress } from '../../electron/policy/downloads.ts'
import { noPlayback, type Playback } from '../../electron/policy/playback.ts'
import { server, startWorld } from '../support/electron/world.ts'

const playing: Playback = { ...noPlayback, status: 'playing', title: 'So What', position: 30, duration: 120 }
const evil = 'https://evil.example'

describe('which downloads are allowed', () => {
  it.each([
    [`${server}/api/v0/me/export`],
    [`blob:${server}/0b5f8a3e-6f3c-4a63-9a52-8a9a9f0f3f10`],
    ['data:text/csv,a'],
    [`${server}/a`, `${server}/b`],
  ])('BY19 a page of the server, %s → allowed', (...urls) => expect(isOwnDownload({ initiator: server, urls, server })).toBe(true))

  it.each([
    ['another site', server, [`${evil}/a.exe`]],
    ['a redirect to another site', server, [`${server}/a`, `${evil}/a.exe`]],
    ['a redirect through another site', server, [`${evil}/a`, `${server}/a`]],
    ['a blob of another site', server, [`blob:${evil}/0b5f8a3e`]],
    ['a file', server, ['file:///etc/passwd']],
    ['a frame of another site', evil, [`${server}/a`]],
    ['an opaque frame', 'null', ['data:text/csv,a']],
    ['an unknown page', '', [`${server}/a`]],
    ['another port', server, [`${server}:8443/a`]],
    ['no address', server, []],
  ])('BY19 %s → refused', (_, initiator, urls) => expect(isOwnDownload({ initiator, urls, server })).toBe(false))

  it('BY19 without a server → refused', () => expect(isOwnDownload({ initiator: server, urls: [`${server}/a`], server: null })).toBe(false))
})

describe('names', () => {
  it.each([
    ['Kind of Blue.m3u8', 'Kind of Blue.m3u8'],
    ['../../etc/passwd', 'etc passwd'],
    ['..\\..\\evil.exe', 'evil.exe'],
    ['.bashrc', 'bashrc'],
    ['a/b:c*d?e"f<g>h|i.csv', 'a b c d e f g h i.csv'],
    ['photo\u202egpj.exe', 'photo gpj.exe'],
    ['line\r\nbreak.txt', 'line break.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM¹ .txt', '_COM¹.txt'],
    ['console.log', 'console.log'],
    ['name. . .', 'name'],
    ['', 'download'],
    ['///', 'download'],
    ['.zip', 'zip'],
    ['naïve café.zip', 'naïve café.zip'],
  ])('BY19 %j → %j', (suggested, name) => expect(downloadName(suggested, 'download')).toBe(name))

  it('BY19 a long name → its start and its extension', () => {
    expect(downloadName(`${'a'.repeat(500)}.json`, 'download')).toBe(`${'a'.repeat(115)}.json`)
    expect(downloadName(`${'字'.repeat(500)}.json`, 'download')).toBe(`${'字'.repeat(65)}.json`)
  })

  it('BY19 any text → a short name in one folder, visible, that no system reserves; the same again', () => {
    const hostile = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('/', '\\', '..', 'con', '.', ' ', '\u0000', '\u202e')))
    fc.assert(
      fc.property(hostile, (parts) => {
        const name = downloadName(parts.join(''), 'download')
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(maxNameLength)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(maxNameBytes)
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}<>:"/\\|?*]|^[. ]|[. ]$/u)
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\s*\.|\s*$)/i)
        expect(downloadName(name, 'download')).toBe(name)
      }),
    )
  })
})

describe('the progress in the task bar', () => {
  it.each([
    [noPlayback, [], { value: -1, mode: 'none' }],
    [noPlayback, [{ received: 25, total: 100 }], { value: 0.25, mode: 'normal' }],
    [
      noPlayback,
      [
        { received: 0, total: 100 },
        { received: 300, total: 300 },
      ],
      { value: 0.75, mode: 'normal' },
    ],
    [
      noPlayback,
      [
        { received: 5, total: 0 },
        { received: 1, total: 2 },
      ],
      { value: 2, mode: 'indeterminate' },
    ],
    [playing, [{ received: 1, total: 2 }], { value: 0.25, mode: 'normal' }],
    [{ ...playing, duration: null }, [{ received: 1, total: 2 }], { value: 0.5, mode: 'normal' }],
  ] as const)('BY19 %j, downloads %j → %j', (playback, downloads, progress) =>
    expect(taskbarProgress(playback, downloads)).toEqual(progress),
  )
})

describe('a download of a page', () => {
  const url = `${server}/api/v0/beads/b1/export`

  async function download(options: { total?: number; name?: string } = {}) {
    const world = await startWorld({ servers: [server] })
    const { session } = world.page
    const item = session.download({ url, initiator: server, name: '../blue.csv', total: 200, ...options })!
    return { ...world, world, item, session, window: world.window }
  }

  it('BY19 the dialog has a safe name; the progress is shown until the end; a click shows the file', async () => {
    const { item, window, electron } = await download()
    expect(item.dialog).toEqual({ defaultPath: 'blue.csv' })
    item.progress(50, '/home/ada/blue (1).csv')
    expect(window.progress).toEqual({ value: 0.25, mode: 'normal' })
    expect(electron.notifications).toEqual([])
    item.end('completed')
    expect(window.progress).toEqual({ value: -1, mode: 'none' })
    const [notification] = electron.notifications
    expect(notification!.options).toMatchObject({ title: 'Download complete', body: 'blue (1).csv' })
    expect(notification!.options.actions).toEqual([{ type: 'button', text: 'Show in folder' }])
    notification!.click('action')
    expect(electron.revealed).toEqual(['/home/ada/blue (1).csv'])
    expect(electron.notifications).toEqual([])
  })

  it('BY19 while something plays, the task bar shows the player', async () => {
    const { item, window, world } = await download()
    await world.bridge().reportPlayback(playing)
    item.progress(150)
    expect(window.progress).toEqual({ value: 0.25, mode: 'normal' })
    await world.bridge().reportPlayback(noPlayback)
    expect(window.progress).toEqual({ value: 0.75, mode: 'normal' })
  })

  it('BY19 a person who cancels the dialog → no message', async () => {
    const { item, window, electron } = await download()
    item.end('cancelled')
    expect(electron.notifications).toEqual([])
    expect(window.progress).toEqual({ value: -1, mode: 'none' })
  })

  it.each(['interrupted', 'lost'] as const)('BY19 %s → ended, with a message', async (kind) => {
    const { item, electron } = await download()
    if (kind === 'lost') item.interrupt()
    else item.end('interrupted')
    expect(item.state).not.toBe('progressing')
    expect(electron.notifications[0]!.options).toMatchObject({ title: 'Download failed', body: expect.stringContaining('blue.csv') })
    electron.notifications[0]!.click()
    expect(electron.revealed).toEqual([])
  })

  it('BY19 another site, or an unknown page → refused, without a dialog', async () => {
    const { session, logged } = await download()
    expect(session.download({ url: `${evil}/a`, initiator: server })).toBeNull()
    expect(session.download({ url, initiator: evil })).toBeNull()
    expect(session.download({ url })).toBeNull()
    expect(logged).toHaveLength(3)
  })

  it('BY19 a system without notifications → the file is saved all the same; without a window too', async () => {
    const { item, electron, window } = await download()
    electron.canNotify = false
    window.destroy()
    item.progress(10)
    item.end('completed')
    expect(electron.notifications).toEqual([])
  })
})
