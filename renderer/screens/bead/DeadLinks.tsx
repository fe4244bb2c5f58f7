import type { Bead } from '#contract/schemas.ts'
import { DeadLink } from '#widgets/post/index.ts'
import { useFilterAddress } from './filters/useFilterAddress.ts'

/** Filter of the listed posts by dead links (BY8). */
export function DeadLinks({ bead }: { bead: Bead }) {
  const { href } = useFilterAddress(bead)
  return <DeadLink of={bead} href={(dead) => href({ dead })} />
}
