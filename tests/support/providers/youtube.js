/*
 * A stub of the script that https://www.youtube.com/iframe_api loads, for browser tests: the same calls,
 * states, errors and missing events, in real time and without a video. The first word of a video id selects
 * the behaviour; the rest is free (an id has eleven characters):
 *
 *   plays    100 s, or until `youtubeStub.finish(id)`   short    plays, 2 s long
 *   error    fails with the error of its digits: error-00150
 *   shaky    error 5 at the first try only   silent   never gets beyond "unstarted"
 *   refuses  blocked until a gesture, with an event   sulks   the same, without an event
 *   breaks   error 5 one second after playback started
 *
 * `window.youtubeStub` counts players and records commands, so that tests can detect leaks.
 */
;(() => {
  const players = new Set()
  const stub = { made: 0, destroyed: 0, playing: 0, commands: [], volume: null, muted: null }
  /** Lets this video end within half a second. Returns whether it plays. */
  stub.finish = (id) => [...players].some((player) => player.finish(id))
  window.youtubeStub = stub
  const state = { unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 }

  class Player {
    #frame
    #events
    #script = ''
    #id = ''
    #state = state.unstarted
    #base = 0
    #since = null
    #timers = new Set()
    #tries = 0
    #gone = false

    constructor(frame, { events = {} } = {}) {
      if (!(frame instanceof HTMLIFrameElement)) throw new Error('The stub wraps a frame that is there')
      stub.made += 1
      players.add(this)
      this.#frame = frame
      this.#events = events
      const { pathname, searchParams } = new URL(frame.src)
      if (searchParams.get('enablejsapi') !== '1') throw new Error('enablejsapi=1 is missing')
      if (searchParams.get('origin') !== location.origin) throw new Error('origin is missing')
      this.#take(pathname.split('/').at(-1), Number(searchParams.get('start') ?? 0))
      this.#later(30, () => {
        this.#emit('onReady')
        this.#fail()
      })
    }
    #take(id, start) {
      this.#id = id
      this.#script = id.split('-')[0]
      this.#halt()
      this.#base = start
    }
    #later(ms, act) {
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        if (!this.#gone) act()
      }, ms)
      this.#timers.add(timer)
      return timer
    }
    #emit(name, data) {
      this.#events[name]?.({ target: this, data })
    }
    #turn(next) {
      if (next === this.#state) return
      this.#state = next
      this.#emit('onStateChange', next)
    }
    #halt() {
      this.#base = this.getCurrentTime()
      if (this.#since !== null) stub.playing -= 1
      this.#since = null
      for (const timer of this.#timers) clearTimeout(timer)
      this.#timers.clear()
    }
    #fail() {
      if (this.#script === 'error') this.#later(20, () => this.#emit('onError', Number(this.#id.slice(6))))
      else if (this.#script === 'shaky' && this.#tries++ === 0) this.#later(20, () => this.#emit('onError', 5))
      else return false
      return true
    }
    #start() {
      if (['error', 'silent'].includes(this.#script) || (this.#script === 'shaky' && this.#tries < 2)) return
      const may = navigator.userActivation.hasBeenActive
      if (!may && this.#script === 'refuses') return this.#later(20, () => this.#emit('onAutoplayBlocked'))
      if (!may && this.#script === 'sulks') return
      this.#later(20, () => {
        this.#turn(state.buffering)
        this.#later(20, () => {
          this.#since = performance.now()
          stub.playing += 1
          this.#turn(state.playing)
          if (this.#script === 'breaks' && this.#tries++ === 0) this.#later(1000, () => this.#emit('onError', 5))
          this.#untilEnd()
        })
      })
    }
    #untilEnd() {
      this.#later((this.getDuration() - this.getCurrentTime()) * 1000, () => {
        this.#halt()
        this.#base = this.getDuration()
        this.#turn(state.ended)
      })
    }
    playVideo() {
      stub.commands.push('playVideo')
      if (this.#state === state.ended) this.#base = 0
      if (this.#since === null) this.#start()
    }
    pauseVideo() {
      stub.commands.push('pauseVideo')
      if (this.#since === null) return
      this.#halt()
      this.#later(5, () => this.#turn(state.paused))
    }
    stopVideo() {
      stub.commands.push('stopVideo')
      this.#halt()
      this.#later(5, () => this.#turn(state.cued))
    }
    seekTo(seconds) {
      stub.commands.push(`seekTo ${seconds}`)
      const was = this.#since !== null
      this.#halt()
      this.#base = seconds
      if (was) this.#start()
    }
    finish(id) {
      if (id !== this.#id || this.#since === null) return false
      for (const timer of this.#timers) clearTimeout(timer)
      this.#since = performance.now()
      this.#base = this.getDuration() - 0.5
      this.#untilEnd()
      return true
    }
    loadVideoById({ videoId, startSeconds = 0 }) {
      stub.commands.push(`loadVideoById ${videoId}`)
      const before = this.#state
      this.#take(videoId, startSeconds)
      // Events of the previous video still arrive.
      this.#later(2, () => {
        if (before === state.playing) this.#emit('onStateChange', state.paused)
        this.#turn(state.unstarted)
        if (!this.#fail()) this.#start()
      })
    }
    cueVideoById({ videoId, startSeconds = 0 }) {
      stub.commands.push(`cueVideoById ${videoId}`)
      this.#take(videoId, startSeconds)
      this.#later(5, () => {
        this.#turn(state.cued)
        this.#fail()
      })
    }
    setVolume(percent) {
      stub.volume = percent
    }
    mute() {
      stub.muted = true
    }
    unMute() {
      stub.muted = false
    }
    getVolume() {
      return stub.volume
    }
    isMuted() {
      return stub.muted
    }
    getCurrentTime() {
      return this.#since === null ? this.#base : this.#base + (performance.now() - this.#since) / 1000
    }
    getDuration() {
      return this.#script === 'short' ? 2 : 100
    }
    getPlayerState() {
      return this.#state
    }
    destroy() {
      this.#halt()
      this.#gone = true
      players.delete(this)
      this.#frame.remove()
      stub.destroyed += 1
    }
  }

  window.YT = { Player }
  setTimeout(() => window.onYouTubeIframeAPIReady?.(), 10)
})()
