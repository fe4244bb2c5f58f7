/* The simulated medium of the stubs: a clock that plays, seeks and ends in real time, without picture and sound. */
globalThis.Reel = class {
  #on
  #base = 0
  #since = null
  #timers = new Set()
  duration

  /** `on`: playing, ticked, paused, ended; each may be absent. */
  constructor(duration, on) {
    this.duration = duration
    this.#on = on
  }
  get position() {
    return this.#since === null ? this.#base : Math.min(this.#base + (performance.now() - this.#since) / 1000, this.duration)
  }
  get running() {
    return this.#since !== null
  }
  #later(ms, act, repeat = false) {
    const timer = repeat ? setInterval(act, ms) : setTimeout(act, ms)
    this.#timers.add(timer)
  }
  #halt() {
    this.#base = this.position
    this.#since = null
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers.clear()
  }
  #run() {
    this.#halt()
    this.#since = performance.now()
    this.#later(100, () => this.#on.ticked?.(), true)
    this.#later((this.duration - this.#base) * 1000, () => {
      this.#halt()
      this.#base = this.duration
      // Players also pause when they end.
      this.#on.paused?.()
      this.#on.ended?.()
    })
  }
  play() {
    if (this.running) return
    if (this.#base >= this.duration) this.#base = 0
    this.#later(20, () => {
      this.#run()
      this.#on.playing?.()
    })
  }
  pause() {
    const ran = this.running
    this.#halt()
    if (ran) this.#on.paused?.()
  }
  seek(seconds) {
    const ran = this.running
    this.#halt()
    this.#base = Math.min(seconds, this.duration)
    if (ran) this.#run()
  }
  close() {
    this.#halt()
  }
}
