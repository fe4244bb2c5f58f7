/**
 * Dailymotion on its Web SDK, by the player id of whoever runs this Strand. What that player does by itself
 * (begin, go on to another video, begin without sound) is set in their account, so it is undone here.
 */
import type { FailureCode } from '../failures.ts'
import type { LoadRequest, Output } from '../ports.ts'
import { dailymotionLoader, type DailymotionApi, type DailymotionPlayer, type DailymotionState } from './dailymotion-api.ts'
import type { Failure } from './failures.ts'
import { dailymotionPlayerId } from './formats.ts'
import { createProviderOutput, ofStream, type FrameHooks, type Load, type ProviderPlayer } from './provider.ts'

const failures: Readonly<Record<string, FailureCode>> = {
  DM001: 'invalid',
  DM002: 'gone',
  // Live, and not on air.
  DM003: 'unsupported',
  // Taken down: copyright, terms of use.
  DM004: 'gone',
  DM005: 'gone',
  // Not published or not encoded yet, or its encoding failed.
  DM006: 'undecodable',
  DM007: 'region',
  // Explicit, which no other site may show.
  DM008: 'embedding-forbidden',
  DM009: 'embedding-forbidden',
  DM010: 'private',
  DM011: 'undecodable',
  DM012: 'undecodable',
  DM013: 'undecodable',
  // Not for this kind of device.
  DM014: 'unsupported',
  DM015: 'embedding-forbidden',
  DM016: 'embedding-forbidden',
  // Of an inactive channel.
  DM019: 'private',
}

export function dailymotionFailure(error: unknown): Failure {
  const [code] = /DM\d{3}/.exec(JSON.stringify(error) ?? '') ?? []
  return ofStream(failures[code ?? ''] ?? 'unknown')
}

/** The SDK finds its container by its id. */
let containers = 0

function open(api: DailymotionApi, host: HTMLElement, request: LoadRequest, { up, down }: FrameHooks): ProviderPlayer {
  const container = document.createElement('div')
  container.id = `dailymotion-${++containers}`
  Object.assign(container.style, { width: '100%', height: '100%' })
  host.replaceChildren(container)

  let player: DailymotionPlayer | null = null
  let destroyed = false
  let named: string | null = request.stream.uri
  let load: Load | null = null
  /** The video is in the frame. */
  let there = false
  let begun = false
  /** A beginning that nobody asked for was undone. */
  let undone = false

  const isCurrent = ({ videoId }: DailymotionState) => there && load !== null && (videoId === undefined || videoId === load.request.stream.uri)
  const say = (state: DailymotionState, event: Parameters<Load['say']>[0]) => { if (isCurrent(state)) load?.say(event) }

  function applyVolume(): void {
    if (load === null || player === null) return
    const { volume, muted } = load.request
    player.setVolume(volume)
    // It may begin by itself, and is paused a moment later: that moment must not be heard.
    player.setMute(muted || !(load.wanted || begun))
  }
  function play(): void {
    applyVolume()
    player?.play()
  }
  function arrived(current: Load, duration = 0): void {
    there = true
    applyVolume()
    current.say({ type: 'ready', ...(duration > 0 && { duration }) })
    if (current.wanted) play()
    else player?.pause()
  }

  function runs(state: DailymotionState): void {
    if (!isCurrent(state) || (load?.wanted === false && !begun && !undone)) {
      // The second time it is the person, in the frame.
      undone ||= isCurrent(state)
      player?.pause()
      return
    }
    if (!begun) {
      begun = true
      applyVolume()
    }
    say(state, { type: 'playing' })
  }
  function permitted(state: DailymotionState): void {
    const { playerPlaybackPermissionReason: reason } = state
    const silenced = reason === 'allowedFallbackMuted' && load?.request.muted === false
    if (silenced) player?.pause()
    if (silenced || reason === 'rejectedByBrowser') load?.say({ type: 'autoplayBlocked' })
  }
  /** In a hidden tab it does not begin, and does not do so by itself when the tab is seen. */
  function seen(): void {
    if (!document.hidden && load?.wanted === true && there && !begun) play()
  }

  function listen(to: DailymotionPlayer): void {
    const { events } = api
    to.on(events.VIDEO_PLAYING, runs)
    // An ad is not the video, but somebody hears something.
    to.on(events.AD_PLAY, runs)
    to.on(events.AD_PAUSE, (state) => say(state, { type: 'paused' }))
    to.on(events.VIDEO_BUFFERING, (state) => say(state, { type: 'buffering' }))
    to.on(events.VIDEO_TIMECHANGE, (state) => {
      // One that began by itself did so before anyone listened.
      if (!begun && load?.wanted === true && state.playerIsPlaying === true) runs(state)
      if (begun) say(state, { type: 'time', position: state.videoTime ?? 0, duration: state.videoDuration ?? 0 })
    })
    to.on(events.VIDEO_PAUSE, (state) => {
      const { videoTime = 0, videoDuration = Infinity } = state
      // It pauses when it ends, too.
      if (begun && videoTime < videoDuration - 0.3) say(state, { type: 'paused' })
    })
    to.on(events.VIDEO_END, (state) => { if (begun) say(state, { type: 'ended' }) })
    to.on(events.PLAYER_VIDEOCHANGE, (state) => {
      if (load === null || there || state.videoId !== load.request.stream.uri) return
      arrived(load, state.videoDuration)
    })
    to.on(events.PLAYER_VOLUMECHANGE, (state) => {
      const { playerVolume, playerIsMuted = false } = state
      if (begun && playerVolume !== undefined && isCurrent(state)) load?.volumeIs(playerVolume, playerIsMuted)
    })
    to.on(events.PLAYER_PLAYBACKPERMISSION, permitted)
    to.on(events.PLAYER_ERROR, ({ playerError }) => load?.say({ type: 'failed', ...dailymotionFailure(playerError) }))
  }

  api.createPlayer(container.id, {
    video: request.stream.uri,
    referrerPolicy: 'strict-origin-when-cross-origin',
    params: { ...(request.startTime !== undefined && { startTime: request.startTime }), mute: request.muted || !request.autoplay },
  }).then((made) => {
    player = made
    if (destroyed) {
      made.destroy()
      return
    }
    listen(made)
    up()
  }, (error: unknown) => {
    // Its container was taken from under it.
    if (destroyed) return
    console.error('Dailymotion made no player. Check DAILYMOTION_PLAYER_ID and the domains its player may be shown on; the video is not to blame.', error)
    down({ code: 'misconfigured', scope: 'config' })
  })
  document.addEventListener('visibilitychange', seen)

  return {
    show(next) {
      load = next
      there = begun = undone = false
      const { stream: { uri }, startTime = 0 } = next.request
      const first = uri === named
      named = null
      applyVolume()
      if (!first) {
        player?.loadContent({ video: uri, startTime })
        return
      }
      // An error of before anyone listened is only in the state.
      player?.getState().then(({ playerError, videoDuration }) => {
        if (load !== next || there) return
        if (playerError) next.say({ type: 'failed', ...dailymotionFailure(playerError) })
        else arrived(next, videoDuration)
      }, () => undefined)
    },
    play: () => { if (there) play() },
    pause: () => { if (there) player?.pause() },
    seek: (position) => player?.seek(position),
    setVolume: applyVolume,
    stop() {
      load = null
      player?.setMute(true)
      player?.pause()
    },
    destroy() {
      load = null
      destroyed = true
      document.removeEventListener('visibilitychange', seen)
      player?.destroy()
    },
  }
}

export function create(host: HTMLElement): Output {
  return createProviderOutput<DailymotionApi>({
    id: 'dailymotion',
    fetch: dailymotionLoader(dailymotionPlayerId() ?? ''),
    missing: { code: 'blocked', scope: 'network' },
    open,
    outlivesFailure: false,
    pictureInPicture: false,
  }, host)
}
