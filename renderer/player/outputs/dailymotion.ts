/**
 * The output for Dailymotion, on its Web SDK, with the player id of the operator's account. That account configures
 * whether the player starts by itself, continues with another video or starts muted; this output reverts all three.
 */
import type { FailureCode } from '../failures.ts'
import type { LoadRequest, Output } from '../ports.ts'
import { dailymotionLoader, type DailymotionApi, type DailymotionPlayer, type DailymotionState } from './dailymotion-api.ts'
import type { Failure } from './failures.ts'
import { dailymotionPlayerId } from './formats.ts'
import { createProviderOutput, ofStream, type FrameHooks, type Load, type ProviderPlayer } from './provider.ts'

/** Failures by the SDK's error code. */
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
  // Explicit: no other site may show it.
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

class DailymotionVideo implements ProviderPlayer {
  private readonly events: DailymotionApi['events']
  private player: DailymotionPlayer | null = null
  private isDestroyed = false
  /** The video that the player is created with. */
  private firstUri: string | null
  private current: Load | null = null
  /** The frame has loaded the current video. */
  private isLoaded = false
  private hasStarted = false
  /** The player started by itself, and this output paused it. */
  private isStartUndone = false

  constructor(api: DailymotionApi, host: HTMLElement, request: LoadRequest, hooks: FrameHooks) {
    this.events = api.events
    this.firstUri = request.stream.uri
    const container = document.createElement('div')
    container.id = `dailymotion-${++containers}`
    Object.assign(container.style, { width: '100%', height: '100%' })
    host.replaceChildren(container)
    this.createPlayer(api, container.id, request, hooks)
    document.addEventListener('visibilitychange', this.onVisibilityChange)
  }

  show(next: Load): void {
    this.current = next
    this.isLoaded = this.hasStarted = this.isStartUndone = false
    const {
      stream: { uri },
      startTime = 0,
    } = next.request
    const isFirst = uri === this.firstUri
    this.firstUri = null
    this.setVolume()
    if (!isFirst) {
      this.player?.loadContent({ video: uri, startTime })
      return
    }
    // An error that occurred before the listeners were added is only in the state.
    this.player?.getState().then(
      ({ playerError, videoDuration }) => {
        if (this.current !== next || this.isLoaded) return
        if (playerError) next.emit({ type: 'failed', ...dailymotionFailure(playerError) })
        else this.onLoaded(next, videoDuration)
      },
      () => undefined,
    )
  }
  play(): void {
    if (this.isLoaded) this.startPlaying()
  }
  pause(): void {
    if (this.isLoaded) this.player?.pause()
  }
  seek(position: number): void {
    this.player?.seek(position)
  }
  setVolume(): void {
    if (this.current === null || this.player === null) return
    const {
      shouldPlay,
      request: { volume, muted },
    } = this.current
    this.player.setVolume(volume)
    // The player may start by itself until it is paused: mute it for that time.
    this.player.setMute(muted || !(shouldPlay || this.hasStarted))
  }
  stop(): void {
    this.current = null
    this.player?.setMute(true)
    this.player?.pause()
  }
  destroy(): void {
    this.current = null
    this.isDestroyed = true
    document.removeEventListener('visibilitychange', this.onVisibilityChange)
    this.player?.destroy()
  }

  private createPlayer(api: DailymotionApi, containerId: string, request: LoadRequest, { up, down }: FrameHooks): void {
    const { startTime, muted, autoplay, stream } = request
    api
      .createPlayer(containerId, {
        video: stream.uri,
        referrerPolicy: 'strict-origin-when-cross-origin',
        params: { ...(startTime !== undefined && { startTime }), mute: muted || !autoplay },
      })
      .then(
        (player) => {
          this.player = player
          if (this.isDestroyed) {
            player.destroy()
            return
          }
          this.listen(player)
          up()
        },
        (error: unknown) => {
          // `destroy` removed its container.
          if (this.isDestroyed) return
          console.error(
            'Dailymotion created no player. Check DAILYMOTION_PLAYER_ID and the domains that its player allows; the video is not the cause.',
            error,
          )
          down({ code: 'misconfigured', scope: 'config' })
        },
      )
  }

  private listen(player: DailymotionPlayer): void {
    const { events } = this
    player.on(events.VIDEO_PLAYING, (state) => this.onPlaying(state))
    // An advertisement is audible, so it counts as playing.
    player.on(events.AD_PLAY, (state) => this.onPlaying(state))
    player.on(events.AD_PAUSE, (state) => this.emitFor(state, { type: 'paused' }))
    player.on(events.VIDEO_BUFFERING, (state) => this.emitFor(state, { type: 'buffering' }))
    player.on(events.VIDEO_TIMECHANGE, (state) => {
      // It may have started before the listeners were added.
      if (!this.hasStarted && this.current?.shouldPlay === true && state.playerIsPlaying === true) this.onPlaying(state)
      if (this.hasStarted) this.emitFor(state, { type: 'time', position: state.videoTime ?? 0, duration: state.videoDuration ?? 0 })
    })
    player.on(events.VIDEO_PAUSE, (state) => {
      const { videoTime = 0, videoDuration = Infinity } = state
      // The player also reports a pause at the end, up to 0.3 s before it.
      if (this.hasStarted && videoTime < videoDuration - 0.3) this.emitFor(state, { type: 'paused' })
    })
    player.on(events.VIDEO_END, (state) => {
      if (this.hasStarted) this.emitFor(state, { type: 'ended' })
    })
    player.on(events.PLAYER_VIDEOCHANGE, (state) => {
      const { current } = this
      if (current === null || this.isLoaded || state.videoId !== current.request.stream.uri) return
      this.onLoaded(current, state.videoDuration)
    })
    player.on(events.PLAYER_VOLUMECHANGE, (state) => {
      const { playerVolume, playerIsMuted = false } = state
      if (this.hasStarted && playerVolume !== undefined && this.isCurrent(state)) this.current?.volumeIs(playerVolume, playerIsMuted)
    })
    player.on(events.PLAYER_PLAYBACKPERMISSION, (state) => this.onPermission(state))
    player.on(events.PLAYER_ERROR, ({ playerError }) => this.current?.emit({ type: 'failed', ...dailymotionFailure(playerError) }))
  }

  private isCurrent({ videoId }: DailymotionState): boolean {
    return this.isLoaded && this.current !== null && (videoId === undefined || videoId === this.current.request.stream.uri)
  }
  private emitFor(state: DailymotionState, event: Parameters<Load['emit']>[0]): void {
    if (this.isCurrent(state)) this.current?.emit(event)
  }
  private startPlaying(): void {
    this.setVolume()
    this.player?.play()
  }
  private onLoaded(load: Load, duration = 0): void {
    this.isLoaded = true
    this.setVolume()
    load.emit({ type: 'ready', ...(duration > 0 && { duration }) })
    if (load.shouldPlay) this.startPlaying()
    else this.player?.pause()
  }
  private onPlaying(state: DailymotionState): void {
    if (!this.isCurrent(state) || (this.current?.shouldPlay === false && !this.hasStarted && !this.isStartUndone)) {
      // The first unwanted start is the player's own and is undone. A second one is a press in the frame.
      this.isStartUndone ||= this.isCurrent(state)
      this.player?.pause()
      return
    }
    if (!this.hasStarted) {
      this.hasStarted = true
      this.setVolume()
    }
    this.emitFor(state, { type: 'playing' })
  }
  private onPermission({ playerPlaybackPermissionReason: reason }: DailymotionState): void {
    const isSilenced = reason === 'allowedFallbackMuted' && this.current?.request.muted === false
    if (isSilenced) this.player?.pause()
    if (isSilenced || reason === 'rejectedByBrowser') this.current?.emit({ type: 'autoplayBlocked' })
  }
  /** The player does not start in a hidden tab, and needs another command once the tab is visible. */
  private readonly onVisibilityChange = (): void => {
    if (!document.hidden && this.current?.shouldPlay === true && this.isLoaded && !this.hasStarted) this.startPlaying()
  }
}

export function create(host: HTMLElement): Output {
  return createProviderOutput<DailymotionApi>(
    {
      id: 'dailymotion',
      fetch: dailymotionLoader(dailymotionPlayerId() ?? ''),
      missing: { code: 'blocked', scope: 'network' },
      open: (api, host, request, hooks) => new DailymotionVideo(api, host, request, hooks),
      outlivesFailure: false,
      pictureInPicture: false,
    },
    host,
  )
}
