import type { Bead } from '../../../server/contract/schemas.ts'
import { BeadTile } from '../../ui/BeadTile.tsx'
import { Image } from '../../ui/Image.tsx'

/** A playlist's picture, or a pattern of its own where it has none. */
export const Cover = ({ bead, eager }: { bead: Pick<Bead, 'id' | 'image' | 'category'>; eager?: boolean }) => (
  <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} eager={eager} glyph={<BeadTile seed={bead.id} />} />
)
