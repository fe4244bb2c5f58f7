/** Google's sender in the browser, with both receivers. */
import { setSender } from '../support/cast/browser.ts'

setSender('google')
await import('./strandReceiver.ts')
await import('./defaultReceiver.ts')
