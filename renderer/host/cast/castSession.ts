/** A session with Strand's receiver on a Cast device, as a connection between devices: messages, and what happens to it. */
/// <reference types="chromecast-caf-sender" />
import { castDeviceId, type DeviceEvent, type DeviceLink } from '#player/index.ts'
import { castNamespace, createMessenger, type CastAnswer, type CastRequest } from './protocol.ts'

/** The receiver is greeted at this interval (ms) until it answers, and given up after `welcomeMs`: its page is loading; both ours. */
const helloMs = 1000
const welcomeMs = 20_000
/** A token is renewed after this time (ms): it is valid for four hours (decision 42). */
const renewMs = 3_600_000
/** A token that the receiver requests is at least this old (ms); the server issues 20 an hour. */
const minTokenAgeMs = 240_000

/** The part of Google's session that is used. */
type SdkSession = Pick<cast.framework.CastSession, 'sendMessage' | 'addMessageListener' | 'removeMessageListener' | 'getVolume' | 'isMute'>

interface CastSessionOptions {
  session: SdkSession
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
    session.sendMessage(castNamespace, part).catch((error: unknown) => log('A message to the Cast device failed', error))
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

  function receive(_namespace: string, text: string): void {
    const answer = messenger.receive(castDeviceId, parse(text))
    if (answer?.type === 'welcome') {
      clearInterval(greeting)
      clearTimeout(timeout)
      onWelcome(answer)
      send({ type: 'volume', volume: session.getVolume(), muted: session.isMute() })
    } else if (answer?.type === 'tokenNeeded') void sendToken()
    else if (answer?.type === 'device') emit({ type: 'message', from: castDeviceId, message: answer.message })
  }

  session.addMessageListener(castNamespace, receive)
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
      session.removeMessageListener(castNamespace, receive)
      emit({ type: 'gone', device: castDeviceId })
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
