import type { Bead } from '#contract/schemas.ts'
import { DeadLink } from '#widgets/post/index.ts'
import { useFilterAddress } from './filters/useFilterAddress.ts'

/** The link that filters the list by dead links (BY8), for members who can repair them. */
export function DeadLinks({ bead }: { bead: Bead }) {
  const { href } = useFilterAddress(bead)
  return <DeadLink of={bead} href={(dead) => href({ dead })} />
}
