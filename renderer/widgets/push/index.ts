export { settlePush } from './browser.ts'
export { PushOptIn } from './PushOptIn.tsx'
