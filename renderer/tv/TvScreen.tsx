import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Provider, useSelector } from 'react-redux'
import type { Store } from '@reduxjs/toolkit'
import { isSlide, player, selectCurrentItem, selectIsPlaying, type PlayerClock, type Stage, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Controls } from './Controls.tsx'
import { moveFocus } from './focus.ts'
import { remoteKeyOf, type RemoteKey } from './keys.ts'
import { NowPlaying } from './NowPlaying.tsx'
import { SignOutDialog } from './SignOutDialog.tsx'
import { Slide } from './Slide.tsx'
import { UpNext } from './UpNext.tsx'
import { useDrift } from './useDrift.ts'
import { Product } from './Product.tsx'
import styles from './TvScreen.module.css'

/** The panel with titles and controls hides when no key was pressed for this time (ms): the picture fills the screen. */
const panelMs = 6000
/** Without playback and keys for this time (ms), the screen is dimmed. */
const dimMs = 300_000
/** Seconds by which the arrow keys seek. */
const stepSeconds = 10

export interface TvScreenProps {
  player: { store: Store<WithPlayer>; clock: PlayerClock; stage: Stage }
  /** Beside the name of the product: whose screen it is. */
  header: ReactNode
  /** Shown without a queue. */
  idle: { title: string; hint: string }
  /** Absent without a session. */
  onSignOut?: () => void
}

/** What a screen across the room plays, and what comes next. */
export const TvScreen = (props: TvScreenProps) => (
  <Provider store={props.player.store}>
    <Screen {...props} />
  </Provider>
)

function Screen({ player: { store, clock, stage }, header, idle, onSignOut }: TvScreenProps) {
  const [isLeaving, setLeaving] = useState(false)
  const [isShown, setShown] = useState(true)
  const [isDim, setDim] = useState(false)
  const [presses, setPresses] = useState(0)
  const panel = useRef<HTMLDivElement>(null)
  const dialog = useRef<HTMLDivElement>(null)
  const canHide = useSelector(selectCanHide)
  const isPlaying = useSelector(selectIsPlaying)
  const itemId = useSelector((state: WithPlayer) => selectCurrentItem(state)?.id)
  const isText = useSelector((state: WithPlayer) => {
    const item = selectCurrentItem(state)
    return item !== null && isSlide(item)
  })
  const isPanel = isShown || !canHide || isLeaving
  const isIdle = itemId === undefined
  const drift = useDrift()

  const seekBy = useCallback(
    (seconds: number) => {
      const { position } = clock.getSnapshot()
      store.dispatch(player.seek(Math.max(0, position + seconds)))
    },
    [store, clock],
  )

  // Each item is announced, except texts: a slide has its title and author.
  const [announced, setAnnounced] = useState(itemId)
  if (announced !== itemId) {
    setAnnounced(itemId)
    if (!isText) setShown(true)
  }
  useEffect(() => {
    if (!isShown || !canHide) return
    const timer = setTimeout(setShown, panelMs, false)
    return () => clearTimeout(timer)
  }, [isShown, canHide, presses, itemId])

  useEffect(() => {
    if (isPlaying) return
    const timer = setTimeout(setDim, dimMs, true)
    return () => {
      clearTimeout(timer)
      setDim(false)
    }
  }, [isPlaying, presses])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = remoteKeyOf(event)
      if (key === null) return
      setPresses((count) => count + 1)
      const scope = isLeaving ? dialog.current : panel.current
      if (handleKey(key, { event, scope, isPanel, isLeaving, canHide, dispatch: store.dispatch, seekBy, setShown, setLeaving }))
        event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isPanel, isLeaving, canHide, store, seekBy])

  // The control that the person needs first.
  useEffect(() => {
    if (isPanel && !isLeaving) panel.current?.querySelector<HTMLElement>('[data-first]:not(:disabled)')?.focus()
    else if (!isPanel && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }, [isPanel, isLeaving, isIdle])

  useStage(stage, isPanel)
  return (
    <main className={styles.screen} data-panel={isPanel} data-dim={isDim} onPointerMove={() => setShown(true)}>
      <Artwork isPanel={isPanel} />
      <Slide isPanel={isPanel} isBehindDialog={isLeaving} />
      <div ref={panel} className={styles.panel} style={drift} aria-hidden={isLeaving || undefined}>
        <header className={styles.header}>
          <Product />
          <p className={styles.owner}>{header}</p>
        </header>
        <UpNext />
        <NowPlaying clock={clock} idle={idle} />
        <Controls canPress={isPanel} {...(onSignOut && { onSignOut: () => setLeaving(true) })} />
      </div>
      {isLeaving && onSignOut && <SignOutDialog ref={dialog} onSignOut={onSignOut} onCancel={() => setLeaving(false)} />}
    </main>
  )
}

/** The panel hides only while there is a moving picture to look at, so that nothing stands still on the screen. */
const selectCanHide = (state: WithPlayer): boolean => {
  const item = selectCurrentItem(state)
  if (item === null || item.type === 'audio' || !selectIsPlaying(state)) return false
  // A text has nothing to load.
  return isSlide(item) || (state.player.phase === 'playing' && !state.player.offline)
}

interface KeyContext {
  event: KeyboardEvent
  /** The controls that the arrow keys reach. */
  scope: HTMLElement | null
  isPanel: boolean
  isLeaving: boolean
  canHide: boolean
  dispatch: (action: { type: string }) => unknown
  seekBy: (seconds: number) => void
  setShown: (isShown: boolean) => void
  setLeaving: (isLeaving: boolean) => void
}

/** Returns whether the key was used. Otherwise the browser handles it: "back" leaves the page where the panel cannot hide. */
function handleKey(key: RemoteKey, context: KeyContext): boolean {
  const { event, scope, isPanel, isLeaving, canHide, dispatch, seekBy, setShown, setLeaving } = context
  const media = mediaKeys(dispatch, seekBy)[key]
  if (media) {
    setShown(true)
    media()
    return true
  }
  if (key === 'back') {
    if (isLeaving) setLeaving(false)
    else if (isPanel && canHide) setShown(false)
    else return false
    return true
  }
  if (!isPanel) {
    setShown(true)
    if (key === 'ok') dispatch(player.toggle())
    else if (key === 'left' || key === 'right') seekBy(key === 'left' ? -stepSeconds : stepSeconds)
    return true
  }
  setShown(true)
  if (key === 'ok') return false
  const isSlider = (event.target as HTMLElement).getAttribute('role') === 'slider'
  if (isSlider && (key === 'left' || key === 'right')) seekBy(key === 'left' ? -stepSeconds : stepSeconds)
  else if (scope) moveFocus(scope, key as 'left' | 'right' | 'up' | 'down')
  return true
}

const mediaKeys = (dispatch: KeyContext['dispatch'], seekBy: (seconds: number) => void): Partial<Record<RemoteKey, () => void>> => ({
  playPause: () => void dispatch(player.toggle()),
  play: () => void dispatch(player.play()),
  pause: () => void dispatch(player.pause()),
  stop: () => void dispatch(player.pause()),
  next: () => void dispatch(player.next()),
  previous: () => void dispatch(player.previous()),
  forward: () => seekBy(stepSeconds),
  rewind: () => seekBy(-stepSeconds),
})

function place(element: HTMLElement, { isPanel, hasPicture }: { isPanel: boolean; hasPicture: boolean }): void {
  const { classList, dataset } = element
  element.setAttribute('role', 'region')
  element.setAttribute('aria-label', t.tv.picture)
  classList.add(styles.stage!)
  dataset['panel'] = String(isPanel)
  dataset['picture'] = String(hasPicture)
}

/** The stage lies beside the panel, never under it: YouTube's terms forbid to cover its player. */
function useStage(stage: Stage, isPanel: boolean): void {
  const hasPicture = useSelector((state: WithPlayer) => {
    const item = selectCurrentItem(state)
    return item !== null && item.type !== 'audio' && !isSlide(item) && state.player.deadItemId === null
  })
  useLayoutEffect(() => {
    place(stage.element, { isPanel, hasPicture })
  }, [stage, isPanel, hasPicture])
}

/** The picture of the item, where nothing moves: for audio, and while a video loads. */
function Artwork({ isPanel }: { isPanel: boolean }) {
  const image = useSelector((state: WithPlayer) => {
    const item = selectCurrentItem(state)
    return item === null || isSlide(item) ? undefined : (item.image ?? item.bead.image)
  })
  return image === undefined ? null : <img className={styles.artwork} data-panel={isPanel} src={image} alt="" />
}
