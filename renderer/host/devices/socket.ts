/** The WebSocket of Strand Connect, which reconnects by itself. */
import type { ClientFrame, ServerFrame } from '#contract/connect.ts'
import { connectCloseCodes, connectPath, connectProtocol, connectTokenPrefix } from '#contract/rules.ts'

/** Delay (ms) before the first attempt to reconnect; it doubles up to the maximum, and varies by 30 %. */
const firstDelayMs = 500
const maxDelayMs = 30_000
/** A page that becomes visible after this time without a frame reconnects: after sleep, a dead connection is not noticed for minutes. */
const staleMs = 45_000

interface SocketOptions {
  /** The first frame of each connection. */
  hello(): ClientFrame
  onFrame(frame: ServerFrame): void
  onConnection(isConnected: boolean): void
  /** Another page has connected with the same device id. Return after choosing another one. */
  onReplaced(): void
  /** The session or the token has ended: it does not connect again. */
  onEnded?(): void
  /** A connection was not opened: the server is not reachable, or refuses it. A page cannot know which. It tries again. */
  onRefused?(): void
  /** Signs in a device without a session cookie. */
  token?: string
  /** For tests. */
  create?: (url: string, protocols: string[]) => WebSocket
}

export interface ConnectSocket {
  send(frame: ClientFrame): void
  close(): void
}

export function openSocket({
  hello,
  onFrame,
  onConnection,
  onReplaced,
  onEnded,
  onRefused,
  token,
  create = (url, protocols) => new WebSocket(url, protocols),
}: SocketOptions): ConnectSocket {
  let socket: WebSocket | null = null
  let isConnected = false
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let receivedAt = 0

  function setConnected(next: boolean): void {
    if (isConnected === next) return
    isConnected = next
    onConnection(next)
  }

  function connect(): void {
    clearTimeout(timer)
    const protocols = [connectProtocol, ...(token === undefined ? [] : [connectTokenPrefix + token])]
    const opened = create(`${location.origin.replace(/^http/, 'ws')}${connectPath}`, protocols)
    let hasOpened = false
    socket = opened
    opened.onopen = () => {
      hasOpened = true
      opened.send(JSON.stringify(hello()))
    }
    opened.onmessage = ({ data }) => {
      receivedAt = Date.now()
      const frame = JSON.parse(String(data)) as ServerFrame
      if (frame.type === 'welcome') {
        attempts = 0
        setConnected(true)
      }
      onFrame(frame)
    }
    opened.onclose = ({ code }) => {
      if (socket !== opened) return
      socket = null
      setConnected(false)
      if (code === connectCloseCodes.ended) onEnded?.()
      if (code === connectCloseCodes.ended || code === connectCloseCodes.version) return
      if (!hasOpened) onRefused?.()
      if (code === connectCloseCodes.replaced) onReplaced()
      schedule()
    }
  }

  function schedule(): void {
    const delay = Math.min(firstDelayMs * 2 ** attempts, maxDelayMs) * (0.7 + 0.6 * Math.random())
    attempts += 1
    timer = setTimeout(connect, delay)
  }

  /** Connects at once if the connection is lost or may be. */
  function revive(): void {
    const isStale = isConnected && Date.now() - receivedAt > staleMs
    if (socket !== null && !isStale) return
    const old = socket
    socket = null
    old?.close()
    attempts = 0
    setConnected(false)
    connect()
  }

  const onVisibility = () => {
    if (document.visibilityState === 'visible') revive()
  }
  // Not with a signal, which televisions do not support.
  addEventListener('online', revive)
  document.addEventListener('visibilitychange', onVisibility)
  connect()

  return {
    send(frame) {
      if (isConnected) socket?.send(JSON.stringify(frame))
    },
    close() {
      removeEventListener('online', revive)
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(timer)
      const old = socket
      socket = null
      old?.close()
    },
  }
}
