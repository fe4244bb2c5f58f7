import type { Bead } from '#contract/schemas.ts'
import { Dead } from '#widgets/post/index.ts'
import { useAddress } from './filters/address.ts'

/** The dead links among what is listed now (BY8): a filter like the others. */
export function DeadLinks({ bead }: { bead: Bead }) {
  const { href } = useAddress(bead)
  return <Dead of={bead} href={(dead) => href({ dead })} />
}
