/** What other features may use of how visitors are welcomed. */
export { Landing } from './Landing.tsx'
