/** Repair of dead links. `../post/DeadLink.ts` loads it lazily; the dialog and the panel are loaded when they are opened. */
import { lazyComponent } from '#ui/lazyComponent.tsx'

export { DeadLink as default } from './DeadLink.tsx'
export type { RepairCalls } from './useRepair.ts'
export const RepairPanel = lazyComponent(() => import('./RepairPanel.tsx').then(({ RepairPanel }) => ({ default: RepairPanel })))
