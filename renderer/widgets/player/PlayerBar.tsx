import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { loadPreload, player, selectCurrentItem, type Mode, type PlayerClock, type QueueItem, type Stage } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { useNoticeHold } from '#ui/notices.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { Announcement } from './Announcement.tsx'
import { BarEnd } from './BarEnd.tsx'
import { Hint } from './Hint.tsx'
import { loadQueue } from './loadQueue.ts'
import { streamNote } from './names.ts'
import { NowPlaying } from './NowPlaying.tsx'
import { SlideIn } from './SlideIn.tsx'
import { Screen } from './Screen.tsx'
import { Seek } from './Seek.tsx'
import { Transport } from './Transport.tsx'
import { useFullscreen } from './useFullscreen.ts'
import { useIdle } from './useIdle.ts'
import { useInertPage, useRetainedFocus, useModeRules } from './useModes.ts'
import { useNarrow } from './useMedia.ts'
import { useTimedTrue } from './useTimedTrue.ts'
import { usePlayer } from './usePlayer.ts'
import { useInset, useStage } from './useStage.ts'
import { useToastRoom } from './useToastRoom.ts'
import { isForeign, canShowInline } from './inline.ts'
import { useInline } from './useInline.ts'
import { hasStatus, needsTap } from './status.ts'
import styles from './PlayerBar.module.css'

const Details = lazyComponent(() => import('./Details.tsx'))
const QueuePanel = lazyComponent(loadQueue)

interface PlayerBarProps {
  clock: PlayerClock
  stage: Stage
}

/** The player: a bar at the bottom of the page and the area in which media are shown. */
export default function PlayerBar(props: PlayerBarProps) {
  const item = useSelector(selectCurrentItem)
  const { mode } = usePlayer()
  useEffect(() => {
    // After a reload the item is restored but not loaded yet.
    if (item)
      loadPreload().then(
        ({ preloadTrack }) => preloadTrack(item),
        () => undefined,
      )
  }, [item])
  return item && mode !== 'hidden' ? <DockedPlayer {...props} item={item} mode={mode} /> : null
}

/** Duration of the fullscreen hint, and idle time until the bar hides, in ms (B9). */
const hintMs = 2000
const idleMs = 2500
/** Milliseconds after which a provider's frame is shown although it is still loading: it may require a tap inside. */
const frameTimeoutMs = 3000

function DockedPlayer({ clock, stage, item, mode }: PlayerBarProps & { item: QueueItem; mode: Mode }) {
  const dispatch = useDispatch()
  const state = usePlayer()
  const narrow = useNarrow()
  const [section, placeholder] = [useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)]
  const panel = useRef<HTMLDivElement>(null)
  const [strip, slideIn] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  // Narrow windows: the maximised player stays a bar at the bottom until its details are opened.
  const [unfolded, setUnfolded] = useState(false)
  const [queueOpen, setQueueOpen] = useState(false)
  const setMode = (next: Mode) => dispatch(player.setMode(next))

  const isFullscreen = mode === 'fullscreen'
  const open = mode === 'regular' && (!narrow || unfolded)
  const coversPage = isFullscreen || open
  const idle = useIdle(isFullscreen && state.phase === 'playing', idleMs)
  const showsHint = useTimedTrue(isFullscreen, hintMs)
  // Provider terms: nothing may overlay their player, so the picture shrinks for the bar and the hint.
  const foreign = isForeign(state.playing)
  const makesRoom = isFullscreen && foreign && !idle
  const silentPicture = item.type === 'audio' && state.playing?.output === 'hosted'
  const hasCover = hasStatus(state)
  const visual = state.playing !== null && !silentPicture && !hasCover
  const loading = foreign && state.phase === 'loading'
  const isRecentlyLoading = useTimedTrue(loading, frameTimeoutMs)
  const visible = visual && (state.phase === 'playing' || state.phase === 'stopped' || (loading && !isRecentlyLoading))
  // Audio has no picture to watch; its artwork stays behind the bar until hover or focus.
  const isTucked = mode === 'floating' && item.type === 'audio' && !foreign && !hasCover

  // The now-playing text has an additional line.
  const hasNote =
    state.resumedFrom !== null ||
    needsTap(state) ||
    (state.playing !== null && streamNote(item, state.playing, state.failures)?.fellBack === true)
  const queue = queueOpen && !isFullscreen && <QueuePanel onClose={() => setQueueOpen(false)} />
  const fold = () => {
    if (!narrow) return setMode(mode === 'floating' ? 'regular' : 'floating')
    setQueueOpen(false)
    setUnfolded(!unfolded)
  }
  const layout = [mode, narrow, open, makesRoom, makesRoom && showsHint, hasNote].join(' ')
  const canInline = canShowInline({ mode, open, queueOpen, pip: state.pip, visual })
  const inline = useInline({ enabled: canInline, foreign, section, above: [strip, slideIn] })
  useStage(stage, { placeholder, inline, foreign, visible, fullscreen: isFullscreen, layout })
  useToastRoom({ placeholder, inline, panel, visible: visible && !isFullscreen, coversPage, layout })
  useNoticeHold(coversPage)
  useInset({ section, panel, coversPage, layout })
  const { leave } = useFullscreen(mode, setMode, stage.element)
  useModeRules({ mode, narrow, setMode, onNavigate: () => setUnfolded(false) })
  useInertPage(section, coversPage, queueOpen)
  useRetainedFocus(section, layout)
  useHeldToast(state.advanceHeld)

  const close = () => {
    dispatch(player.close())
    // The focused button is unmounted with the bar.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) fold()
  }

  // Also for links to the page that is covered: the path does not change then.
  const onClick = ({ target, defaultPrevented }: MouseEvent) => {
    if (!coversPage || !defaultPrevented || !(target instanceof Element) || !target.closest('a[href]')) return
    setUnfolded(false)
    setMode(narrow ? 'regular' : 'floating')
  }

  return (
    <section
      ref={section}
      aria-label={t.player.region}
      data-player
      tabIndex={-1}
      className={classes(
        styles.player,
        mode === 'floating' && styles.docked,
        isFullscreen && styles.full,
        idle && styles.idle,
        isTucked && styles.tucked,
        hasNote && styles.noted,
      )}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        ref={panel}
        className={classes(
          styles.panel,
          styles[mode],
          open && styles.open,
          makesRoom && styles.makesRoom,
          makesRoom && showsHint && styles.hinted,
          isFullscreen && visible && styles.behind,
          inline && styles.lent,
        )}
      >
        <div className={styles.place}>
          <Screen ref={placeholder} item={item} />
        </div>
        {/* The details stay mounted behind the queue, because a comment may be being written. */}
        {open && (
          <div className={styles.side} hidden={queueOpen}>
            <Details item={item} again={item} fallback={<DetailsSkeleton />} />
          </div>
        )}
        {open && queue && <div className={classes(styles.side, styles.queue)}>{queue}</div>}
      </div>
      <div className={styles.bar} inert={idle}>
        <div ref={strip} className={styles.begin}>
          <NowPlaying item={item} narrow={narrow} />
        </div>
        <div className={styles.middle}>
          <Transport narrow={narrow} />
          <Seek clock={clock} enabled={state.playing !== null} />
        </div>
        <div className={styles.end}>
          <BarEnd
            item={item}
            clock={clock}
            narrow={narrow}
            open={open}
            isFullscreen={isFullscreen}
            queueOpen={queueOpen}
            onQueue={() => setQueueOpen(!queueOpen)}
            onFold={fold}
            onFullscreen={() => (isFullscreen ? leave() : setMode('fullscreen'))}
            onClose={close}
          />
        </div>
      </div>
      {!open && queue && <div className={styles.beside}>{queue}</div>}
      {mode === 'floating' && (
        <div ref={slideIn} className={styles.rises}>
          <SlideIn item={item} />
        </div>
      )}
      {showsHint && <Hint />}
      <Announcement item={item} />
    </section>
  )
}

const DetailsSkeleton = () => (
  <SkeletonGroup label={t.player.loadingDetails} className={styles.bones}>
    <Skeleton width="70%" height="1.4rem" />
    <Skeleton />
    <Skeleton width="85%" />
  </SkeletonGroup>
)

/** Announces why playback does not advance (L7). */
function useHeldToast(held: boolean): void {
  useEffect(() => {
    if (held) showToast({ text: t.player.held, now: true })
  }, [held])
}
