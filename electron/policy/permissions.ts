import { frameOrigins, originOf } from './origins.ts'

/** `local-network` and the following: a server or a television in the home network. */
const serverPermissions: ReadonlySet<string> = new Set([
  'automatic-fullscreen',
  'clipboard-sanitized-write',
  'fullscreen',
  'local-network',
  'local-network-access',
  'loopback-network',
  'notifications',
  'persistent-storage',
  'screen-wake-lock',
  'speaker-selection',
])

const framePermissions: ReadonlySet<string> = new Set(['automatic-fullscreen', 'fullscreen'])

export interface PermissionQuery {
  permission: string
  /** URL or origin of the frame that needs the permission. */
  requester: string | undefined
  /** Origin of the page around the frame, where it is known. */
  embedder?: string | undefined
  server: string | null
}

/** Everything that is not listed is denied: Electron itself grants requests that are not handled. */
export function isPermitted({ permission, requester, embedder, server }: PermissionQuery): boolean {
  const origin = requester === undefined ? null : originOf(requester)
  if (origin === null || server === null) return false
  // An embedder that is known must be the server's page, also where the frame is one.
  if (embedder !== undefined && embedder !== '' && originOf(embedder) !== server) return false
  if (origin === server) return serverPermissions.has(permission)
  return frameOrigins.has(origin) && framePermissions.has(permission)
}
