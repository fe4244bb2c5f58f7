import type { Bead } from '#contract/schemas.ts'
import { BeadTile } from '#ui/BeadTile.tsx'
import { Image } from '#ui/Image.tsx'
import { useMedia } from '#ui/useMedia.ts'

/** The small variant of a picture of our own (B9); others have one size. */
const smallOf = (image: string | null): string | null =>
  image?.replace(/^\/images\/beads\/(b\w+\.jpg\?v=)/, '/images/beads/small/$1') ?? null

/** A playlist's picture, or a pattern of its own where it has none. In a narrow window the small variant does. */
export function Cover({ bead, eager }: { bead: Pick<Bead, 'id' | 'image' | 'category'>; eager?: boolean }) {
  const narrow = useMedia('(max-width: 640px)')
  return (
    <Image
      src={narrow ? smallOf(bead.image) : bead.image}
      alt=""
      ratio="1/1"
      seed={bead.id}
      eager={eager}
      glyph={<BeadTile seed={bead.id} />}
    />
  )
}
