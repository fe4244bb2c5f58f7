import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { t } from '../texts/index.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { settleScroll } from './history.ts'
import { match, visitTo } from './routes.ts'
import { componentOf, screenOf } from './screens.ts'
import styles from './Outlet.module.css'

/** How long a heading that is still being fetched may take and yet get the focus. */
const headingPatience = 5000

/** The screen of the present address. The one before stays until the code of the next has come. */
export function Outlet() {
  const [path] = useLocation()
  const search = useSearch()
  const [ready, setReady] = useState(path)
  const loaded = screenOf(match(path)).loaded()
  const shown = loaded ? path : ready

  useEffect(() => {
    if (loaded) return
    let live = true
    // A screen that cannot be fetched is shown all the same: rendering it says what went wrong.
    void screenOf(match(path)).preload().catch(() => undefined).then(() => live && setReady(path))
    return () => {
      live = false
    }
  }, [path, loaded])

  const visit = visitTo(shown, search)
  useArrival(visit)
  const target = match(shown)
  const Screen = componentOf(target)
  return (
    <>
      {shown !== path && <div className={styles.progress} role="progressbar" aria-label={t.common.loading} />}
      <ErrorBoundary resetKey={visit}>
        <Suspense fallback={null}>
          <Screen key={keyOf(target)} {...target.props} />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

/** Another category, tab or question is the same screen; another playlist, post or member is a new one. */
const keyOf = ({ screen, props }: ReturnType<typeof match>) => (screen === 'discover' || screen === 'search' || screen === 'auth' ? screen : `${screen} ${JSON.stringify(props)}`)

/** After a navigation: the scroll position, then the focus on the new screen's heading. */
function useArrival(visit: string) {
  const before = useRef(visit)
  useLayoutEffect(() => {
    const first = before.current === visit
    before.current = visit
    const isNew = settleScroll()
    if (!first && isNew) return focusHeading()
  }, [visit])
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
