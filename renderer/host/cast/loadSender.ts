/** Chooses the sender of Google Cast: that of the application that shows the page, otherwise Google's. */
import { platform } from '../platform.ts'
import { createGoogleSender } from './googleSender.ts'
import { loadCastSdk } from './sdk.ts'
import type { CastSender } from './sender.ts'

/** Null: there is no Cast here. */
export async function loadSender(): Promise<CastSender | null> {
  const { bridge } = platform
  if (bridge !== null) {
    // An earlier version of the application has none.
    if (!('connectCast' in bridge)) return null
    const { createDesktopSender } = await import('../desktop/castSender.ts')
    return createDesktopSender(bridge)
  }
  const sdk = await loadCastSdk()
  return sdk && createGoogleSender(sdk)
}
