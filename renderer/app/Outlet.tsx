import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useSearch } from 'wouter'
import { t } from '#texts/index.ts'
import { purgeDeleted } from '#data/purge.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { HeldAddress, settleScroll, useLatestVisit } from '#navigation/history.ts'
import { MissingScreen } from './MissingScreen.tsx'
import { reach } from '#host/reach.ts'
import { match, visitTo, wayTo } from '#navigation/routes.ts'
import { componentOf, screenOf } from './screens.ts'
import type { Store } from './store.ts'
import { track } from '#data/track.ts'
import { VisitContext } from '#navigation/visit.ts'
import styles from './Outlet.module.css'

/** Milliseconds after which code that has not come makes it a question whether Strand can be reached. */
const slow = 5000
/** Milliseconds that another try may take where Strand answers. */
const tryLimit = 15_000
/** How long a heading that is still being fetched may take and yet get the focus. */
const headingPatience = 5000

/** The screen of the present address. The one before stays until the code of the next has come. */
export function Outlet() {
  const [path] = useLocation()
  const search = useSearch()
  const [ready, setReady] = useState(path)
  /** The path whose code could not be fetched. */
  const [missing, setMissing] = useState<string | null>(null)
  /** `lost`: another try failed although Strand answers. Browsers may keep a failed module for as long as the document lives. */
  const [attempt, setAttempt] = useState({ count: 0, busy: false, lost: false })
  const loaded = screenOf(match(path)).loaded()
  const isMissing = !loaded && missing === path
  const shown = loaded || isMissing ? path : ready
  const left = useLeft(path, search, shown !== path)

  useEffect(() => {
    if (loaded) return
    let live = true
    const settle = (act: () => void, lost: boolean) => {
      if (!live) return
      setAttempt(({ count }) => ({ count, busy: false, lost }))
      act()
    }
    const fail = () => settle(() => setMissing(path), attempt.count > 0 && reach.read())
    void screenOf(match(path))
      .preload()
      .then(() => settle(() => setReady(path), false), fail)
    // A request may get neither an answer nor an error.
    const look = () => {
      if (!reach.read()) setMissing(path)
    }
    const stop = reach.subscribe(look)
    const timers = [
      setTimeout(() => {
        reach.look()
        look()
      }, slow),
      ...(attempt.count > 0 ? [setTimeout(() => reach.read() && fail(), tryLimit)] : []),
    ]
    return () => {
      live = false
      stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [path, loaded, attempt.count])

  const page = visitTo(shown, search)
  useArrival(page, shown === path ? null : path)
  const visit = useVisitOf(path, loaded)
  const store = useStore()
  // The page that was left may be that of what was deleted: only now nothing shows it any more.
  useEffect(() => purgeDeleted(store as Store), [store, visit])
  const target = match(shown)
  const Screen = componentOf(target)
  // A screen that rendered nothing for lack of its code is mounted again with it.
  const screenKey = `${wayTo(shown).reload ? visit.id : keyOf(target)} ${screenOf(target).loaded()}`
  return (
    <>
      {!loaded && !isMissing && <div className={styles.progress} role="progressbar" aria-label={t.common.loading} />}
      <ErrorBoundary resetKey={page}>
        <VisitContext value={visit}>
          <HeldAddress value={left}>
            <Suspense fallback={null}>
              {isMissing ? (
                <MissingScreen
                  key={path}
                  busy={attempt.busy}
                  lost={attempt.lost}
                  onRetry={() => setAttempt(({ count }) => ({ count: count + 1, busy: true, lost: false }))}
                />
              ) : (
                <Screen key={screenKey} {...target.props} />
              )}
            </Suspense>
          </HeldAddress>
        </VisitContext>
      </ErrorBoundary>
    </>
  )
}

/** Another category, tab or question is the same screen; another playlist, post or member is a new one. */
const keyOf = ({ screen, props }: ReturnType<typeof match>) =>
  screen === 'discover' || screen === 'search' || screen === 'auth' ? screen : `${screen} ${JSON.stringify(props)}`

/** The address of the screen that is still shown while the next one's code is on its way; null where it has arrived. */
function useLeft(path: string, search: string, leaving: boolean) {
  const [last, setLast] = useState({ path, search })
  if (!leaving && (last.path !== path || last.search !== search)) setLast({ path, search })
  return leaving ? last : null
}

/** The visit that the screen belongs to: while the next one's code is on its way, still the one before. */
function useVisitOf(path: string, arrived: boolean) {
  const latest = useLatestVisit()
  const [held, setHeld] = useState({ visit: latest, fresh: false })
  if (arrived && held.visit !== latest) {
    const { type, reload } = wayTo(path)
    // What came with the document is fresh by itself.
    setHeld({ visit: latest, fresh: type === 'always' || (reload && !latest.revisited) })
  }
  return useMemo(() => ({ ...held.visit, fresh: held.fresh }), [held])
}

/**
 * After a navigation: the scroll position, then the focus on the new screen's heading, where no field of it has taken the
 * focus already, nor the person moved it while the screen's code was on its way.
 * @param coming its path; null where it has come.
 */
function useArrival(visit: string, coming: string | null) {
  const before = useRef(visit)
  /** What had the focus when the screen before went. */
  const held = useRef<Element | null>(null)
  const takeMoved = useMovedFocus(coming)
  useEffect(() => {
    // Which kind of page, and not whose: that is nobody's business (R3).
    track('pageview', { screen: match(location.pathname).screen })
  }, [visit])
  useLayoutEffect(() => {
    const first = before.current === visit
    before.current = visit
    const isNew = settleScroll()
    const { activeElement } = document
    const taken = activeElement !== held.current && document.getElementById('main')?.contains(activeElement) === true
    const moved = takeMoved()
    const stop = first || !isNew || taken || moved ? undefined : focusHeading()
    return () => {
      stop?.()
      held.current = document.activeElement
    }
  }, [visit, takeMoved])
}

/**
 * Answers, once, whether something has the focus that the person gave it to while the screen was `coming`: in the bar, say,
 * to search. What led on to yet another screen is not meant.
 */
function useMovedFocus(coming: string | null): () => boolean {
  const to = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (coming === null) return
    to.current = null
    let acted = false
    const act = () => (acted = true)
    const note = ({ target }: FocusEvent) => {
      if (acted) to.current = target as Element
    }
    const stop = new AbortController()
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, act, { capture: true, signal: stop.signal })
    document.addEventListener('focusin', note, { signal: stop.signal })
    return () => stop.abort()
  }, [coming])
  return useCallback(() => {
    const given = to.current
    to.current = null
    return given !== null && given === document.activeElement
  }, [])
}

/** Moves the focus to the screen's heading as soon as there is one, unless the person moved it meanwhile. */
function focusHeading(): (() => void) | undefined {
  const main = document.getElementById('main')
  if (!main) return
  const from = document.activeElement
  const focus = () => {
    const heading = main.querySelector<HTMLElement>('h1')
    if (!heading) return false
    const { activeElement } = document
    if (activeElement === from || activeElement === document.body || activeElement === null) heading.focus({ preventScroll: true })
    return true
  }
  if (focus()) return
  const observer = new MutationObserver(() => focus() && stop())
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const timer = setTimeout(stop, headingPatience)
  observer.observe(main, { childList: true, subtree: true })
  return stop
}
