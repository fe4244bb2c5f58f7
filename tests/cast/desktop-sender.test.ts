/** The sender of the desktop application, with both receivers: a page, the bridge, the shell's part, and `electron/cast`. */
import { setSender } from '../support/cast/browser.ts'

setSender('desktop')
await import('./strandReceiver.ts')
await import('./defaultReceiver.ts')
