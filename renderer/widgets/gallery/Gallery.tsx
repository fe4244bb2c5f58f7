import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { useDispatch } from 'react-redux'
import Lightbox, { type ControllerRef, type ZoomRef } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { isFailure, usePostQuery } from '#data/index.ts'
import { player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { useNoticeHold } from '#ui/notices.ts'
import { ShareButton } from '../share/index.ts'
import { CollectButton } from './CollectButton.tsx'
import type { ImagePost } from './imagePost.ts'
import { InfoBar } from './InfoBar.tsx'
import { InfoPane } from './InfoPane.tsx'
import { lightboxIcons, lightboxLabels, paneStyles } from './lightboxParts.tsx'
import { BrokenPicture, FailedPicture, LoadingPicture, SlideContext } from './PictureStates.tsx'
import { SwipeTip } from './SwipeTip.tsx'
import { useHistoryEntry } from './useHistoryEntry.ts'
import { usePictures } from './usePictures.ts'
import { useSlides } from './useSlides.ts'
import { useSwipeUp } from './useSwipeUp.ts'
import styles from './Gallery.module.css'

/**
 * Lightbox for a playlist's image posts, opened at `start` (Z1). Suspends the player while open (L8); navigating back
 * closes it.
 */
export default function Gallery({ start: opened, onClose }: { start: ImagePost; onClose: () => void }) {
  // The prop may change while the gallery is open, for example when the list is refetched.
  const [start] = useState(opened)
  const dispatch = useDispatch()
  /** Id of the post whose picture is shown. */
  const [current, setCurrent] = useState(start.id)
  const [paneOpen, setPaneOpen] = useState(false)
  const zoom = useRef<ZoomRef>(null)
  const infoButton = useRef<HTMLButtonElement>(null)
  const viewer = useRef<ControllerRef>(null)
  const close = useHistoryEntry(onClose)
  // Like a modal: only urgent notices appear over it.
  useNoticeHold(true)
  const pictures = usePictures(start, current)
  const { slides, retryPicture } = useSlides(pictures)
  const { currentData: post, error, refetch } = usePostQuery({ params: { id: current } })
  const swipe = useSwipeUp(
    () => setPaneOpen(true),
    // In a zoomed picture a swipe pans.
    () => (zoom.current?.zoom ?? 1) > 1,
  )

  useEffect(() => {
    dispatch(player.suspend())
    return () => void dispatch(player.unsuspend())
  }, [dispatch])

  const index = Math.max(
    0,
    pictures.findIndex(({ id }) => id === current),
  )
  const title = pictures[index]?.title ?? start.title
  const togglePane = () => {
    // Closing the pane removes the focused element.
    if (paneOpen) infoButton.current?.focus()
    setPaneOpen(!paneOpen)
  }
  const retry = () => {
    // The retry button is unmounted; keep the focus in the viewer so that its keys work.
    viewer.current?.focus()
    void refetch()
  }
  /** Closes the gallery before a link in it is followed. Links that open a new tab leave it open. */
  const followLink = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || link.target === '_blank' || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    close(link.getAttribute('href') ?? undefined)
  }
  /** The post was deleted, or the member may not see it. */
  const isUnavailable = error && isFailure(error) && (error.status === 404 || error.status === 403)
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
      zoom={{ ref: zoom }}
      on={{ view: ({ index: shown }) => setCurrent(pictures[shown]?.id ?? current) }}
      styles={paneOpen ? paneStyles : {}}
      labels={lightboxLabels()}
      // Dark in every theme. Browser tests read `data-state`.
      portal={{ container: { ...{ 'data-state': state, 'data-theme': 'dark' }, ...swipe, onClick: followLink } }}
      toolbar={{
        buttons: [
          <span key="place" className={styles.place} aria-hidden="true">
            {t.gallery.place(index + 1, pictures.length)}
          </span>,
          <CollectButton key="collect" postId={current} />,
          <ShareButton
            key={`share ${current}`}
            variant="icon"
            of={{ kind: 'post', id: current, title, href: `/${post?.href ?? current}` }}
          />,
          'zoom',
          'close',
        ],
      }}
      render={{
        ...lightboxIcons,
        slideContainer: ({ slide, children }) => <SlideContext value={slide}>{children}</SlideContext>,
        slide: isUnavailable ? ({ offset }) => (offset === 0 ? <BrokenPicture onRetry={retry} /> : undefined) : undefined,
        iconLoading: () => <LoadingPicture />,
        iconError: () => <FailedPicture onRetry={retryPicture} />,
        controls: () => (
          <>
            <InfoBar post={post} title={title} failed={error} onRetry={retry} onInfo={togglePane} open={paneOpen} infoButton={infoButton} />
            {paneOpen && <InfoPane post={post} failed={error} onRetry={retry} onClose={togglePane} />}
            <SwipeTip hasNext={index < pictures.length - 1} hasMoved={current !== start.id} paneOpen={paneOpen} />
          </>
        ),
      }}
    />
  )
}
