/** The stage and the controls of a widget, as plain elements that follow the state of the engine. */
import { clockTime } from '#contract/pages/clockTime.ts'
import {
  canSetVolume,
  player,
  selectCanNext,
  selectCanPrevious,
  selectCurrentItem,
  selectIsPlaying,
  selectIsWaiting,
} from '#player/index.ts'
import type { PlayerClock, PlayerState, QueueItem, WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { externalLink, iconButton, make, relabel } from './dom.ts'

/** Seconds that an arrow key moves the position. */
const stepSeconds = 5

interface ControlsOptions {
  store: { getState(): WithPlayer; dispatch: (action: { type: string }) => unknown }
  clock: PlayerClock
  hrefOf(postId: string): string
  /** Opens the pop-up; null in a pop-up. */
  onPopup: (() => void) | null
}

export interface Controls {
  stageBox: HTMLElement
  bar: HTMLElement
  render(): void
}

function createSlider(className: string, label: string, max: number, step: string): HTMLInputElement {
  const slider = make('input', className)
  Object.assign(slider, { type: 'range', min: '0', max: String(max), step, value: '0' })
  slider.setAttribute('aria-label', label)
  return slider
}

function setSlider(slider: HTMLInputElement, value: number, text: string): void {
  const max = Number(slider.max)
  slider.value = String(value)
  slider.style.setProperty('--at', `${max > 0 ? (100 * value) / max : 0}%`)
  slider.setAttribute('aria-valuetext', text)
}

function createSeek({ store, clock }: ControlsOptions) {
  const slider = createSlider('seek', t.widget.seek, 0, 'any')
  const [now, whole] = [make('span', ''), make('span', '')]
  let isDragged = false

  function show(position: number, duration: number): void {
    now.textContent = clockTime(position)
    whole.textContent = duration > 0 ? clockTime(duration) : ''
    slider.disabled = duration <= 0
    slider.max = String(duration)
    setSlider(slider, Math.min(position, duration), t.widget.position(clockTime(position), clockTime(duration)))
  }
  function render(): void {
    const { position, duration } = clock.getSnapshot()
    if (!isDragged) show(position, Number.isFinite(duration) ? duration : 0)
  }
  slider.addEventListener('input', () => {
    isDragged = true
    show(Number(slider.value), Number(slider.max))
  })
  slider.addEventListener('change', () => {
    isDragged = false
    store.dispatch(player.seek(Number(slider.value)))
  })
  slider.addEventListener('keydown', (event) => {
    const isRightToLeft = getComputedStyle(slider).direction === 'rtl'
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const { position, duration } = clock.getSnapshot()
    const to = position + (event.key === forward ? stepSeconds : -stepSeconds)
    store.dispatch(player.seek(Math.min(Math.max(to, 0), duration)))
  })
  clock.subscribe(render)
  render()
  return [now, slider, whole]
}

function createVolume({ store }: ControlsOptions) {
  const mute = iconButton('key', 'loud', t.widget.mute, () => store.dispatch(player.setMuted(!store.getState().player.muted)))
  const slider = createSlider('loud', t.widget.volume, 1, '0.05')
  slider.addEventListener('input', () => store.dispatch(player.setVolume(Number(slider.value))))
  void canSetVolume().then((canSet) => {
    slider.hidden = !canSet
  })
  return {
    elements: [mute, slider],
    render({ volume, muted }: PlayerState) {
      relabel(mute, muted ? 'muted' : 'loud', muted ? t.widget.unmute : t.widget.mute)
      setSlider(slider, muted ? 0 : volume, `${Math.round((muted ? 0 : volume) * 100)}%`)
    },
  }
}

/** Whether the current medium has no picture, so that the stage is not needed. */
const isSound = ({ playing }: PlayerState, item: QueueItem): boolean =>
  item.type === 'audio' && (playing === null || playing.output === 'file' || playing.output === 'hosted')

/** What prevents playback, with the page of the medium if only that helps. */
function noticeOf(state: PlayerState, item: QueueItem): (Node | string)[] {
  if (state.deadItemId !== null) {
    const [stream] = item.streams
    const link = stream === undefined ? [] : [' ', externalLink(stream.href, '', t.widget.openAt(item.source ?? new URL(stream.href).host))]
    return [t.widget.dead(item.title), ...link]
  }
  if (state.needsGesture) return [t.widget.gesture]
  if (state.offline) return [t.widget.offline]
  return state.unreachable ? [t.widget.unreachable] : []
}

export function createControls(options: ControlsOptions): Controls {
  const { store, hrefOf, onPopup } = options
  const stageBox = make('section', 'stage')
  stageBox.setAttribute('aria-label', t.widget.stage)
  const cover = make('img', '')
  cover.alt = ''
  const title = externalLink('', '')
  const creator = make('small', '')
  const previous = iconButton('key', 'previous', t.widget.previous, () => store.dispatch(player.previous()))
  const toggle = iconButton('key toggle', 'play', t.widget.play, () => store.dispatch(player.toggle()))
  const next = iconButton('key', 'next', t.widget.next, () => store.dispatch(player.next()))
  const volume = createVolume(options)
  const notice = make('p', 'notice')
  notice.setAttribute('role', 'status')
  const announcement = make('p', 'name')
  announcement.setAttribute('role', 'status')
  const popup = onPopup === null ? [] : [iconButton('key', 'popup', t.widget.popup, onPopup)]
  const bar = make(
    'section',
    'bar',
    make('div', 'now', cover, make('div', 'words', make('b', '', title), creator)),
    make('div', 'keys', previous, toggle, next),
    make('div', 'more', ...createSeek(options), ...volume.elements, ...popup),
    notice,
    announcement,
  )
  bar.setAttribute('aria-label', t.widget.player)
  let shownItem: QueueItem | null = null
  let shownNotice = ''

  function renderItem(item: QueueItem): void {
    if (item === shownItem) return
    shownItem = item
    title.textContent = title.title = item.title
    title.href = hrefOf(item.postId)
    creator.textContent = item.creator
    cover.hidden = item.image === undefined
    if (item.image !== undefined) cover.src = item.image
  }

  function render(): void {
    const state = store.getState()
    const item = selectCurrentItem(state)
    if (item === null) return
    const isPlaying = selectIsPlaying(state)
    renderItem(item)
    stageBox.hidden = isSound(state.player, item)
    // In a wide window, the picture of the playlist fills the place of a missing stage.
    document.documentElement.toggleAttribute('data-stage', !stageBox.hidden)
    relabel(toggle, isPlaying ? 'pause' : 'play', isPlaying ? t.widget.pause : t.widget.play)
    toggle.toggleAttribute('data-waiting', selectIsWaiting(state))
    previous.disabled = !selectCanPrevious(state)
    next.disabled = !selectCanNext(state)
    volume.render(state.player)
    const words = noticeOf(state.player, item)
    const key = item.id + words.map((word) => (typeof word === 'string' ? word : word.textContent)).join('')
    if (key !== shownNotice) notice.replaceChildren(...words)
    shownNotice = key
    const message = state.player.phase === 'playing' ? t.widget.playing(item.title) : ''
    if (announcement.textContent !== message) announcement.textContent = message
  }
  return { stageBox, bar, render }
}
