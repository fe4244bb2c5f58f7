/**
 * The player as specified, written as plainly as possible: no sagas, no stores, no event streams, and time that passes in half
 * seconds. model.test.ts compares the engine with it.
 */
import { ModelPlayback } from './model-playback.ts'
import { backOff, type Wait } from './model-types.ts'

/** Commands of the user and changes of the environment. */
export class Model extends ModelPlayback {
  play() {
    if (this.index < 0) return
    if (!this.running || this.dead || this.held) {
      return this.start(this.index, this.dead ? (this.deadSeek ?? undefined) : this.ended || this.held ? undefined : this.position)
    }
    const { life } = this
    const wasOpen = life?.open === true
    this.want('play')
    if (!wasOpen) return
    if (this.phase === 'stopped') Object.assign(this, { phase: 'loading', gesture: false })
    this.send('playing')
    this.outputCalls.push('play')
  }

  pause() {
    this.want('pause')
    if (this.life?.open) {
      this.send('paused')
      this.outputCalls.push('pause')
    }
    this.moving = null
    if (this.dead && !this.held) this.halt()
  }

  get playing(): boolean {
    return this.intent === 'play' && !this.gesture && !this.held && this.index >= 0 && !this.dead
  }

  leavePage() {
    if (this.intent === 'play') this.pause()
  }

  restorePage() {
    if (!this.life?.open) return
    const { position, duration } = this
    if (this.intent === 'play') this.want('pause')
    this.start(this.index, position, 'pause')
    Object.assign(this, { position, duration })
  }

  /** Switches to another driver. */
  handOver() {
    const { intent, ended, duration } = this
    const position = this.itemOver ? this.current!.start : this.position
    if (this.index >= 0) this.halt()
    this.lostInARow = 0
    if (this.index < 0 || ended) return
    Object.assign(this, { intent: 'pause', dead: false, itemOver: false, held: null, failures: [], fresh: 0, position, duration })
    if (intent === 'play') this.play()
  }

  suspend() {
    if (this.intent === 'pause' || this.gesture) return
    this.pause()
    this.suspended = true
  }

  unsuspend() {
    if (!this.suspended) return
    if (this.held) this.want('play')
    else this.play()
  }

  seek(requested: number) {
    if (this.index < 0 || this.ended) return
    const end = Math.min(this.current!.end, this.duration || Infinity)
    const position = Math.min(Math.max(requested, 0), end)
    if (this.held && !this.dead) return position < end ? this.start(this.index, position, this.intent) : undefined
    if (this.life) this.sendSeek(position, this.position)
    else if (this.dead) this.deadSeek = position
    this.position = position
  }

  compose(id: string, writing: boolean) {
    if (writing) this.composing.add(id)
    else this.composing.delete(id)
    if (this.composing.size > 0 || this.held === null) return
    const why = this.held
    this.held = null
    this.follow(why)
  }

  /** An edit replaced the current item. */
  replaced(stoodBehind: boolean) {
    const plays = this.running && this.intent === 'play'
    if (this.items.length === 0) return this.close()
    if (plays && stoodBehind) return this.start(this.index)
    this.halt()
    Object.assign(this, {
      intent: 'pause',
      dead: false,
      itemOver: false,
      ended: false,
      held: null,
      failures: [],
      fresh: 0,
      position: this.current!.start,
      duration: 0,
    })
    if (plays) this.move('next')
  }

  close() {
    this.halt()
    Object.assign(this, {
      items: [],
      index: -1,
      phase: 'closed',
      intent: 'pause',
      ended: false,
      dead: false,
      itemOver: false,
      held: null,
      suspended: false,
      position: 0,
      duration: 0,
      failures: [],
      fresh: 0,
    })
  }

  isOnline(online: boolean) {
    this.online = online
    if (this.wait && online && !this.hidden) return this.tryAgain(0)
    if (this.wait) Object.assign(this, { offline: !online, unreachable: online })
    if (this.wait) this.wait.left = backOff(this.wait.tries)
  }

  isHidden(hidden: boolean) {
    this.hidden = hidden
    if (this.life) this.life.silence = 0
    if (this.wait && this.online && !hidden) return this.tryAgain(0)
    if (this.wait) this.wait.left = backOff(this.wait.tries)
  }

  /** The back-off has elapsed. */
  private isDue({ what, tries }: Wait) {
    if (tries < 4 || this.hidden || !this.reachable) return this.tryAgain(tries + 1)
    this.wait = null
    if (what === 'ended' || what === 'failed') return this.finish()
    this.lostInARow = 0
    this.die()
  }

  /** Advances the time by half a second. */
  tick() {
    if (this.fresh > 0) this.fresh -= 1
    if (this.skip > 0 && --this.skip === 0 && this.dead) return this.follow('failed')
    const { life, wait } = this
    if (wait && this.online && this.intent === 'play' && (wait.left -= 1) === 0) return this.isDue(wait)
    if (life?.open) this.tickLimits(life)
    if (!life?.open || this.intent === 'pause' || !(this.phase === 'loading' || this.buffering)) return
    life.silence += 1
    if (life.silence >= (this.buffering || this.hidden ? 120 : 30)) this.fail(true, life.plan[life.at]!)
  }
}
