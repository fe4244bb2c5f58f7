/*
 * A stub of https://geo.dailymotion.com/libs/player/{player id}.js with autoplay, which is the default.
 * The first word of an id selects the behaviour:
 *
 *   xplays    100 s                     xshort   2 s
 *   xnext     2 s, then the player starts another video
 *   xerror    fails with the code of its digits: xerror007
 *   xsilent   never starts              xad      starts with an ad of a second
 *   xrefuses  the browser refuses the first play           xsulks   the same, without an error
 *   xmuted    the browser allows it only without sound     xtab     not in a hidden tab, the first time
 *   xfails    creating the player fails
 */
;(() => {
  const events = {
    AD_PLAY: 'ad_play',
    AD_PAUSE: 'ad_pause',
    PLAYER_ERROR: 'error',
    PLAYER_PLAYBACKPERMISSION: 'playback_resolution',
    PLAYER_VIDEOCHANGE: 'videochange',
    PLAYER_VOLUMECHANGE: 'volumechange',
    VIDEO_PLAY: 'play',
    VIDEO_PLAYING: 'playing',
    VIDEO_PAUSE: 'pause',
    VIDEO_BUFFERING: 'waiting',
    VIDEO_END: 'video_end',
    VIDEO_TIMECHANGE: 'timeupdate',
  }
  const stub = { made: 0, destroyed: 0, playing: 0, plays: 0, audible: [], videos: [], volume: null, muted: null }
  window.dailymotionStub = stub

  class Player {
    #listeners = {}
    #reel = null
    #word = ''
    #tries = 0
    #error = null
    #permission = 'allowed'
    #container

    constructor(container, { video, referrerPolicy, params }) {
      if (referrerPolicy !== 'strict-origin-when-cross-origin') throw new Error('It would be shown without a Referer')
      stub.made += 1
      stub.muted = params.mute ?? false
      this.#container = container
      const frame = document.createElement('iframe')
      frame.src = `https://geo.dailymotion.com/player/xtest1.html?video=${video}`
      container.append(frame)
      this.#take(video, params.startTime ?? 0)
    }
    #take(video, startTime) {
      stub.videos.push(video)
      this.#reel?.close()
      this.#word = /^x[a-z]+/.exec(video)[0]
      this.video = video
      this.#tries = 0
      this.#error = null
      const emit = (event) => this.#emit(event)
      this.#reel = new Reel(['xshort', 'xnext'].includes(this.#word) ? 2 : 100, {
        playing: () => {
          emit(events.VIDEO_PLAY)
          emit(events.VIDEO_PLAYING)
        },
        ticked: () => {
          if (!stub.muted) stub.audible.push([this.video, this.#reel.position])
          emit(events.VIDEO_TIMECHANGE)
        },
        paused: () => emit(events.VIDEO_PAUSE),
        ended: () => {
          emit(events.VIDEO_END)
          if (this.#word === 'xnext') setTimeout(() => this.loadContent({ video: 'xplays9' }), 300)
        },
      })
      this.#reel.seek(startTime)
      setTimeout(() => {
        if (this.#word !== 'xerror') {
          this.#emit(events.PLAYER_VIDEOCHANGE)
          this.play()
          return
        }
        this.#error = { code: `DM${video.slice(6)}`, title: 'An error', message: 'Words' }
        this.#emit(events.PLAYER_ERROR)
      }, 30)
    }
    #state() {
      return {
        videoId: this.video,
        videoTime: this.#reel.position,
        videoDuration: this.#reel.duration,
        playerIsPlaying: this.#reel.running,
        playerError: this.#error,
        playerPlaybackPermissionReason: this.#permission,
      }
    }
    #emit(event) {
      const state = this.#state()
      for (const listener of this.#listeners[event] ?? []) setTimeout(listener, 1, state)
    }
    #permit(reason) {
      this.#permission = reason
      this.#emit(events.PLAYER_PLAYBACKPERMISSION)
    }
    on(event, listener) {
      if (!event) throw new Error('There is no such event')
      ;(this.#listeners[event] ??= []).push(listener)
    }
    getState() {
      return new Promise((resolve) => setTimeout(() => resolve(this.#state()), 5))
    }
    loadContent({ video, startTime = 0 }) {
      setTimeout(() => this.#take(video, startTime), 10)
    }
    play() {
      stub.plays += 1
      this.#tries += 1
      // Before a user gesture, it tries to play once by itself and once on request.
      const untouched = this.#tries <= 2
      if (['xerror', 'xsilent'].includes(this.#word) || (this.#word === 'xsulks' && untouched)) return
      if (this.#word === 'xrefuses' && untouched) return this.#permit('rejectedByBrowser')
      if (this.#word === 'xtab' && untouched) return this.#permit('rejectedInactiveTab')
      if (this.#word === 'xmuted' && untouched) {
        stub.muted = true
        this.#permit('allowedFallbackMuted')
      } else this.#permit('allowed')
      if (this.#word === 'xad' && this.#tries === 1) {
        this.#emit(events.AD_PLAY)
        setTimeout(() => this.#reel.play(), 1000)
      } else if (this.#word !== 'xad') this.#reel.play()
    }
    pause() {
      this.#reel.pause()
    }
    seek(seconds) {
      this.#reel.seek(seconds)
    }
    setVolume(volume) {
      stub.volume = volume
    }
    setMute(muted) {
      stub.muted = muted
    }
    destroy() {
      this.#reel.close()
      this.#container.replaceChildren()
      stub.destroyed += 1
    }
  }

  const early = window.dailymotion?.onScriptLoaded
  window.dailymotion = {
    events,
    async createPlayer(id, settings) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      if (settings.video.startsWith('xfails')) throw new Error('This player does not exist')
      return new Player(document.getElementById(id), settings)
    },
  }
  early?.()
})()
