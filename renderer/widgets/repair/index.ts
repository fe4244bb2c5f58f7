/** What other features may use of the repair of dead links; it comes late, and its window later still. */
export { Dead as default } from './Dead.tsx'
