import { useState } from 'react'
import { Expand } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { asWindow, lazyComponent } from '#ui/lazyComponent.tsx'
import type { ImagePost } from './imagePost.ts'

interface GalleryButtonProps {
  post: ImagePost
  /** `over`: on a picture. */
  variant?: 'bare' | 'over'
  className?: string | undefined
}

const Gallery = lazyComponent(() => import('./Gallery.tsx'))

/** Button that opens the gallery at a post. The gallery's code loads on hover or focus. */
export function GalleryButton({ post, variant = 'over', className }: GalleryButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        name={t.gallery.open(post.title)}
        icon={<Icon as={Expand} />}
        look={variant}
        className={className}
        aria-haspopup="dialog"
        onPointerEnter={Gallery.preload}
        onFocus={Gallery.preload}
        onClick={() => setOpen(true)}
      />
      {open && <Gallery start={post} onClose={close} {...asWindow({ open }, close)} />}
    </>
  )
}
