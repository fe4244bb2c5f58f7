/** The model of playback: the run of an item, its streams and time limits, and the way from item to item. Time passes in half seconds. */
import {
  backOff,
  duration,
  limits,
  ModelState,
  registry,
  type ReportedEvent,
  type Life,
  type Medium,
  type State,
  type Wait,
} from './model-types.ts'

export class ModelPlayback extends ModelState {
  get current(): Medium | undefined {
    return this.items[this.index]
  }

  protected plan({ name, streams }: Medium, remembered = true): string[] {
    const playable = streams.map((kind, n) => ({ kind, uri: `${kind}:${name}/${n}` })).filter(({ kind }) => registry.includes(kind))
    const worked = playable.find(({ uri }) => remembered && uri === this.memory.get(name))
    const first = (worked ?? playable[0])?.kind
    const order = [first, ...registry.filter((kind) => kind !== first)]
    const sorted = order.flatMap((kind) => playable.filter((one) => one.kind === kind))
    return [...(worked ? [worked] : []), ...sorted.filter((one) => one !== worked)].map(({ uri }) => uri)
  }

  protected begin(to: number, position?: number) {
    this.index = to
    const item = this.current!
    const start = position ?? item.start
    Object.assign(this, {
      phase: 'queued',
      position: start,
      duration: 0,
      failures: [],
      dead: false,
      itemOver: false,
      ended: false,
      held: null,
      fresh: 0,
      waiting: null,
      wait: null,
      pageTries: 0,
    })
    this.life = {
      plan: this.plan(item),
      lost: [],
      at: -1,
      open: false,
      hasStarted: false,
      refused: false,
      reached: null,
      bring: null,
      start,
      silence: 0,
      tries: 0,
      confirmed: null,
      pending: null,
      doubt: 0,
      latest: start,
      seek: null,
    }
    this.tryNext()
  }

  protected open() {
    const life = this.life!
    const plays = this.intent === 'play'
    const { seek } = life
    Object.assign(life, {
      open: true,
      hasStarted: false,
      bring: life.reached,
      silence: 0,
      confirmed: plays ? null : 'paused',
      pending: null,
      doubt: 0,
      latest: life.start,
      // A pending seek is carried out in the next stream.
      seek: seek && !(seek.resume && seek.from !== null) ? { to: seek.to, from: null, left: 0, resume: false } : null,
    })
    if (plays) this.send('playing')
    Object.assign(this, { phase: 'loading', buffering: false, gesture: false, offline: false, unreachable: false, wait: null })
    this.outputCalls.push(`load ${life.plan[life.at]!.slice(2)} at ${life.start}${this.intent === 'play' ? '' : ' silently'}`)
  }

  protected shut() {
    if (this.life?.open) this.outputCalls.push('unload')
    if (this.life) this.life.open = false
    Object.assign(this, { phase: 'stopped', buffering: false, gesture: false, offline: false, unreachable: false })
  }

  /** Waits for the network, or for the next attempt. */
  protected awaitNetwork(what: Wait['what'], tries: number) {
    this.shut()
    Object.assign(this, { wait: { what, tries, left: backOff(tries) }, offline: !this.online, unreachable: this.online })
    if (this.online) this.failures = this.failures.filter((network) => !network)
  }

  protected tryAgain(tries: number) {
    const { what } = this.wait!
    this.wait = null
    this.shut()
    if (what === 'stream') return this.open()
    if (what !== 'item') {
      this.pageTries = tries
      return this.follow(what)
    }
    const life = this.life!
    Object.assign(life, { plan: life.lost, lost: [], at: -1, tries })
    this.tryNext()
  }

  protected tryNext() {
    const life = this.life!
    life.at += 1
    if (life.at < life.plan.length) return this.open()
    if (life.lost.length > 0 && this.lostInARow >= 2) return this.awaitNetwork('item', life.tries)
    this.die()
  }

  protected die() {
    const life = this.life!
    this.shut()
    this.dead = true
    this.deadSeek = life.seek && !(life.seek.resume && life.seek.from !== null) ? life.seek.to : null
    this.deadInARow = life.reached === null ? this.deadInARow + 1 : 0
    this.life = null
    if (this.intent === 'pause') this.running = false
    else if (this.deadInARow === 10) this.finish()
    else this.skip = 4
  }

  protected send(target: State) {
    const life = this.life!
    life.doubt = 0
    const { pending } = life
    if (pending === null && life.confirmed === target) return
    const replaces = pending !== null && (pending.replaces || pending.target !== target)
    life.pending = { target, left: limits.command, replaces, contradicted: false, resent: false, moves: 0, overdue: false }
  }

  protected contradict() {
    const pending = this.life!.pending!
    pending.contradicted = true
    if (pending.target === 'playing' || pending.resent) return
    pending.resent = true
    this.outputCalls.push('pause')
  }

  /** The output has this state: confirmed, or after a timeout. `adopt`: the user changed it in the output itself. */
  protected settle(state: State, adopt: boolean) {
    const life = this.life!
    Object.assign(life, { confirmed: state, pending: null, doubt: 0 })
    if (state === 'playing' && !life.hasStarted) this.started()
    if (adopt) this.want(state === 'playing' ? 'play' : 'pause')
    if (state === 'playing') Object.assign(this, { phase: 'playing', buffering: false, gesture: false })
    else this.stop()
  }

  protected report(state: State) {
    const life = this.life!
    const { pending, confirmed } = life
    if (pending !== null && pending.target !== state && !pending.overdue) return this.contradict()
    const adopt = pending === null ? confirmed !== state : pending.target !== state
    const doubt = pending !== null ? 0 : adopt && state === 'paused' ? limits.doubt : life.doubt
    this.settle(state, adopt)
    life.doubt = doubt
    // Further reports may belong to the previous command.
    if (pending?.replaces && !pending.overdue) life.pending = { ...pending, contradicted: false }
  }

  protected started() {
    const life = this.life!
    const uri = life.plan[life.at]!
    const { name } = this.current!
    life.hasStarted = true
    this.lostInARow = 0
    if (life.refused && uri === this.plan(this.current!, false)[0]) this.memory.delete(name)
    else if (life.refused) this.memory.set(name, uri)
    if (life.reached === null) this.fresh = 10
    life.reached ??= { position: life.start, duration: 0 }
    if (life.seek === null || life.seek.from !== null) return
    this.sendSeek(life.seek.to, life.latest)
    life.bring = null
  }

  protected sendSeek(to: number, from: number, resume = false) {
    const life = this.life!
    const sent = life.open && (life.hasStarted || resume)
    if (sent) this.outputCalls.push(`seek ${to}`)
    life.seek = { to, from: sent ? (life.seek?.from ?? from) : null, left: limits.command, resume }
  }

  receive(what: ReportedEvent) {
    const life = this.life
    if (!life?.open) return
    const uri = life.plan[life.at]!
    if (what === 'ready') {
      if (this.intent === 'pause') this.stop()
    } else if (what === 'playing' || what === 'paused') {
      this.report(what)
    } else if (what === 'buffering') {
      if (life.hasStarted && !this.buffering) life.silence = 0
      if (life.hasStarted) this.buffering = true
    } else if (what === 'blocked') {
      if (life.pending?.target !== 'paused') Object.assign(life, { confirmed: 'paused', pending: null, doubt: 0 })
      if (this.intent === 'play') Object.assign(this, { phase: 'stopped', gesture: true })
    } else if (what === 'ended') {
      return this.over()
    } else if (what === 'no sound') {
      return this.lackSound()
    } else if (what === 'gone' || what === 'unreachable') {
      return this.fail(what === 'unreachable', uri)
    } else {
      const { seek } = life
      if (seek !== null && seek.from !== null) {
        if (Math.abs(what.time - seek.from) < Math.abs(what.time - seek.to)) return
        life.seek = null
      }
      if (what.time > life.latest && life.pending?.target === 'paused' && (life.pending.moves += 1) >= 4) this.contradict()
      life.latest = what.time
      if (this.buffering && this.intent === 'play' && what.time > (life.reached?.position ?? 0)) {
        this.report('playing')
        Object.assign(this, { phase: 'playing', buffering: false, gesture: false })
      }
      if (life.hasStarted && life.bring === null) life.reached = { position: what.time, duration }
      if (what.time !== this.position) Object.assign(this, { position: what.time, duration })
      const { start, end } = this.current!
      if (what.time >= (end > Math.max(start, life.start) ? end : Infinity)) return this.over()
    }
    if ((what === 'ready' || typeof what === 'object') && life.bring) {
      if (life.bring.duration === duration && life.seek === null) this.sendSeek(life.bring.position, life.latest, true)
      life.bring = null
    }
  }

  /** Advances the time limits by half a second. */
  protected tickLimits(life: Life) {
    if (life.seek !== null && life.seek.from !== null && --life.seek.left === 0) life.seek = null
    if (life.doubt > 0) life.doubt -= 1
    const { pending } = life
    if (pending === null || pending.overdue || (pending.target === 'playing' && !life.hasStarted) || --pending.left > 0) return
    if (pending.contradicted) this.settle(pending.target === 'playing' ? 'paused' : 'playing', true)
    else if (pending.target === 'paused' || life.confirmed === 'playing') this.settle(pending.target, false)
    else pending.overdue = true
  }

  protected fail(network: boolean, uri: string) {
    const life = this.life!
    if (life.doubt > 0) this.want('play')
    this.shut()
    if (network && !this.online) return this.awaitNetwork('stream', 0)
    const { name } = this.current!
    if (this.memory.get(name) === uri) this.memory.delete(name)
    if (network) life.lost.push(uri)
    else life.refused = true
    this.lostInARow = network ? this.lostInARow + 1 : 0
    this.failures.push(network)
    this.tryNext()
  }

  protected lackSound() {
    if (this.life!.doubt > 0) this.want('play')
    this.shut()
    this.lostInARow = 0
    this.failures.push(false)
    this.want('pause')
    this.die()
  }

  protected over() {
    if (this.life!.doubt > 0) this.want('play')
    this.shut()
    Object.assign(this, { life: null, deadInARow: 0, itemOver: true })
    const { external, name } = this.current!
    if (!external) this.reports.push(name)
    this.follow('ended')
  }

  protected towards(why: 'ended' | 'failed' | 'next' | 'previous'): number | 'page' | null {
    if (why === 'previous') return this.index > 0 ? this.index - 1 : this.previous !== null && !this.shuffled ? 'page' : null
    if (why === 'ended' && this.repeat) return this.index
    return this.index + 1 < this.items.length ? this.index + 1 : this.next === null ? null : 'page'
  }

  protected follow(why: 'ended' | 'failed') {
    const to = this.towards(why)
    this.waiting = to === 'page' ? why : null
    if (to === 'page') return
    if (to === null) this.finish()
    else if (this.composing.size > 0 && to !== this.index) this.held = why
    else this.begin(to)
  }

  protected finish() {
    this.shut()
    Object.assign(this, {
      life: null,
      running: false,
      ended: true,
      intent: 'pause',
      suspended: false,
      skip: 0,
      waiting: null,
      wait: null,
      held: null,
    })
  }

  protected halt() {
    this.shut()
    Object.assign(this, { life: null, running: false, skip: 0, waiting: null, wait: null, moving: null })
  }

  protected want(intent: 'play' | 'pause') {
    this.intent = intent
    this.suspended = false
    if (this.life) this.life.silence = 0
    if (this.wait && intent === 'play') this.tryAgain(0)
    else if (this.wait) this.wait.left = backOff(this.wait.tries)
  }

  start(to: number, position?: number, intent = 'play') {
    this.halt()
    if (intent === 'play') this.want('play')
    this.deadInARow = 0
    this.running = true
    this.begin(to, position)
  }

  protected stop() {
    this.phase = 'stopped'
    this.buffering = false
  }

  move(way: 'next' | 'previous') {
    const to = this.towards(way)
    if (typeof to === 'number') this.start(to)
    else if (to === 'page') this.moving ??= way
  }

  /** A page arrived or failed. */
  page(side: 'before' | 'after', came: boolean) {
    const { moving, waiting } = this
    if (moving !== null && (moving === 'previous') === (side === 'before')) {
      const to = this.towards(moving)
      if (to === null || (to === 'page' && !came)) this.moving = null
      else if (typeof to === 'number') return this.start(to)
    }
    if (waiting === null || side === 'before') return
    this.waiting = null
    if (came || this.towards(waiting) !== 'page') this.follow(waiting)
    else this.awaitNetwork(waiting, this.pageTries)
  }
}
