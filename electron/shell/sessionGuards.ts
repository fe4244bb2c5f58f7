/** What pages and frames of the session may do. */
import type { Session } from 'electron'
import { isPermitted } from '../policy/permissions.ts'
import { refererFilter, stampReferer } from '../policy/referer.ts'

/** @param server the origin of the server whose pages use the session */
export function guardSession(session: Session, server: string | null): void {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) => {
    callback(isPermitted({ permission, requester: requestingUrl, server }))
  })
  // The contents are null for frames of other origins.
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { embeddingOrigin }) =>
    // Not `requestingUrl`: the origin of a sandboxed frame at an address of the server is empty.
    isPermitted({ permission, requester: requestingOrigin, embedder: embeddingOrigin, server }),
  )
  session.setDevicePermissionHandler(() => false)
  // The only listener of this event: a further one would replace it.
  session.webRequest.onBeforeSendHeaders(refererFilter, (details, callback) => {
    const requestHeaders = stampReferer(details, server)
    callback(requestHeaders === null ? {} : { requestHeaders })
  })
}
