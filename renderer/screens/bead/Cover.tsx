import type { Bead } from '#contract/schemas.ts'
import { BeadTile } from '#ui/BeadTile.tsx'
import { Image } from '#ui/Image.tsx'
import { useMedia } from '#ui/useMedia.ts'

/**
 * The address of the small variant of an uploaded picture (B9). External pictures have one size, and their address
 * stays.
 */
const smallVariant = (image: string | null): string | null =>
  image?.replace(/^\/images\/beads\/(b\w+\.jpg\?v=)/, '/images/beads/small/$1') ?? null

/** The playlist's picture, or a generated pattern. Narrow viewports load the small variant. */
export function Cover({ bead, eager }: { bead: Pick<Bead, 'id' | 'image' | 'category'>; eager?: boolean }) {
  const narrow = useMedia('(max-width: 640px)')
  return (
    <Image
      src={narrow ? smallVariant(bead.image) : bead.image}
      alt=""
      ratio="1/1"
      seed={bead.id}
      eager={eager}
      glyph={<BeadTile seed={bead.id} />}
    />
  )
}
