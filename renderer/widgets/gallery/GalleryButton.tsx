import { useState } from 'react'
import { Expand } from 'lucide-react'
import type { Media } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { asWindow, later } from '../../ui/later.tsx'

/** An image post, as far as it has to be known before it is asked for. */
export interface Pictured {
  id: string
  title: string
  bead: { id: string }
  media: Pick<Media, 'type' | 'image' | 'media'> | null
}

interface GalleryButtonProps {
  post: Pictured
  look?: 'bare' | 'over'
  className?: string | undefined
}

const Gallery = later(() => import('./Gallery.tsx'))

/** Opens the gallery at a post. Everything that it shows is fetched when somebody comes near. */
export default function GalleryButton({ post, look = 'over', className }: GalleryButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        name={t.gallery.open(post.title)}
        icon={<Icon as={Expand} />}
        look={look}
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
