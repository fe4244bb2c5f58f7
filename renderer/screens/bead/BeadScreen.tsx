import { BeadFeed } from './BeadFeed.tsx'
import { BeadView } from './BeadView.tsx'

/** `/{bead}`: a playlist. */
export default function BeadScreen({ id }: { id: string }) {
  return <BeadView id={id} feed={BeadFeed} />
}
