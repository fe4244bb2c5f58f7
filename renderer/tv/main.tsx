/** Entry of the page of a television, `/tv`. It signs in with a token of its own, so it ignores the cookie of the browser. */
import './polyfills.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configureClient } from '#data/client.ts'
import './base.css'
import { PairingScreen } from './PairingScreen.tsx'
import { readToken, removeToken, writeToken } from './storage.ts'
import { createTelevision } from './television.ts'
import { TelevisionScreen } from './TelevisionScreen.tsx'

const stored = readToken()
const root = createRoot(document.getElementById('root')!)
document.getElementById('waiting')?.remove()
if (stored === null) startPairing()
else startTelevision(stored)

function startPairing(): void {
  root.render(
    <StrictMode>
      <PairingScreen
        onConnected={(connected) => {
          writeToken(connected.token)
          startTelevision(connected.token)
        }}
      />
    </StrictMode>,
  )
}

function startTelevision(token: string): void {
  configureClient({ baseUrl: '', authentication: { kind: 'bearer', token: () => token } })
  const television = createTelevision(token, signOut)
  root.render(
    <StrictMode>
      <TelevisionScreen television={television} onSignOut={signOut} />
    </StrictMode>,
  )

  /** The engine of the next member starts in a new document. */
  function signOut(): void {
    removeToken()
    void television.forget().then(() => location.reload())
  }
}
