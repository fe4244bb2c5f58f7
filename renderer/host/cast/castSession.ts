/** A session with Strand's receiver on a Cast device, as a connection between devices: messages, and what happens to it. */
import { castDeviceId, type DeviceEvent, type DeviceLink } from '#player/index.ts'
import { createMessenger, type CastAnswer, type CastRequest } from './protocol.ts'
import type { SenderSession } from './sender.ts'

/** The receiver is greeted at this interval (ms) until it answers, and given up after `welcomeMs`: its page is loading; both ours. */
const helloMs = 1000
const welcomeMs = 20_000
/** A token is renewed after this time (ms): it is valid for four hours (decision 42). */
const renewMs = 3_600_000
/** A token that the receiver requests is at least this old (ms); the server issues 20 an hour. */
const minTokenAgeMs = 240_000

interface CastSessionOptions {
  session: SenderSession
  /** A token for the receiver; null for a visitor, or if there is none now. */
  requestToken(): Promise<string | null>
  /** Cast errors are logged only (K1). */
  log(text: string, error?: unknown): void
}

interface CastSession {
  /** For the driver that controls the receiver. */
  readonly link: DeviceLink
  /** Resolves when the receiver answers: whether it has no queue. Null: it does not answer. */
  readonly welcome: Promise<{ isIdle: boolean } | null>
  /** Gives the receiver a token: it has the queue of this page. */
  sendToken(): void
  close(): void
}

export function createCastSession({ session, requestToken, log }: CastSessionOptions): CastSession {
  const listeners = new Set<(event: DeviceEvent) => void>()
  /** The last token, and when it was requested (ms). */
  let last: { token: string; at: number } | null = null
  let isRequesting = false
  let isClosed = false
  let onWelcome: (answer: { isIdle: boolean } | null) => void
  const welcome = new Promise<{ isIdle: boolean } | null>((resolve) => {
    onWelcome = resolve
  })
  const messenger = createMessenger<CastRequest, CastAnswer>((_to, part) => {
    session.send(part as object).catch((error: unknown) => log('A message to the Cast device failed', error))
  })
  const send = (body: CastRequest): void => {
    if (!isClosed) messenger.send(castDeviceId, body)
  }
  const emit = (event: DeviceEvent): void => {
    for (const listener of [...listeners]) listener(event)
  }

  async function sendToken(): Promise<void> {
    if (isClosed || isRequesting) return
    if (last === null || Date.now() - last.at >= minTokenAgeMs) {
      isRequesting = true
      const token = await requestToken()
      isRequesting = false
      if (token !== null) last = { token, at: Date.now() }
    }
    if (last !== null) send({ type: 'token', token: last.token })
  }

  function receive(part: unknown): void {
    const answer = messenger.receive(castDeviceId, part)
    if (answer?.type === 'welcome') {
      clearInterval(greeting)
      clearTimeout(timeout)
      onWelcome(answer)
      send({ type: 'volume', ...session.volume() })
    } else if (answer?.type === 'tokenNeeded') void sendToken()
    else if (answer?.type === 'device') emit({ type: 'message', from: castDeviceId, message: answer.message })
  }

  const unsubscribers = [session.onMessage(receive), session.onConnection((connected) => emit({ type: 'connection', connected }))]
  send({ type: 'hello' })
  const greeting = setInterval(() => send({ type: 'hello' }), helloMs)
  const renewal = setInterval(() => {
    if (last !== null) void sendToken()
  }, renewMs)
  const timeout = setTimeout(() => {
    clearInterval(greeting)
    onWelcome(null)
  }, welcomeMs)

  return {
    link: {
      send: (_to, message) => send({ type: 'device', message }),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    welcome,
    sendToken: () => void sendToken(),
    close() {
      if (isClosed) return
      isClosed = true
      for (const timer of [greeting, renewal]) clearInterval(timer)
      clearTimeout(timeout)
      onWelcome(null)
      for (const unsubscribe of unsubscribers) unsubscribe()
      emit({ type: 'gone', device: castDeviceId })
    },
  }
}
