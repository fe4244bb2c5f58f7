import { platform } from '../platform.ts'

/**
 * Whether the browser may support Google Cast: a Chromium on a secure page. Those without Google's media router are noticed by its script.
 * The desktop application has a sender of its own.
 */
export const mayCast = (): boolean =>
  platform.name === 'web' && isSecureContext && 'PresentationRequest' in globalThis && 'chrome' in globalThis
