/** Repair of dead links; loaded lazily, its dialog separately. */
export { DeadLink as default } from './DeadLink.tsx'
