import { useEffect, useRef, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Link } from 'wouter'
import { authOpened, useSite } from '#data/index.ts'
import { selectCurrentItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { useMedia } from '#ui/useMedia.ts'
import styles from './Welcome.module.css'

/** The background video. If its code cannot be loaded, the poster image remains. */
const Film = lazyComponent(() => import('./Film.tsx'))

/** The landing overlay. It covers the page instead of preceding it, so closing it shifts no layout. */
export function Welcome({ onDismissed }: { onDismissed: () => void }) {
  const dispatch = useDispatch()
  const { readOnly, apps } = useSite()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [filming, setFilming] = useState(false)
  const { isDismissed, leave: dismiss, root } = useDismissal(onDismissed)

  // The video loads after the page's own resources.
  useEffect(() => {
    if (still) return
    const start = () => setFilming(true)
    if (document.readyState === 'complete') {
      // Milliseconds: the overlay is painted first.
      const timer = setTimeout(start, 300)
      return () => clearTimeout(timer)
    }
    addEventListener('load', start, { once: true })
    return () => removeEventListener('load', start)
  }, [still])

  return (
    <section ref={root} data-theme="dark" className={classes(styles.welcome, isDismissed && styles.leaving)} aria-label={t.landing.label}>
      <img className={styles.poster} src="/landing/landing.jpg" alt="" fetchPriority="high" draggable={false} />
      {filming && <Film />}
      {/* A click beside the text dismisses the overlay. */}
      <div className={styles.shade} onClick={dismiss} />
      <div className={styles.words}>
        <p className={styles.heading}>{t.landing.heading}</p>
        <p className={styles.text}>
          {t.landing.text}
          {!readOnly && ` ${t.landing.seconds}`}
        </p>
        <div className={styles.acts}>
          {!readOnly && (
            <Button kind="primary" className={styles.act} onClick={() => dispatch(authOpened({ mode: 'signup' }))}>
              {t.landing.signUp}
            </Button>
          )}
          <Button className={classes(styles.act, styles.look)} onClick={dismiss}>
            {t.landing.look}
          </Button>
        </div>
      </div>
      <nav className={styles.links} aria-label={t.landing.links}>
        {!readOnly && apps.ios !== null && (
          <a href={apps.ios} target="_blank" rel="noopener">
            {t.landing.ios}
          </a>
        )}
        {!readOnly && apps.android !== null && (
          <a href={apps.android} target="_blank" rel="noopener">
            {t.landing.android}
          </a>
        )}
        <Link href="/about">{t.landing.about}</Link>
        <Link href="/tos">{t.landing.terms}</Link>
      </nav>
    </section>
  )
}

/** The overlay is dismissed by scrolling, typing into the search, playing (A2.2), Escape, and by keyboard focus moving into the page. */
function useDismissal(onDismissed: () => void) {
  const root = useRef<HTMLElement>(null)
  const [isDismissed, setIsDismissed] = useState(false)
  const playing = useSelector(selectCurrentItem) !== null
  const dismiss = () => setIsDismissed(true)

  useEffect(() => {
    const listening = new AbortController()
    const on = (type: string, listener: (event: Event) => void) =>
      addEventListener(type, listener, { signal: listening.signal, passive: true })
    on('scroll', dismiss)
    on('wheel', dismiss)
    on('touchmove', dismiss)
    on('input', ({ target }) => target instanceof Element && target.closest('header [role="search"], header form') && dismiss())
    on('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && !document.querySelector('[role="dialog"]') && dismiss())
    on(
      'focusin',
      ({ target }) =>
        target instanceof Element &&
        target.closest('main') !== null &&
        !root.current?.contains(target) &&
        !target.matches('h1, main') &&
        dismiss(),
    )
    return () => listening.abort()
  }, [])

  // Fades out; `onDismissed` unmounts it after the transition.
  const isClosing = isDismissed || playing
  useEffect(() => {
    if (!isClosing) return
    // Keyboard users continue at the page's heading.
    if (root.current?.contains(document.activeElement)) document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    // The computed style is in seconds.
    const fade = root.current ? parseFloat(getComputedStyle(root.current).transitionDuration) * 1000 : 0
    const timer = setTimeout(onDismissed, fade)
    return () => clearTimeout(timer)
  }, [isClosing, onDismissed])
  return { isDismissed: isClosing, leave: dismiss, root }
}
