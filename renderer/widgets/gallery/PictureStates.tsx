import { createContext, use, useEffect, useRef } from 'react'
import type { Slide } from 'yet-another-react-lightbox'
import { t } from '#texts/index.ts'
import { Spinner } from '#ui/Spinner.tsx'
import type { GallerySlide } from './useSlides.ts'
import styles from './Gallery.module.css'

/** Retries for a picture that failed to load, and the delay between them in ms (B8). */
const retries = 3
const retryDelay = 3000

/** Passes the slide to `iconError`, which the lightbox calls without it. */
export const SlideContext = createContext<Slide | null>(null)

export const LoadingPicture = () => (
  <span role="status" aria-label={t.gallery.loading}>
    <Spinner size={40} />
  </span>
)

/** Message that the picture, or its post, is unavailable. */
export const BrokenPicture = ({ onRetry }: { onRetry?: () => void }) => (
  <div className={styles.broken} role="alert">
    <p>{t.gallery.broken}</p>
    {onRetry && (
      <button type="button" className={styles.again} onClick={onRetry}>
        {t.common.retry}
      </button>
    )}
  </div>
)

/** Retries a failed picture after a delay; shows an error when the retries are used up. */
export function FailedPicture({ onRetry }: { onRetry: (id: string) => void }) {
  const { id, tried } = use(SlideContext) as unknown as GallerySlide
  const isExhausted = tried >= retries
  const latestOnRetry = useRef(onRetry)
  useEffect(() => {
    latestOnRetry.current = onRetry
  })
  useEffect(() => {
    if (isExhausted) return
    const timer = setTimeout(() => latestOnRetry.current(id), retryDelay)
    return () => clearTimeout(timer)
  }, [id, isExhausted])
  return isExhausted ? <BrokenPicture /> : <LoadingPicture />
}
