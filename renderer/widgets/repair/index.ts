/** Repair of dead links. `../post/DeadLink.ts` loads it lazily; the dialog is loaded when it is opened. */
export { DeadLink as default } from './DeadLink.tsx'
