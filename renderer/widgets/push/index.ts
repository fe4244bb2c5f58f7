/** Push notifications of this device and their setting; entry point for other features. */
export { syncPushSubscription } from './browser.ts'
export { PushOptIn } from './PushOptIn.tsx'
