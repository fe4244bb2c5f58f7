import { platform } from '../platform.ts'

/**
 * Whether Google Cast may be supported: by an application with a sender of its own, or by a Chromium on a secure page. Those without
 * Google's media router are noticed by its script.
 */
export const mayCast = (): boolean =>
  platform.bridge === null
    ? isSecureContext && 'PresentationRequest' in globalThis && 'chrome' in globalThis
    : // Applications of earlier versions have none.
      'connectCast' in platform.bridge
