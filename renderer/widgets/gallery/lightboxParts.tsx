import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'

/** Replaces the lightbox's English texts by those of the catalogue. */
export const lightboxLabels = () => ({
  Previous: t.gallery.previous,
  Next: t.gallery.next,
  Close: t.common.close,
  Lightbox: t.gallery.label,
  'Photo gallery': t.gallery.label,
  Carousel: t.gallery.label,
  Slide: t.gallery.picture,
  'Zoom in': t.gallery.zoomIn,
  'Zoom out': t.gallery.zoomOut,
})

export const lightboxIcons = {
  iconPrev: () => <Icon as={ChevronLeft} size={32} />,
  iconNext: () => <Icon as={ChevronRight} size={32} />,
  iconClose: () => <Icon as={X} />,
  iconZoomIn: () => <Icon as={ZoomIn} />,
  iconZoomOut: () => <Icon as={ZoomOut} />,
}

/** Leaves space for the details pane beside the picture, or below it in narrow windows. */
export const paneStyles = {
  slide: { paddingInlineEnd: 'var(--pane)', paddingBlockEnd: 'var(--below)' },
  navigationNext: { insetInlineEnd: 'var(--pane)' },
}
