/** The widget of other sites without a browser: its messages, and the inactivity of its pop-up (J1). */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { widgetSize } from '#contract/pages/widget.ts'
import { watchInactivity } from '../../renderer/embed/inactivity.ts'
import { commandMessage, parseCommand, parseReport, reportMessage } from '../../renderer/embed/messages.ts'
import { fuzzRuns } from '../support/fuzz.ts'

describe('messages', () => {
  const { min, max } = widgetSize.heights

  test('J1 the messages of both sides are understood', () => {
    for (const command of ['connect', 'pause'] as const) expect(parseCommand(structuredClone(commandMessage(command)))).toBe(command)
    for (const report of [{ event: 'playing' }, { event: 'height', height: min }, { event: 'height', height: max }] as const)
      expect(parseReport(structuredClone(reportMessage(report)))).toEqual(report)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'pause'],
    ['JSON', JSON.stringify(commandMessage('pause'))],
    ['another sender', { sender: 'strand', command: 'pause' }],
    ['another command', { sender: 'strand-widget', command: 'play' }],
    ['a further field', { ...commandMessage('pause'), href: 'javascript:alert(1)' }],
    ['a missing field', { command: 'pause' }],
    ['a list', [commandMessage('pause')]],
    ['inherited fields', Object.create(commandMessage('pause'))],
    ['a map', new Map(Object.entries(commandMessage('pause')))],
    ['a command as a list', { sender: 'strand-widget', command: ['pause'] }],
    ['a height of 0', { sender: 'strand-widget', event: 'height', height: 0 }],
    ['a huge height', { sender: 'strand-widget', event: 'height', height: max + 1 }],
    ['a fraction', { sender: 'strand-widget', event: 'height', height: 300.5 }],
    ['a height as text', { sender: 'strand-widget', event: 'height', height: '300px' }],
    ['no number', { sender: 'strand-widget', event: 'height', height: NaN }],
    ['infinity', { sender: 'strand-widget', event: 'height', height: Infinity }],
    ['playing with a height', { sender: 'strand-widget', event: 'playing', height: 300 }],
  ])('J1 %s is ignored', (_name, message) => {
    expect([parseCommand(message), parseReport(message)]).toEqual([null, null])
  })

  test('J1 any message is ignored, or has exactly the documented fields', () => {
    const fields = fc.record(
      {
        sender: fc.oneof(fc.constant('strand-widget'), fc.anything()),
        command: fc.oneof(fc.constantFrom('connect', 'pause'), fc.anything()),
        event: fc.oneof(fc.constantFrom('height', 'playing'), fc.anything()),
        height: fc.oneof(fc.integer(), fc.double(), fc.anything()),
        further: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fields, fc.anything()), (message) => {
        const command = parseCommand(message)
        const report = parseReport(message)
        if (command !== null) expect(message).toEqual(commandMessage(command))
        if (report !== null) expect(message).toEqual(reportMessage(report))
        if (report?.event === 'height') expect(report.height).toSatisfy((height: number) => height >= min && height <= max)
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })
})

describe('inactivity of the pop-up', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  function start() {
    const events: string[] = []
    const inactivity = watchInactivity({
      onWarning: (isShown) => events.push(isShown ? 'warning' : 'no warning'),
      onLimit: () => events.push('closed'),
    })
    return { inactivity, events }
  }

  test('J1 A9 60 s without playback and input → a warning after 40 s, then the window closes', () => {
    const { events } = start()
    vi.advanceTimersByTime(39_999)
    expect(events).toEqual([])
    vi.advanceTimersByTime(1)
    expect(events).toEqual(['warning'])
    vi.advanceTimersByTime(19_999)
    expect(events).toEqual(['warning'])
    vi.advanceTimersByTime(1)
    expect(events).toEqual(['warning', 'closed'])
  })

  test('J1 A9 input resets the time, also after the warning', () => {
    const { inactivity, events } = start()
    vi.advanceTimersByTime(39_000)
    inactivity.reset()
    vi.advanceTimersByTime(59_000)
    expect(events).toEqual(['warning'])
    inactivity.reset()
    expect(events).toEqual(['warning', 'no warning'])
    vi.advanceTimersByTime(60_000)
    expect(events).toEqual(['warning', 'no warning', 'warning', 'closed'])
  })

  test('J1 A9 while something plays the window stays; the time starts when it pauses', () => {
    const { inactivity, events } = start()
    vi.advanceTimersByTime(50_000)
    inactivity.setPlaying(true)
    vi.advanceTimersByTime(3_600_000)
    expect(events).toEqual(['warning', 'no warning'])
    inactivity.reset()
    vi.advanceTimersByTime(3_600_000)
    expect(events).toEqual(['warning', 'no warning'])
    inactivity.setPlaying(false)
    vi.advanceTimersByTime(59_999)
    expect(events).toEqual(['warning', 'no warning', 'warning'])
    vi.advanceTimersByTime(1)
    expect(events.at(-1)).toBe('closed')
  })
})
