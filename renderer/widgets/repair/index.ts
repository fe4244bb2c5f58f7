/** Repair of dead links; loaded lazily, its dialog separately. */
export { Dead as default } from './Dead.tsx'
