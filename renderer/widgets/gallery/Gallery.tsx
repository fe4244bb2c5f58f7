import { createContext, use, useEffect, useMemo, useRef, useState, type TouchEvent } from 'react'
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useDispatch } from 'react-redux'
import Lightbox, { type ControllerRef, type Slide } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { isFailure, usePostQuery } from '#data/index.ts'
import { openOverlayEntry } from '#navigation/overlayHistory.ts'
import { player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { useNoticeHold } from '#ui/notices.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { ShareButton } from '../share/index.ts'
import { Collect } from './Collect.tsx'
import type { ImagePost } from './imagePost.ts'
import { InfoBar } from './InfoBar.tsx'
import { InfoPane } from './InfoPane.tsx'
import { SwipeTip } from './SwipeTip.tsx'
import { usePictures, type Picture } from './usePictures.ts'
import styles from './Gallery.module.css'

/** Retries for a picture that failed to load, and the delay between them in ms (B8). */
const retries = 3
const retryDelay = 3000
/** Minimum upward swipe in pixels that opens the details. */
const swipeUp = 60

/** Passes the slide to `iconError`, which the lightbox calls without it. */
const SlideContext = createContext<Slide | null>(null)

/** Lightbox for a playlist's image posts (Z1). Pauses the player while open (L8); navigating back closes it. */
export default function Gallery({ start: opened, onClose }: { start: ImagePost; onClose: () => void }) {
  const [start] = useState(opened)
  const dispatch = useDispatch()
  const [current, setCurrent] = useState(start.id)
  const [paneOpen, setPaneOpen] = useState(false)
  const [tries, setTries] = useState<Readonly<Record<string, number>>>({})
  const zoom = useRef<{ zoom: number } | null>(null)
  const finger = useRef<{ x: number; y: number } | null>(null)
  const infoButton = useRef<HTMLButtonElement>(null)
  const viewer = useRef<ControllerRef>(null)
  const close = useHistoryEntry(onClose)
  useNoticeHold(true)
  const pictures = usePictures(start, current)
  const { currentData: post, error, refetch } = usePostQuery({ params: { id: current } })

  useEffect(() => {
    dispatch(player.suspend())
    return () => void dispatch(player.unsuspend())
  }, [dispatch])

  const index = Math.max(
    0,
    pictures.findIndex(({ id }) => id === current),
  )
  const slides = useMemo(
    () =>
      pictures.map(({ id, src, title }) => {
        const tried = tries[id] ?? 0
        // A changed fragment makes the browser request the picture again. The rest of the address must not change: it may be signed.
        return { id, tried, alt: title, src: tried === 0 ? src : `${src}#${tried}` }
      }),
    [pictures, tries],
  )
  const togglePane = () => {
    // Closing the pane removes the focused element.
    if (paneOpen) infoButton.current?.focus()
    setPaneOpen(!paneOpen)
  }
  const touchEnd = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]
    const from = finger.current
    finger.current = null
    if (!from || !touch || (zoom.current?.zoom ?? 1) > 1) return
    const [across, upward] = [Math.abs(touch.clientX - from.x), from.y - touch.clientY]
    if (upward > swipeUp && upward > 2 * across) setPaneOpen(true)
  }
  const retry = () => {
    // The retry button is unmounted; keep the focus in the viewer so that its keys work.
    viewer.current?.focus()
    void refetch()
  }
  const state = error ? 'error' : post ? 'loaded' : 'loading'

  return (
    <Lightbox
      open
      close={() => close()}
      index={index}
      slides={slides}
      plugins={[Zoom]}
      className={styles.gallery}
      carousel={{ finite: true, padding: 0 }}
      // The style sheet locks page scrolling: the library's lock shifts the layout where scrollbars take up space.
      noScroll={{ disabled: true }}
      controller={{ ref: viewer, closeOnPullDown: !paneOpen }}
      zoom={{ ref: zoom as never }}
      on={{ view: ({ index: shown }) => setCurrent(pictures[shown]?.id ?? current) }}
      styles={
        paneOpen
          ? {
              slide: { paddingInlineEnd: 'var(--pane)', paddingBlockEnd: 'var(--below)' },
              navigationNext: { insetInlineEnd: 'var(--pane)' },
            }
          : {}
      }
      labels={{
        Previous: t.gallery.previous,
        Next: t.gallery.next,
        Close: t.common.close,
        Lightbox: t.gallery.label,
        'Photo gallery': t.gallery.label,
        Carousel: t.gallery.label,
        Slide: t.gallery.picture,
        'Zoom in': t.gallery.zoomIn,
        'Zoom out': t.gallery.zoomOut,
      }}
      portal={{
        container: {
          // Dark in every theme. Tests and style sheets read `data-state`.
          ...{ 'data-state': state, 'data-theme': 'dark' },
          onTouchStart: ({ touches }) => {
            const touch = touches[0]
            finger.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
          },
          onTouchEnd: touchEnd,
          onClick: (event) => {
            const link = (event.target as Element).closest('a')
            if (!link || link.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            event.stopPropagation()
            close(link.getAttribute('href') ?? undefined)
          },
        },
      }}
      toolbar={{
        buttons: [
          <span key="place" className={styles.place} aria-hidden="true">
            {t.gallery.place(index + 1, pictures.length)}
          </span>,
          <Collect key="collect" postId={current} />,
          <ShareButton
            key={`share ${current}`}
            variant="icon"
            of={{ kind: 'post', id: current, title: pictures[index]?.title ?? start.title, href: `/${post?.href ?? current}` }}
          />,
          'zoom',
          'close',
        ],
      }}
      render={{
        slideContainer: ({ slide, children }) => <SlideContext value={slide}>{children}</SlideContext>,
        slide:
          error && isFailure(error) && (error.status === 404 || error.status === 403)
            ? ({ offset }) => (offset === 0 ? <BrokenPicture onRetry={retry} /> : undefined)
            : undefined,
        iconLoading: () => <LoadingPicture />,
        iconError: () => <FailedPicture onRetry={(id) => setTries((before) => ({ ...before, [id]: (before[id] ?? 0) + 1 }))} />,
        iconPrev: () => <Icon as={ChevronLeft} size={32} />,
        iconNext: () => <Icon as={ChevronRight} size={32} />,
        iconClose: () => <Icon as={X} />,
        iconZoomIn: () => <Icon as={ZoomIn} />,
        iconZoomOut: () => <Icon as={ZoomOut} />,
        controls: () => (
          <>
            <InfoBar
              post={post}
              title={pictures[index]?.title ?? start.title}
              failed={error}
              onRetry={retry}
              onInfo={togglePane}
              open={paneOpen}
              infoButton={infoButton}
            />
            {paneOpen && <InfoPane post={post} failed={error} onRetry={retry} onClose={togglePane} />}
            <SwipeTip hasNext={index < pictures.length - 1} hasMoved={current !== start.id} paneOpen={paneOpen} />
          </>
        ),
      }}
    />
  )
}

const LoadingPicture = () => (
  <span role="status" aria-label={t.gallery.loading}>
    <Spinner size={40} />
  </span>
)

const BrokenPicture = ({ onRetry }: { onRetry?: () => void }) => (
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
function FailedPicture({ onRetry }: { onRetry: (id: string) => void }) {
  const { id, tried } = use(SlideContext) as unknown as Picture & { tried: number }
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

/** Opens a history entry for the gallery. Returns a function that leaves it: by going back, or to another address. */
function useHistoryEntry(onClose: () => void): (to?: string) => void {
  const closing = useRef(onClose)
  const entry = useRef<ReturnType<typeof openOverlayEntry>>(null)
  useEffect(() => {
    closing.current = onClose
  })
  useEffect(() => {
    const opened = openOverlayEntry(() => closing.current())
    entry.current = opened
    return opened.forget
  }, [])
  return (to) => entry.current?.leave(to)
}
