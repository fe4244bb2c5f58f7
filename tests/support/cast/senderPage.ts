/** The script that tests serve as Google's Cast sender: the double of the SDK, whose device is in the process of the test. */
import type { ModelMessage } from './deviceModel.ts'
import { createSenderSdk } from './senderSdk.ts'

interface CastWindow {
  /** Bindings of the test. */
  castSend(message: ModelMessage): Promise<boolean>
  castAttach(sender: string): Promise<void>
  castChoose(): Promise<boolean>
  /** Called by the test. */
  castDeliver(message: ModelMessage): void
  cast: unknown
  chrome: { cast?: unknown } | undefined
  __onGCastApiAvailable(isAvailable: boolean): void
}

const page = window as unknown as CastWindow
const sessionKey = 'cast-session'
const listeners: ((message: ModelMessage) => void)[] = []
page.castDeliver = (message) => {
  for (const listener of listeners) listener(message)
}
const sender = `page-${Math.random().toString(36).slice(2)}`
void page.castAttach(sender).then(() => {
  const { framework, api } = createSenderSdk({
    sender,
    send: (message) => page.castSend(message),
    onMessage: (listener) => void listeners.push(listener),
    choose: () => page.castChoose(),
    storage: {
      read: () => sessionStorage.getItem(sessionKey),
      write: (session) => (session === null ? sessionStorage.removeItem(sessionKey) : sessionStorage.setItem(sessionKey, session)),
    },
  })
  page.cast = { framework }
  page.chrome = { ...page.chrome, cast: api }
  page.__onGCastApiAvailable(true)
})
