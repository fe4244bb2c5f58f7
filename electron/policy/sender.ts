/** Which frames may use the bridge: the main frame of the server's pages, and no other. */
import { originOf } from './origins.ts'

export interface SenderFrame {
  /** The frame around it; null for a main frame. */
  parent: unknown
  url: string
  origin: string
}

/** @param frame null if it has navigated or closed since it sent the message */
export function isTrustedSender(frame: SenderFrame | null | undefined, server: string | null): boolean {
  if (!frame || server === null || frame.parent !== null) return false
  // Both: a sandboxed document at the same address has the origin `null`.
  return frame.origin === server && originOf(frame.url) === server
}
