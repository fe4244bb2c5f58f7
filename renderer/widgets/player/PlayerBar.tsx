import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import {
  loadPreload,
  player,
  selectCurrentItem,
  type Devices,
  type Mode,
  type PlayerClock,
  type QueueItem,
  type Stage,
} from '#player/index.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { useNoticeHold } from '#ui/notices.ts'
import { showToast } from '#ui/toast.ts'
import { Announcement } from './Announcement.tsx'
import { BarEnd } from './BarEnd.tsx'
import { FullscreenHint } from './FullscreenHint.tsx'
import { loadQueue } from './loadQueue.ts'
import { MiniBar } from './MiniBar.tsx'
import { MediaPanel } from './MediaPanel.tsx'
import { NowPlaying } from './NowPlaying.tsx'
import { SlideIn } from './SlideIn.tsx'
import { Seek } from './Seek.tsx'
import { Transport } from './Transport.tsx'
import { useFullscreen } from './useFullscreen.ts'
import { useInertPage, useRetainedFocus, useModeRules } from './useModes.ts'
import { usePlayer } from './usePlayer.ts'
import { usePlayerLayout } from './usePlayerLayout.ts'
import { useInset, useStage } from './useStage.ts'
import { useToastPlacement } from './useToastPlacement.ts'
import { canShowInline } from './inline.ts'
import { setMiniPlayer, useMiniPlayer } from './useMiniPlayer.ts'
import { useInline } from './useInline.ts'
import styles from './PlayerBar.module.css'

const QueuePanel = lazyComponent(loadQueue)

interface PlayerBarProps {
  clock: PlayerClock
  stage: Stage
  devices: Devices
}

/**
 * The player: a bar at the bottom of the page and the area in which media are shown. Preloads the output of the current
 * item.
 */
export default function PlayerBar(props: PlayerBarProps) {
  const item = useSelector(selectCurrentItem)
  const { mode } = usePlayer()
  const isMini = useMiniPlayer()
  useEffect(() => {
    // After a reload the item is restored but not loaded yet.
    if (item)
      loadPreload().then(
        ({ preloadTrack }) => preloadTrack(item),
        () => undefined,
      )
  }, [item])
  return item && mode !== 'hidden' ? <DockedPlayer {...props} item={item} mode={mode} isMini={isMini} /> : null
}

function DockedPlayer({ clock, stage, devices, item, mode, isMini }: PlayerBarProps & { item: QueueItem; mode: Mode; isMini: boolean }) {
  const dispatch = useDispatch()
  const { playing, pip, advanceHeld } = usePlayer()
  const [section, placeholder] = [useRef<HTMLElement>(null), useRef<HTMLDivElement>(null)]
  const panel = useRef<HTMLDivElement>(null)
  const [strip, slideIn] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  /** In narrow windows: the player is maximised. */
  const [unfolded, setUnfolded] = useState(false)
  const [queueOpen, setQueueOpen] = useState(false)
  const setMode = (next: Mode) => dispatch(player.setMode(next))
  const layout = usePlayerLayout(item, mode, { unfolded, isMini })
  const { narrow, isFullscreen, open, coversPage, idle, foreign, visual, visible, key } = layout

  const inline = useInline({
    enabled: !isMini && canShowInline({ mode, open, queueOpen, pip, visual }),
    isProviderPlayer: foreign,
    playerSection: section,
    above: [strip, slideIn],
  })
  useStage(stage, { placeholder, inline, foreign, visible, fullscreen: isFullscreen || isMini, layout: key })
  useToastPlacement({ placeholder, inline, panel, visible: visible && !isFullscreen && !isMini, coversPage, layout: key })
  useNoticeHold(coversPage)
  useInset({ section, panel, coversPage, layout: key })
  const { leave } = useFullscreen(mode, setMode, stage.element)
  useModeRules({ mode, narrow, setMode, onNavigate: () => setUnfolded(false) })
  useInertPage(section, { isCovered: coversPage, isMini, queueOpen })
  useRetainedFocus(section, key)
  useHeldToast(advanceHeld)

  /** Minimises or maximises. */
  const fold = () => {
    if (!narrow) return setMode(mode === 'floating' ? 'regular' : 'floating')
    setQueueOpen(false)
    setUnfolded(!unfolded)
  }
  const close = () => {
    dispatch(player.close())
    // The focused button is unmounted with the bar.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isMini) setMiniPlayer(false)
    else if (event.key === 'Escape' && open) fold()
  }

  // A link to the covered page does not change the path, so it minimises the player here.
  const onClick = ({ target, defaultPrevented }: MouseEvent) => {
    if (!coversPage || !defaultPrevented || !(target instanceof Element) || !target.closest('a[href]')) return
    setUnfolded(false)
    setMode(narrow ? 'regular' : 'floating')
  }

  const queue = queueOpen && !isFullscreen && !isMini ? <QueuePanel onClose={() => setQueueOpen(false)} /> : null
  return (
    <section
      ref={section}
      aria-label={t.player.region}
      data-player
      tabIndex={-1}
      className={classes(
        styles.player,
        mode === 'floating' && !isMini && styles.docked,
        isMini && styles.mini,
        isFullscreen && styles.full,
        idle && styles.idle,
        layout.hasNote && styles.noted,
        mode === 'regular' && !open && !isMini && !inline && styles.besidePicture,
      )}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <MediaPanel ref={panel} placeholder={placeholder} item={item} layout={layout} isInline={inline !== null} queue={queue} />
      {isMini ? (
        <MiniBar item={item} clock={clock} canSeek={playing !== null} />
      ) : (
        <>
          {/* Hover or focus in an element with `data-reveals-docked` shows the docked picture (MediaPanel.module.css) and
          `SlideIn`. */}
          <div className={styles.bar} inert={idle} data-reveals-docked="">
            <div ref={strip} className={styles.begin}>
              <NowPlaying item={item} narrow={narrow} devices={devices} />
            </div>
            <div className={styles.middle}>
              <Transport narrow={narrow} />
              <Seek clock={clock} enabled={playing !== null} />
            </div>
            <div className={styles.end}>
              <BarEnd
                item={item}
                clock={clock}
                devices={devices}
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
        </>
      )}
      {!open && queue && <div className={styles.beside}>{queue}</div>}
      {mode === 'floating' && !isMini && (
        <div ref={slideIn} className={styles.rises} data-reveals-docked="">
          <SlideIn item={item} />
        </div>
      )}
      {layout.showsHint && <FullscreenHint />}
      <Announcement item={item} />
    </section>
  )
}

/** Announces why playback does not advance (L7). */
function useHeldToast(held: boolean): void {
  useEffect(() => {
    if (held) showToast({ text: t.player.held, now: true })
  }, [held])
}
