import { useEffect, useRef, useState } from 'react'
import { t } from '#texts/index.ts'
import { classes } from './classes.ts'
import { Spinner } from './Spinner.tsx'
import { useMedia } from './useMedia.ts'
import styles from './PullToRefresh.module.css'

/** Minimum time of the spinner (A9). */
const minSpinnerMs = 1500
/** Pull distance that refreshes, and maximum distance of the spinner. Our own values. */
const thresholdPx = 80
const maxPullPx = 96

/** Pull to refresh at the top of the page on touch screens; a focusable button does the same without a gesture. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => unknown }) {
  return useMedia('(pointer: coarse)') ? <Pull onRefresh={onRefresh} /> : null
}

function Pull({ onRefresh }: { onRefresh: () => unknown }) {
  const [pulled, setPulled] = useState(0)
  const [busy, setBusy] = useState(false)
  const refresh = () => {
    setBusy(true)
    const shown = new Promise((resolve) => setTimeout(resolve, minSpinnerMs))
    void Promise.allSettled([shown, onRefresh()]).then(() => setBusy(false))
  }
  const act = useRef(refresh)
  useEffect(() => {
    act.current = refresh
  })

  useEffect(() => {
    if (busy) return
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    let start: number | null = null
    let distance = 0
    addEventListener(
      'touchstart',
      ({ touches, target }) => {
        const within = target instanceof Element && target.closest('main') !== null
        start = within && scrollY <= 0 && touches.length === 1 ? touches[0]!.clientY : null
        distance = 0
      },
      options,
    )
    addEventListener(
      'touchmove',
      ({ touches }) => {
        if (start === null) return
        distance = scrollY <= 0 ? Math.max(0, touches[0]!.clientY - start) : 0
        setPulled(Math.min(distance, maxPullPx))
      },
      options,
    )
    const end = (refreshes: boolean) => () => {
      if (refreshes && start !== null && distance >= thresholdPx) act.current()
      start = null
      setPulled(0)
    }
    addEventListener('touchend', end(true), options)
    addEventListener('touchcancel', end(false), options)
    // The browser's own pull to refresh would reload the page and stop playback.
    const { style } = document.documentElement
    style.overscrollBehaviorY = 'contain'
    return () => {
      listening.abort()
      style.overscrollBehaviorY = ''
    }
  }, [busy])

  const shown = busy || pulled > 0
  return (
    <>
      <button type="button" className={styles.button} aria-busy={busy || undefined} onClick={() => busy || refresh()}>
        {t.common.refresh}
      </button>
      <div
        className={classes(styles.mark, shown && styles.shown)}
        style={{ translate: `0 ${busy ? thresholdPx / 2 : pulled / 2}px`, opacity: busy ? 1 : Math.min(1, pulled / thresholdPx) }}
        role="status"
      >
        {shown && <Spinner size={22} />}
        {busy && <span className={styles.words}>{t.common.refreshing}</span>}
      </div>
    </>
  )
}
