import { useEffect, useRef, useState } from 'react'
import { ChevronDown, ChevronUp, Maximize, X } from 'lucide-react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation } from 'wouter'
import { player, selectCurrentItem, type Mode, type PlayerClock, type QueueItem, type Stage } from '../../player/index.ts'
import { t } from '../../texts/index.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { NowPlaying } from './NowPlaying.tsx'
import { hasWord, Screen } from './Screen.tsx'
import { Seek } from './Seek.tsx'
import { Transport } from './Transport.tsx'
import { useFullscreen } from './useFullscreen.ts'
import { useIdle } from './useIdle.ts'
import { useNarrow } from './useMedia.ts'
import { useInset, useStage } from './useStage.ts'
import { usePlayer } from './usePlayer.ts'
import { Volume } from './Volume.tsx'
import styles from './PlayerBar.module.css'

interface PlayerBarProps {
  clock: PlayerClock
  stage: Stage
}

/** The player: a bar at the page's lower end, and the place where the media are seen. */
export default function PlayerBar(props: PlayerBarProps) {
  const item = useSelector(selectCurrentItem)
  const { mode } = usePlayer()
  return item && mode !== 'hidden' ? <Dock {...props} item={item} mode={mode} /> : null
}

/** How long the fullscreen hint shows, and after how long without a move the bar gives way (B9). */
const hintTime = 2000
const idleTime = 2500

function Dock({ clock, stage, item, mode }: PlayerBarProps & { item: QueueItem; mode: Mode }) {
  const dispatch = useDispatch()
  const state = usePlayer()
  const narrow = useNarrow()
  const panel = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const setMode = (next: Mode) => dispatch(player.setMode(next))

  const full = mode === 'fullscreen'
  const idle = useIdle(full && state.phase === 'playing', idleTime)
  const covers = full || (mode === 'regular' && !narrow)
  // Nothing may lie over a YouTube player: there the picture makes room for the bar.
  const makesRoom = full && !idle && state.playing?.output === 'youtube'
  const silentPicture = item.type === 'audio' && state.playing?.output === 'hosted'
  const visible = state.playing !== null && !silentPicture && !hasWord(state) && (state.phase === 'playing' || state.phase === 'stopped')
  const layout = [mode, narrow, makesRoom].join(' ')

  useStage(stage, { place, visible, fullscreen: full, layout })
  useInset([panel, bar], layout)
  const { leave } = useFullscreen(mode, setMode)
  useModeRules(mode, narrow, setMode)
  useBackground(covers)

  const close = () => {
    dispatch(player.close())
    // The button is gone with the bar; the focus goes back to the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <section
      aria-label={t.player.region}
      tabIndex={-1}
      className={classes(styles.player, full && styles.full, idle && styles.idle)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && mode === 'regular' && !narrow) setMode('floating')
      }}
    >
      <div ref={panel} className={classes(styles.panel, styles[mode], makesRoom && styles.makesRoom, full && visible && styles.behind)} data-covers={covers ? 'page' : undefined}>
        <Screen ref={place} item={item} />
      </div>
      <div ref={bar} className={styles.bar} inert={idle}>
        <NowPlaying item={item} />
        <div className={styles.middle}>
          <Transport />
          <Seek clock={clock} enabled={state.playing !== null} />
        </div>
        <div className={styles.end}>
          <Volume />
          {!narrow && (mode === 'floating'
            ? <IconButton name={t.player.maximise} icon={<Icon as={ChevronUp} />} onClick={() => setMode('regular')} />
            : <IconButton name={t.player.minimise} icon={<Icon as={ChevronDown} />} onClick={() => setMode('floating')} />)}
          <IconButton
            name={t.player.fullscreen}
            icon={<Icon as={Maximize} />}
            pressed={full}
            onClick={() => (full ? leave() : setMode('fullscreen'))}
          />
          <IconButton name={t.player.close} icon={<Icon as={X} />} onClick={close} />
        </div>
      </div>
      {full && <Hint />}
      <Announcement item={item} playing={state.phase === 'playing'} from={state.queue.source?.title ?? item.bead.title} />
    </section>
  )
}

/** A floating player is maximised where there is no room to float (L1), and gives way when one goes to another page. */
function useModeRules(mode: Mode, narrow: boolean, setMode: (mode: Mode) => void) {
  const [path] = useLocation()
  const before = useRef({ path, narrow })
  useEffect(() => {
    const moved = before.current.path !== path
    const widened = before.current.narrow && !narrow
    before.current = { path, narrow }
    if (narrow && mode === 'floating') setMode('regular')
    else if (!narrow && mode === 'regular' && (moved || widened)) setMode('floating')
  })
}

/** The page behind a player that covers it is out of reach, for keys too. */
function useBackground(covered: boolean) {
  useEffect(() => {
    const main = document.getElementById('main')
    if (!covered || !main) return
    main.inert = true
    return () => {
      main.inert = false
    }
  }, [covered])
}

function Hint() {
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(setShown, hintTime, false)
    return () => clearTimeout(timer)
  }, [])
  return shown ? <p className={styles.hint} role="status">{t.player.hint}</p> : null
}

/** Reads out each item once it is heard. */
function Announcement({ item, playing, from }: { item: QueueItem; playing: boolean; from: string }) {
  const [said, setSaid] = useState('')
  const words = t.player.nowPlaying(item.title, from)
  if (playing && said !== words) setSaid(words)
  return <VisuallyHidden><span role="status">{said}</span></VisuallyHidden>
}
