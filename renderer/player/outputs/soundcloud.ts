/** SoundCloud on its Widget API: one frame, one sound or set after the other. */
import type { LoadRequest, Output } from '../ports.ts'
import type { Failure } from './failures.ts'
import { createProviderOutput, drawFrame, ofStream, type FrameHooks, type Load, type ProviderPlayer } from './provider.ts'
import { loadSoundCloudApi, type Progress, type Sound, type SoundCloudApi } from './soundcloud-api.ts'

const page = 'https://w.soundcloud.com/player/'
/** Other widgets on the page, such as an embed in a text, must not pause this one, nor this one them: the engine decides. */
const options = { auto_play: false, single_active: false, visual: true, hide_related: true, show_teaser: false }
/** Milliseconds between two tries to jump to the start. */
const betweenJumps = 1000
/** The same between two questions for the volume. */
const betweenVolumes = 500
/** Milliseconds in which a widget says what it has; one that cannot is not worth waiting for. */
const patienceForAnswer = 1000
/**
 * A widget is listened to only once it is ready, and an error that came before was told to nobody: what is not heard
 * this long (ms) after is asked for, twice, since a widget on a slow line knows no sound at first.
 */
const patienceForSound = 3000

export function soundcloudAddress(uri: string): string {
  const query = new URLSearchParams({ url: uri })
  for (const [name, value] of Object.entries(options)) query.set(name, String(value))
  return `${page}?${query}`
}

/** An error says nothing of its reason, so it is what the widget knows of the sound. Deleted and private look alike. */
export function soundcloudFailure(sound: Sound | null): Failure {
  if (sound === null) return ofStream('gone')
  if (sound.policy === 'BLOCK') return ofStream('region')
  if (sound.embeddable_by !== undefined && sound.embeddable_by !== 'all') return ofStream('embedding-forbidden')
  if (sound.sharing === 'private') return ofStream('private')
  return ofStream('unknown')
}

function open(Widget: SoundCloudApi, host: HTMLElement, { stream }: LoadRequest, { up, down }: FrameHooks): ProviderPlayer {
  const frame = drawFrame(host, 'SoundCloud', soundcloudAddress(stream.uri))
  // `load` sets the frame's address, which would put every sound into the browser's history: Back would walk through them.
  Object.defineProperty(frame, 'src', {
    get: () => frame.getAttribute('src'),
    set: (address: string) => frame.contentWindow?.location.replace(address),
  })
  const widget = Widget(frame)
  const { READY, PLAY, PAUSE, FINISH, PLAY_PROGRESS, ERROR } = Widget.Events

  let named: string | null = stream.uri
  let load: Load | null = null
  /** The widget speaks of this sound, and no longer of the one before. */
  let fresh = false
  let isUp = false
  let begun = false
  /** Between `play` and `pause`, as the widget says; heard is what also progresses. */
  let runs = false
  let heard = false
  /** Seconds; where it has to jump to before it may be heard. */
  let target = 0
  let jumpedAt = 0
  let heardAt = 0
  let position = 0
  let duration = 0
  /** Of a set: how many sounds it has, and which one plays. */
  let sounds = 1
  let sound = 0

  const say: Load['say'] = (event) => { if (fresh) load?.say(event) }

  function applyVolume(): void {
    if (load === null) return
    const { volume, muted } = load.request
    // Silent until it has jumped to where it should begin: a widget jumps only while it plays.
    widget.setVolume(muted || target > 0 ? 0 : Math.round(volume * 100))
  }
  function jump(): void {
    const now = performance.now()
    if (now - jumpedAt < betweenJumps) return
    jumpedAt = now
    widget.seekTo(target * 1000)
  }

  function prepare(current: Load): void {
    fresh = true
    applyVolume()
    widget.getDuration((milliseconds) => {
      if (load !== current) return
      duration = milliseconds / 1000
      // Past its end there is nothing to begin at.
      if (duration > 0 && target >= duration) {
        target = 0
        applyVolume()
      }
      say({ type: 'ready', ...(duration > 0 && { duration }) })
    })
    if (current.wanted) play()
    askIfSilent(current, 2)
  }
  function askIfSilent(current: Load, times: number): void {
    setTimeout(() => {
      if (load !== current || runs || heard) return
      widget.getCurrentSound((sound) => {
        if (load !== current || runs || heard) return
        const failure = soundcloudFailure(sound)
        if (sound === null && times > 1) askIfSilent(current, times - 1)
        // Whoever has its secret link hears a private one, if late.
        else if (failure.code !== 'unknown' && failure.code !== 'private') current.say({ type: 'failed', ...failure })
      })
    }, patienceForSound)
  }
  function play(): void {
    begun = true
    widget.play()
  }

  function progressed({ currentPosition }: Progress): void {
    if (!fresh || !runs) return
    position = currentPosition / 1000
    if (target > 0) {
      if (position < target - 1) {
        jump()
        return
      }
      target = 0
      applyVolume()
    }
    if (!heard) {
      heard = true
      say({ type: 'playing' })
    }
    say({ type: 'time', position, duration })
    hear()
  }
  /** There is no event for it. */
  function hear(): void {
    const current = load
    const now = performance.now()
    if (now - heardAt < betweenVolumes) return
    heardAt = now
    widget.getVolume((percent) => { if (load === current && target === 0) current?.volumeIs(percent / 100, false) })
  }
  function paused(): void {
    if (!fresh || !runs) return
    runs = false
    const wasHeard = heard
    heard = false
    // It pauses when it ends, too.
    if (wasHeard && (duration === 0 || position < duration - 0.5)) say({ type: 'paused' })
  }
  /** A set goes on by itself: which sound it was is asked while that plays, since at its end it may be the next. */
  function lookAtSet(): void {
    const current = load
    const note = <T>(take: (answer: T) => void) => (answer: T) => { if (load === current) take(answer) }
    widget.getSounds(note(({ length }) => { sounds = length }))
    widget.getCurrentSoundIndex(note((at) => { sound = at }))
    widget.getDuration(note((milliseconds) => { duration = milliseconds / 1000 }))
  }
  function finished(): void {
    if (!fresh) return
    heard = false
    if (sound >= sounds - 1) say({ type: 'ended' })
  }
  function failed(): void {
    const current = load
    let told = false
    const tell = (failure: Failure) => {
      if (told) return
      told = true
      if (!isUp) down(failure)
      else current?.say({ type: 'failed', ...failure })
    }
    widget.getCurrentSound((sound) => tell(soundcloudFailure(sound)))
    setTimeout(() => tell(ofStream('unknown')), patienceForAnswer)
  }

  widget.bind(READY, () => {
    isUp = true
    up()
  })
  widget.bind(PLAY, () => {
    if (!fresh) return
    runs = true
    if (target > 0) jump()
    if (load?.request.stream.uri.includes('/sets/') === true) lookAtSet()
  })
  widget.bind(PAUSE, paused)
  widget.bind(FINISH, finished)
  widget.bind(PLAY_PROGRESS, progressed)
  widget.bind(ERROR, failed)

  function forget(): void {
    load = null
    fresh = begun = runs = heard = false
    target = position = duration = jumpedAt = sound = 0
    sounds = 1
  }

  return {
    show(next) {
      forget()
      load = next
      const { stream: { uri }, startTime = 0 } = next.request
      target = startTime
      const first = uri === named
      named = null
      if (first) prepare(next)
      else widget.load(uri, { ...options, callback: () => { if (load === next) prepare(next) } })
    },
    play: () => void (fresh && play()),
    pause: () => void (fresh && widget.pause()),
    seek(to) {
      if (!begun || target > 0) target = to
      else widget.seekTo(to * 1000)
    },
    setVolume: applyVolume,
    stop() {
      forget()
      widget.pause()
    },
    destroy() {
      forget()
      // Their script keeps every widget that it made; at least ours goes with its listeners.
      for (const event of Object.values(Widget.Events)) widget.unbind(event)
    },
  }
}

export function create(host: HTMLElement): Output {
  return createProviderOutput<SoundCloudApi>({
    id: 'soundcloud',
    fetch: loadSoundCloudApi,
    missing: { code: 'blocked', scope: 'network' },
    open,
    outlivesFailure: false,
    pictureInPicture: false,
  }, host)
}
