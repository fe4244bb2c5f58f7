import { expect } from 'vitest'
import type { Driver } from '#player/driver.ts'
import { player, type QueuePage, type SavedSession, type Track } from '#player/index.ts'
import { createLocalDriver } from '#player/sagas/localDriver.ts'
import { advanceTime, source, startEngine, track, type FakeOutput } from './harness.ts'
import { Model } from './model.ts'
import { expectSameState } from './model-comparison.ts'
import type { Step } from './model-steps.ts'
import { eventOf, type ReportedEvent, type Medium } from './model-types.ts'

const kinds = [['y'], ['f', 'y', 'f'], ['y', 'y', 'i'], ['v'], ['y', 's'], []]
const medium = (name: string, n: number): Medium => ({
  name,
  streams: kinds[n % 6]!,
  start: n % 5 === 4 ? 10 : 0,
  end: n % 5 === 4 ? 50 : Infinity,
  external: n % 7 === 6,
})
/** The source of all queues. */
const list = Array.from({ length: 11 }, (_, n) => medium(`s${n}`, n))
const trackOf = ({ name, streams, start, end, external }: Medium): Track =>
  track(streams.map((kind, n) => `${kind}:${name}/${n}`).join(' '), {
    postId: name,
    ...(start > 0 && { startTime: start }),
    ...(end < Infinity && { endTime: end }),
    ...(external && { external }),
  })

/** An engine and a model that run the same steps. */
export class EngineAndModel {
  readonly model = new Model()
  engine = this.begin()
  /** Requested pages of the feed; only the last request counts. */
  requests: { from: number; side: 'before' | 'after'; limit: number; answer: (page: QueuePage | Error) => void }[] = []
  /** The number of requests that are answered or belong to an earlier queue. */
  settled = 0
  outputCalls: string[] = []
  /** Events of the last loaded output, in answer to its commands, that have not arrived yet. */
  inFlight: ReportedEvent[] = []
  reported: string[] = []
  put = 0
  /** The active driver; null for the engine's own. */
  private otherDriver: Driver | null = null

  private begin(saved?: SavedSession): ReturnType<typeof startEngine> {
    const pages = new Proxy(
      {},
      {
        get: (_, from) =>
          new Promise((resolve, reject) => {
            const { next, previous } = this.engine.state.queue
            const side = Number(from) === next ? 'after' : 'before'
            this.requests.push({
              from: Number(from),
              side,
              limit: side === 'after' ? 100 : previous! - Number(from),
              answer: (page) => (page instanceof Error ? reject(page) : resolve(page)),
            })
          }),
      },
    )
    const memory = Object.fromEntries([...this.model.memory].map(([post, uri]) => [post, { stream: uri }]))
    const engine = startEngine({ checks: false, pages, memory: this.engine?.memory ?? memory, ...(saved && { saved }) })
    for (const fake of this.fakes(engine)) {
      const record = (text: string) => this.outputCalls.push(text)
      const { unload, load } = fake
      fake.load = (request) => {
        load.call(fake, request)
        this.inFlight = request.autoplay ? ['ready', 'playing'] : ['ready']
        record(`load ${request.stream.uri} at ${request.startTime ?? 0}${request.autoplay ? '' : ' silently'}`)
      }
      fake.unload = () => {
        unload.call(fake)
        record('unload')
      }
      fake.play = () => {
        this.inFlight.push('playing')
        record('play')
      }
      fake.pause = () => {
        this.inFlight.push('paused')
        record('pause')
      }
      fake.seek = (position) => record(`seek ${position}`)
    }
    return engine
  }

  fakes({ youtube, soundcloud, hosted, image } = this.engine): FakeOutput[] {
    return [youtube, soundcloud, hosted, image]
  }

  get pending() {
    return this.requests[this.settled]
  }

  /** Copies the order of a shuffle or an undo from the engine; the model does not define it. */
  private adopt(expected: string[], fixed = 0) {
    const names = this.engine.state.queue.items.map(({ postId }) => postId)
    expect([...names].sort(), 'queued items').toEqual([...expected].sort())
    expect(names.slice(0, fixed), 'played items').toEqual(this.model.items.slice(0, fixed).map(({ name }) => name))
    const known = new Map([...list, ...this.model.items, ...this.gone.values()].map((one) => [one.name, one]))
    const current = this.model.current?.name
    this.model.items = names.map((name) => known.get(name)!)
    if (current !== undefined && names.includes(current)) this.model.index = names.indexOf(current)
  }

  private readonly gone = new Map<string, Medium>()
  private idAt(at: number): string {
    const { items } = this.engine.state.queue
    return items[at % Math.max(items.length, 1)]?.id ?? 'none'
  }

  private takeOut(names: readonly string[], bar: boolean) {
    const { model } = this
    const [was, behind] = [model.current?.name, model.items.slice(model.index + 1).map(({ name }) => name)]
    const before = model.items.slice(0, Math.max(model.index, 0)).filter(({ name }) => names.includes(name)).length
    for (const item of model.items) {
      if (!names.includes(item.name)) continue
      this.gone.set(item.name, item)
      if (bar) model.barred.add(item.name)
    }
    model.items = model.items.filter(({ name }) => !names.includes(name))
    model.index = Math.min(model.index - before, model.items.length - 1)
    if (model.current?.name === was) return
    if (model.items.length === 0) this.settled = this.requests.length
    model.replaced(model.current !== undefined && behind.includes(model.current.name))
  }

  async step(step: Step) {
    const { model, engine } = this
    const { queue } = engine.state
    const at = 'at' in step && queue.items.length > 0 ? step.at % queue.items.length : -1
    switch (step.do) {
      case 'queue': {
        const { from, count, listed, featured, index } = step
        const chosen = list.slice(from, from + count)
        const first = featured === null ? undefined : list[featured % list.length]
        const next = from + count < list.length ? from + count : null
        engine.dispatch(
          player.playQueue({
            tracks: chosen.map(trackOf),
            index: index % chosen.length,
            ...(first && { featured: trackOf(first) }),
            ...(listed && { source, from, next }),
          }),
        )
        this.settled = this.requests.length
        model.items = [...(first ? [first] : []), ...chosen.filter((one) => one !== first)]
        Object.assign(model, {
          next: listed ? next : null,
          previous: listed && from > 0 ? from : null,
          shuffled: false,
          barred: new Set(listed && first ? [first.name] : []),
        })
        model.start(model.items.indexOf(chosen[index % chosen.length]!))
        break
      }
      case 'item':
        engine.dispatch(player.playItem(this.idAt(step.at)))
        if (at >= 0) model.start(at)
        break
      case 'remove': {
        const name = queue.items[at]?.postId
        const last = queue.edits.at(-1)?.id
        engine.dispatch(player.removeItems([this.idAt(step.at)]))
        if (name !== undefined) this.takeOut([name], queue.items[at]!.page !== undefined)
        if (name !== undefined) expect(engine.state.queue.edits.at(-1)?.id).not.toBe(last)
        break
      }
      case 'drop': {
        const { name } = list[step.at % list.length]!
        engine.dispatch(player.dropPost(name))
        model.barred.add(name)
        this.takeOut([name], true)
        break
      }
      case 'clear':
        engine.dispatch(player.clearQueue())
        if (model.index >= 0) {
          this.takeOut(
            model.items.filter((one) => one !== model.current).map(({ name }) => name),
            false,
          )
          Object.assign(model, { next: null, previous: null })
        }
        break
      case 'undo': {
        const edit = queue.edits[step.at % Math.max(queue.edits.length, 1)]
        engine.dispatch(player.undoEdit(edit?.id ?? -1))
        if (edit === undefined) break
        const added = queue.items.filter(({ id }) => edit.added.includes(id)).map(({ postId }) => postId)
        const back = edit.taken.map(({ postId }) => postId)
        if (edit.window) Object.assign(model, { next: edit.window.next, previous: edit.window.previous })
        if (model.items.length === 0 && back.length > 0) {
          model.items = edit.taken.map(({ postId }) => this.gone.get(postId)!)
          model.index = 0
          model.replaced(false)
        } else if (back.length > 0 || edit.moved !== null) this.adopt([...model.items.map(({ name }) => name), ...back])
        for (const item of edit.taken) if (item.page !== undefined) model.barred.delete(item.postId)
        if (added.length > 0) this.takeOut(added, false)
        break
      }
      case 'move item': {
        engine.dispatch(player.moveItem({ id: this.idAt(step.at), to: step.to }))
        const to = Math.min(step.to, model.items.length - 1)
        if (at < 0 || at === to) break
        const [current, item] = [model.current, model.items[at]!]
        model.items = model.items.toSpliced(at, 1).toSpliced(to, 0, item)
        model.index = model.items.indexOf(current!)
        break
      }
      case 'put': {
        const item = medium(`n${(this.put += 1)}`, step.kind)
        engine.dispatch((step.next ? player.playNext : player.addToQueue)([trackOf(item)]))
        if (model.index < 0) {
          this.settled = this.requests.length
          Object.assign(model, { items: [item], next: null, previous: null, shuffled: false, barred: new Set() })
          model.start(0)
          break
        }
        let place = model.index + 1
        while (!step.next && place < queue.items.length && queue.items[place]!.page === undefined) place += 1
        model.items = model.items.toSpliced(place, 0, item)
        break
      }
      case 'seek':
        engine.dispatch(player.seek(step.to))
        model.seek(step.to)
        break
      case 'receive':
        this.receive(step.what, step.late)
        break
      case 'arrive': {
        // Mostly in order; sometimes an event overtakes others or is repeated.
        const at = Math.min(step.at, this.inFlight.length - 1)
        if (at < 0) break
        const what = this.inFlight[at]!
        if (!step.twice) this.inFlight.splice(at, 1)
        this.receive(what, false)
        break
      }
      case 'page':
        await this.page(step.comes)
        break
      case 'wait':
        for (let n = 0; n < step.halves; n++) {
          await advanceTime(500)
          model.tick()
        }
        break
      case 'compose':
        engine.dispatch(player.startComposing(step.id))
        model.compose(step.id, true)
        break
      case 'stop composing':
        engine.dispatch(player.stopComposing(step.id))
        model.compose(step.id, false)
        break
      case 'repeat':
        engine.dispatch(player.setRepeat(step.on))
        model.repeat = step.on
        break
      case 'shuffle': {
        engine.dispatch(player.setShuffle(step.on))
        // An empty queue has nothing to shuffle; an undo can restore it in its own order.
        if (model.index < 0) model.shuffled &&= step.on
        if (step.on === model.shuffled || model.index < 0) break
        model.shuffled = step.on
        this.adopt(
          model.items.map(({ name }) => name),
          step.on ? model.index + 1 : 0,
        )
        break
      }
      case 'online':
        engine.setOnline(step.on)
        model.isOnline(step.on)
        break
      case 'reachable':
        engine.setReachable(step.on)
        model.reachable = step.on
        break
      case 'hidden':
        engine.setHidden(step.on)
        model.isHidden(step.on)
        break
      case 'other tab':
        engine.otherTabPlays()
        if (model.intent === 'play') model.pause()
        break
      case 'leave page':
        engine.changePage('left')
        model.leavePage()
        break
      case 'restore page':
        engine.changePage('restored')
        model.restorePage()
        break
      case 'reload':
        await this.reload()
        break
      case 'hand over':
        this.settled = this.requests.length
        this.otherDriver = this.otherDriver === null ? createLocalDriver(engine.ports) : null
        engine.setDriver(this.otherDriver)
        model.handOver()
        break
      case 'toggle':
        engine.dispatch(player.toggle())
        if (model.playing) model.pause()
        else model.play()
        break
      case 'next':
      case 'previous':
        engine.dispatch(player[step.do]())
        model.move(step.do)
        break
      case 'retry':
        engine.dispatch(player.retry())
        if (model.index >= 0) model.start(model.index, model.current!.start)
        break
      case 'close':
        engine.dispatch(player.close())
        this.settled = this.requests.length
        model.close()
        break
      default:
        engine.dispatch(player[step.do]())
        model[step.do]()
    }
    await advanceTime()
    expectSameState(this)
  }

  private receive(what: ReportedEvent, late: boolean) {
    const { live } = this.engine
    if (live.loads.length === 0) return
    live.emit(eventOf(what), live.current.loadId - (late ? 1 : 0))
    if (!late) this.model.receive(what)
  }

  /** Answers the pending request with this many posts, or with an error for none. */
  private async page(comes: number) {
    const { model, pending } = this
    if (pending === undefined) return
    this.settled += 1
    const { from, side, limit, answer } = pending
    const isNeeded = side === 'after' ? model.next === from : model.previous !== null && model.previous - from === limit
    if (comes === 0) answer(new Error('The source is unavailable'))
    else {
      const to = Math.min(from + limit, side === 'after' ? from + comes : Infinity, list.length)
      const page = list.slice(from, to)
      answer({ tracks: page.map(trackOf), next: to < list.length ? to : null })
      const present = new Set(model.items.map(({ name }) => name))
      const fresh = page.filter(({ name }) => !present.has(name) && !model.barred.has(name))
      if (isNeeded && side === 'before') {
        model.items = [...fresh, ...model.items]
        model.index += fresh.length
        model.previous = from > 0 ? from : null
      } else if (isNeeded) {
        model.next = to < list.length ? to : null
        if (model.shuffled) {
          await advanceTime()
          const { items } = this.engine.state.queue
          const known = new Map([...model.items, ...fresh].map((one) => [one.name, one]))
          expect(items.map(({ postId }) => postId).sort()).toEqual([...known.keys()].sort())
          expect(items.slice(0, model.index + 1).map(({ postId }) => postId)).toEqual(
            model.items.slice(0, model.index + 1).map(({ name }) => name),
          )
          model.items = items.map(({ postId }) => known.get(postId)!)
        } else model.items = [...model.items, ...fresh]
      }
    }
    model.page(side, comes > 0 && isNeeded)
  }

  private async reload() {
    const { engine, model } = this
    engine.setHidden(true)
    await advanceTime()
    const { session, position } = engine.stored
    const saved = session as SavedSession | null
    engine.task.cancel()
    await advanceTime()
    this.expectNothingLeft()
    if (model.life?.open) model.outputCalls.push('unload')
    this.reported.push(...engine.reported)
    this.requests.splice(0)
    this.settled = 0
    this.otherDriver = null
    const there = saved?.queue.items[saved.queue.index]?.id === position?.itemId
    this.engine = this.begin(saved === null ? undefined : { ...saved, ...(there && position) })
    const { items, index, next, previous, barred, shuffled, repeat, online, current } = model
    const at = { position: model.itemOver ? model.current!.start : model.position, duration: model.duration }
    Object.assign(model, new Model(), {
      memory: model.memory,
      reports: model.reports,
      outputCalls: model.outputCalls,
      online,
      hidden: false,
      lostInARow: 0,
    })
    if (current !== undefined) Object.assign(model, { items, index, next, previous, barred, shuffled, repeat, phase: 'stopped', ...at })
    this.engine.setOnline(online)
    await advanceTime()
  }

  /** After a cancellation: no listeners and no loaded outputs. */
  expectNothingLeft() {
    for (const fake of this.fakes()) {
      expect(fake.unloads, `${fake.id} is unloaded`).toBe(fake.loads.length)
      expect(fake.listeners.size, `${fake.id} has no listener`).toBe(0)
    }
    expect(this.engine.pageListeners.size + this.engine.otherTabs.listeners.size + this.engine.driverListeners.size).toBe(0)
  }
}
