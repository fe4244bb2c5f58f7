import type { Bead } from '#contract/schemas.ts'

/** Whether the viewer sees the button for the manual order of the posts (BY5). */
export const canArrange = (bead: Bead, readOnly: boolean): boolean => bead.can.move === true && !readOnly && bead.postCount >= 2
