export { syncPushSubscription } from './browser.ts'
export { PushOptIn } from './PushOptIn.tsx'
