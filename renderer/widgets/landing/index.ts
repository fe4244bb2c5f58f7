/** Landing overlay for visitors; entry point for other features. */
export { Landing } from './Landing.tsx'
