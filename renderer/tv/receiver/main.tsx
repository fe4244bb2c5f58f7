/** Entry of the page of a Cast device, `/cast/receiver`. Google's library is a script of the document. */
import '../polyfills.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { castSettings } from '#host/cast/settings.ts'
import { t } from '#texts/index.ts'
import '../base.css'
import { TvScreen } from '../TvScreen.tsx'
import type { Framework } from './filesOutput.ts'
import { createReceiver } from './receiver.ts'

const library = (globalThis as unknown as { cast?: { framework?: Framework } }).cast?.framework
// Without the library, the document says that the page has not started.
if (library !== undefined) {
  const receiver = createReceiver({ framework: library, document, playsFrames: castSettings().receiver === 'all' })
  document.getElementById('waiting')?.remove()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <TvScreen player={receiver} header={null} idle={{ title: t.cast.receiver.idle, hint: t.cast.receiver.idleHint }} />
    </StrictMode>,
  )
}
