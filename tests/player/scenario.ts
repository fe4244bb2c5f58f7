/**
 * Scenarios as data: a queue, steps, and the expected state, on the real engine. A track is named by the address of its first
 * stream, which determines its behaviour (harness.ts): `y:ok1`, `y:dead,f:ok2`. Suffixes: `@30-40` (start and end time in
 * seconds), `~3600` (duration), `!` (external item). Brackets mark the current item.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { player, type PlayerState, type QueueRequest, type Track } from '#player/index.ts'
import type { OutputEvent } from '#player/ports.ts'
import { advanceTime, source, startEngine, track, type World } from './harness.ts'

export type Engine = ReturnType<typeof startEngine>
type Command = Parameters<Engine['dispatch']>[0]
/** A command, milliseconds to wait, or a function. Everything due runs before the next step. */
export type Step = Command | number | ((engine: Engine) => unknown)

export interface Scenario {
  title: string
  /** Empty: nothing plays at the start. */
  queue: string
  request?: Partial<QueueRequest>
  /** Pages of the source by offset; `late` arrives with the step `arrives`, `fails` is an error. */
  pages?: Record<number, string>
  world?: Omit<World, 'pages'>
  steps: Step[]
  /** The queue; an empty string if it is empty. */
  shows?: string
  /** All loaded streams, in order. */
  loads?: string
  /** All reported plays, in order. */
  reports?: string
  /** The offsets of the requested pages. */
  requests?: number[]
  /** The last calls of the active output. */
  calls?: string[]
  state?: { [K in keyof PlayerState]?: unknown }
  also?: (engine: Engine) => void
}

const form = /^([^@~!]+)(?:@(\d*)(?:-(\d+))?)?(?:~(\d+))?(!)?$/

/** Parses the notation of a track. */
export function named(text: string): Track {
  const [, streams = '', startTime, endTime, duration, external] = form.exec(text.replace(/[[\]]/g, '')) ?? []
  return track(streams.replaceAll(',', ' '), {
    postId: streams.split(',')[0]!.slice(2),
    ...(startTime && { startTime: Number(startTime) }),
    ...(endTime && { endTime: Number(endTime) }),
    ...(duration && { duration: Number(duration) }),
    ...(external && { external: true }),
  })
}
export const tracks = (texts: string): Track[] => texts.split(' ').filter(Boolean).map(named)

/** `okFROM okFROM+1 …`, `count` of them. */
export const many = (from: number, count: number): string => Array.from({ length: count }, (_, n) => `y:ok${from + n}`).join(' ')

export const emit = (event: { [E in OutputEvent as E['type']]: Omit<E, 'loadId'> }[OutputEvent['type']]) => (engine: Engine) =>
  engine.live.emit(event)
export const ended = emit({ type: 'ended' })
export const broken = emit({ type: 'failed', code: 'gone', scope: 'stream' })
export const unreachable = emit({ type: 'failed', code: 'network', scope: 'network' })
export const started = emit({ type: 'playing' })
export const paused = emit({ type: 'paused' })
export const at = (position: number, duration = 100) => emit({ type: 'time', position, duration })
export const offline = (engine: Engine) => engine.setOnline(false)
export const online = (engine: Engine) => engine.setOnline(true)
export const hide = (engine: Engine) => engine.setHidden(true)
export const show = (engine: Engine) => engine.setHidden(false)
export const otherTab = (engine: Engine) => engine.otherTabPlays()

const idOf = (engine: Engine, name: string): string => engine.state.queue.items.find(({ postId }) => postId === name)?.id ?? `none: ${name}`
export const go = (name: string) => (engine: Engine) => engine.dispatch(player.playItem(idOf(engine, name)))
export const remove =
  (...names: string[]) =>
  (engine: Engine) =>
    engine.dispatch(player.removeItems(names.map((name) => idOf(engine, name))))
export const move = (name: string, to: number) => (engine: Engine) => engine.dispatch(player.moveItem({ id: idOf(engine, name), to }))
export const playNext = (texts: string) => player.playNext(tracks(texts))
export const add = (texts: string) => player.addToQueue(tracks(texts))
/** Undoes the last edit, or the one `back` edits before it. */
export const undo =
  (back = 0) =>
  (engine: Engine) =>
    engine.dispatch(player.undoEdit(engine.state.queue.edits.at(-1 - back)?.id ?? -1))

const arrivals = new WeakMap<Engine, Map<number, () => void>>()
const supplies = new WeakMap<Engine, (from: number, page: string) => void>()
export const arrives = (from: number) => (engine: Engine) => arrivals.get(engine)!.get(from)!()
/** Sets the source's page at this offset. */
export const has = (from: number, page: string) => (engine: Engine) => supplies.get(engine)!(from, page)

/** The names of the queued items, with brackets around the current one. */
export const queueOf = ({ queue: { items, index } }: PlayerState): string =>
  items.map(({ postId }, n) => (n === index ? `[${postId}]` : postId)).join(' ')

export async function perform({ queue, request = {}, pages = {}, world = {}, steps }: Scenario): Promise<Engine> {
  const supplied: NonNullable<World['pages']> = {}
  const late = new Map<number, () => void>()
  const supply = (from: number, text: string) => {
    const list = tracks(text.replace('late', ''))
    const page = { tracks: list, next: pages[from + list.length] === undefined ? null : from + list.length }
    if (text.startsWith('fails')) supplied[from] = new Error('The source is unavailable')
    else if (text.startsWith('late')) supplied[from] = new Promise((resolve) => late.set(from, () => resolve(page))) as never
    else supplied[from] = page
  }
  for (const [from, text] of Object.entries(pages)) supply(Number(from), text)
  const engine = startEngine({ ...world, pages: supplied })
  arrivals.set(engine, late)
  supplies.set(engine, supply)
  await advanceTime()
  if (queue !== '') {
    const texts = queue.split(' ')
    const current = texts.findIndex((text) => text.startsWith('['))
    const [from, count] = [request.from ?? 0, texts.length]
    const next = pages[from + count] === undefined ? null : from + count
    engine.dispatch(
      player.playQueue({
        tracks: tracks(queue),
        ...(current >= 0 && { index: current }),
        ...(Object.keys(pages).length > 0 && { source, next }),
        ...request,
      }),
    )
    await advanceTime()
  }
  for (const step of steps) {
    if (typeof step === 'number') await advanceTime(step)
    else if (typeof step === 'function') await step(engine)
    else engine.dispatch(step)
    await advanceTime()
  }
  return engine
}

/** One test per scenario. */
export function play(scenarios: Scenario[]): void {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('%s', async (_, scenario) => {
    const engine = await perform(scenario)
    const { shows, loads, reports, requests, calls, state, also } = scenario
    if (shows !== undefined) expect(queueOf(engine.state)).toBe(shows)
    if (loads !== undefined) expect(engine.loaded.join(' ')).toBe(loads)
    if (reports !== undefined) expect(engine.reported.join(' ')).toBe(reports)
    if (requests !== undefined) expect(engine.requestedPages).toEqual(requests)
    if (calls !== undefined) expect(engine.live.calls.slice(-calls.length)).toEqual(calls)
    if (state !== undefined) expect(engine.state).toMatchObject(state)
    also?.(engine)
    expect(engine.task.isRunning()).toBe(true)
  })
}
