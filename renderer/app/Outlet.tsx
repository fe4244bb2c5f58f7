import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { useLocation, useSearch } from 'wouter'
import { t } from '#texts/index.ts'
import { purgeDeleted } from '#data/purge.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { HeldAddress, restoreScroll, useLatestVisit } from '#navigation/history.ts'
import { MissingScreen } from './MissingScreen.tsx'
import { reach } from '#host/reach.ts'
import { match, pageKeyOf, navigationRuleFor } from '#navigation/routes.ts'
import { componentOf, screenOf } from './screens.ts'
import type { Store } from './store.ts'
import { track } from '#data/track.ts'
import { VisitContext } from '#navigation/visit.ts'
import styles from './Outlet.module.css'

/** Loading time after which reachability is checked (ms). */
const slowLoadMs = 5000
/** Timeout of a retry while Strand is reachable (ms). */
const retryTimeoutMs = 15_000
/** Time within which the heading of a loading screen must appear to get the focus (ms). */
const headingTimeoutMs = 5000

/** The screen of the current address. The previous screen stays until the code of the next is loaded. */
export function Outlet() {
  const [path] = useLocation()
  const search = useSearch()
  /** The path whose screen stays visible while the code of the next one loads. */
  const [ready, setReady] = useState(path)
  /** The path whose code could not be loaded. */
  const [missing, setMissing] = useState<string | null>(null)
  /**
   * `count`: number of retries. `lost`: a retry failed although Strand is reachable; browsers may cache a failed module
   * for the lifetime of the document.
   */
  const [attempt, setAttempt] = useState({ count: 0, busy: false, lost: false })
  const loaded = screenOf(match(path)).loaded()
  // Also a screen that was preloaded stays while the next one is loaded.
  if (loaded && ready !== path) setReady(path)
  const isMissing = !loaded && missing === path
  const shown = loaded || isMissing ? path : ready
  const heldAddress = useHeldAddress(path, search, shown !== path)

  useEffect(() => {
    if (loaded) return
    let isCurrent = true
    const finish = (act: () => void, lost: boolean) => {
      if (!isCurrent) return
      setAttempt(({ count }) => ({ count, busy: false, lost }))
      act()
    }
    const fail = () => finish(() => setMissing(path), attempt.count > 0 && reach.read())
    void screenOf(match(path))
      .preload()
      .then(() => finish(() => setReady(path), false), fail)
    // A request may get neither an answer nor an error, so loading also ends when Strand becomes unreachable.
    const checkReach = () => {
      if (!reach.read()) setMissing(path)
    }
    const stop = reach.subscribe(checkReach)
    const timers = [
      setTimeout(() => {
        reach.check()
        checkReach()
      }, slowLoadMs),
      ...(attempt.count > 0 ? [setTimeout(() => reach.read() && fail(), retryTimeoutMs)] : []),
    ]
    return () => {
      isCurrent = false
      stop()
      for (const timer of timers) clearTimeout(timer)
    }
  }, [path, loaded, attempt.count])

  const page = pageKeyOf(shown, search)
  useNavigationFocus(page, shown === path ? null : path)
  const visit = useShownVisit(path, loaded)
  const store = useStore()
  // The previous page may have shown a deleted item. Its cached answers can be purged once they have no subscribers.
  useEffect(() => purgeDeleted(store as Store), [store, visit])
  const target = match(shown)
  const Screen = componentOf(target)
  // A screen that rendered nothing because its code was missing is remounted once the code is loaded.
  const screenKey = `${navigationRuleFor(shown).reload ? visit.id : keyOf(target)} ${screenOf(target).loaded()}`
  return (
    <>
      {!loaded && !isMissing && <div className={styles.progress} role="progressbar" aria-label={t.common.loading} />}
      <ErrorBoundary resetKey={page}>
        <VisitContext value={visit}>
          <HeldAddress value={heldAddress}>
            <Suspense fallback={null}>
              {isMissing ? (
                <MissingScreen
                  key={path}
                  busy={attempt.busy}
                  isLost={attempt.lost}
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

/**
 * React key of a screen: a change of category, tab or query does not remount the screen; another playlist, post or
 * member does.
 */
const keyOf = ({ screen, props }: ReturnType<typeof match>) =>
  screen === 'discover' || screen === 'search' || screen === 'auth' ? screen : `${screen} ${JSON.stringify(props)}`

/** The address of the screen that is still shown while the next one's code loads; null once it is loaded. */
function useHeldAddress(path: string, search: string, isLeaving: boolean) {
  const [last, setLast] = useState({ path, search })
  if (!isLeaving && (last.path !== path || last.search !== search)) setLast({ path, search })
  return isLeaving ? last : null
}

/** The visit of the shown screen; while the next one's code loads, still the previous visit. */
function useShownVisit(path: string, isLoaded: boolean) {
  const latest = useLatestVisit()
  const [held, setHeld] = useState({ visit: latest, fresh: false })
  if (isLoaded && held.visit !== latest) {
    const { type, reload } = navigationRuleFor(path)
    // The first visit of a document keeps `fresh: false`: the answers in the document are up to date.
    setHeld({ visit: latest, fresh: type === 'always' || (reload && !latest.revisited) })
  }
  return useMemo(() => ({ ...held.visit, fresh: held.fresh }), [held])
}

/**
 * After a navigation: restores the scroll position, then focuses the heading of the new screen, unless one of its
 * fields took the focus or the user moved it while the code was loading.
 * @param coming the path that is loading; null once it is loaded.
 */
function useNavigationFocus(visit: string, coming: string | null) {
  const before = useRef(visit)
  /** The focused element when the previous screen was removed. */
  const held = useRef<Element | null>(null)
  const consumeMovedFocus = useMovedFocus(coming)
  useEffect(() => {
    // Reports the kind of page only, without ids (R3).
    track('pageview', { screen: match(location.pathname).screen })
  }, [visit])
  useLayoutEffect(() => {
    const first = before.current === visit
    before.current = visit
    const isNew = restoreScroll()
    const { activeElement } = document
    const hasFieldFocus = activeElement !== held.current && document.getElementById('main')?.contains(activeElement) === true
    const wasMoved = consumeMovedFocus()
    const stop = first || !isNew || hasFieldFocus || wasMoved ? undefined : focusHeading()
    return () => {
      stop?.()
      held.current = document.activeElement
    }
  }, [visit, consumeMovedFocus])
}

/**
 * Returns a function that reports whether the focused element, for example the search box, got the focus by a user
 * action while the code of the `coming` screen was loading. Each call resets it.
 */
function useMovedFocus(coming: string | null): () => boolean {
  const movedTo = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (coming === null) return
    movedTo.current = null
    let hasActed = false
    const act = () => (hasActed = true)
    const onFocusIn = ({ target }: FocusEvent) => {
      if (hasActed) movedTo.current = target as Element
    }
    const stop = new AbortController()
    for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, act, { capture: true, signal: stop.signal })
    document.addEventListener('focusin', onFocusIn, { signal: stop.signal })
    return () => stop.abort()
  }, [coming])
  return useCallback(() => {
    const target = movedTo.current
    movedTo.current = null
    return target !== null && target === document.activeElement
  }, [])
}

/** Focuses the screen's heading as soon as it exists, unless the user moves the focus first. */
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
  const timer = setTimeout(stop, headingTimeoutMs)
  observer.observe(main, { childList: true, subtree: true })
  return stop
}
