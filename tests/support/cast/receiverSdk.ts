/**
 * A double of Google's Cast receiver SDK, over the device model. It is typed against the declarations of the SDK. Its player plays files in
 * the page's own element.
 */
import type * as sdk from 'chromecast-caf-receiver/cast.framework'
import type { Body } from './deviceModel.ts'

export interface ReceiverPort {
  /** The app runs from now on. */
  started(): void
  /** `sender`: undefined for all. */
  send(body: Body, sender: string | undefined): void
  onMessage(listener: (sender: string, body: Body) => void): void
  onSender(listener: (sender: string, isConnected: boolean) => void): void
  onVolume(listener: (volume: { level: number; muted: boolean }) => void): void
  stopped(): void
}

type Handler = (event: never) => void

class FakePlayers implements Pick<sdk.PlayerManager, 'setMediaElement' | 'load' | 'play' | 'pause' | 'seek' | 'stop'> {
  private element: HTMLMediaElement | null = null
  private readonly interceptors = new Map<string, (request: never) => unknown>()
  private readonly handlers = new Map<string, Set<Handler>>()
  private loads = 0
  setMediaElement(element: HTMLMediaElement | Promise<HTMLMediaElement>): void {
    if (element instanceof Promise) throw new Error('An element is expected')
    this.element = element
  }
  addEventListener(type: string, handler: Handler): void {
    const known = this.handlers.get(type) ?? new Set()
    this.handlers.set(type, known.add(handler))
  }
  setMessageInterceptor(type: string, interceptor: (request: never) => unknown): void {
    this.interceptors.set(type, interceptor)
  }
  private emit(type: string, event: object): void {
    for (const handler of this.handlers.get(type) ?? []) handler({ type, ...event } as never)
  }
  async load(request: sdk.messages.LoadRequestData): Promise<void> {
    const intercept = this.interceptors.get('LOAD')
    if (intercept && intercept(request as never) === null) return
    this.loads += 1
    const load = this.loads
    const element = this.element!
    element.src = request.media.contentUrl ?? request.media.contentId
    await new Promise<void>((resolve, reject) => {
      element.addEventListener('loadedmetadata', () => resolve(), { once: true })
      element.addEventListener('error', () => reject(new Error('905')), { once: true })
    }).catch((error: unknown) => {
      if (load === this.loads) throw error
    })
    if (load !== this.loads) {
      this.emit('ERROR', { detailedErrorCode: 904 })
      return
    }
    element.currentTime = request.currentTime ?? 0
    if (request.autoplay) await element.play()
  }
  play(): void {
    void this.element?.play()
  }
  pause(): void {
    this.element?.pause()
  }
  seek(time: number): void {
    if (this.element) this.element.currentTime = time
  }
  stop(): void {
    this.loads += 1
    this.element?.pause()
    this.element?.removeAttribute('src')
  }
  /** A request of the remote control of the television, or of another app. */
  handle(type: string, request: Body): void {
    const intercept = this.interceptors.get(type)
    const handled = intercept ? intercept(request as never) : request
    if (handled === null) return
    if (type === 'PLAY') this.play()
    if (type === 'PAUSE') this.pause()
    if (type === 'SEEK') this.seek(Number(request['currentTime']))
    if (type === 'LOAD') void this.load(request as never)
  }
}

/** Constructors of the SDK's data. */
function Plain(): void {}
function Image(this: object, url: string): void {
  Object.assign(this, { url })
}

/** Creates the global `cast.framework` of a receiver's page. */
export function createReceiverSdk(port: ReceiverPort) {
  const players = new FakePlayers()
  const senders = new Set<string>()
  const handlers = new Map<string, Set<Handler>>()
  const messageHandlers = new Set<Handler>()
  let isStarted = false
  const emit = (type: string, event: object): void => {
    for (const handler of handlers.get(type) ?? []) handler({ type, ...event } as never)
  }
  port.onMessage((senderId, data) => {
    // What arrives before the app has started is lost.
    if (isStarted) for (const handler of messageHandlers) handler({ senderId, data } as never)
  })
  port.onSender((senderId, isConnected) => {
    if (isConnected) senders.add(senderId)
    else senders.delete(senderId)
    emit(isConnected ? 'senderconnected' : 'senderdisconnected', { senderId })
  })
  port.onVolume((data) => emit('systemvolumechanged', { data }))
  const context: Pick<
    sdk.CastReceiverContext,
    'addCustomMessageListener' | 'addEventListener' | 'sendCustomMessage' | 'getSenders' | 'stop'
  > = {
    addCustomMessageListener: (_namespace, handler) => void messageHandlers.add(handler as Handler),
    addEventListener(type, handler) {
      const known = handlers.get(type as string) ?? new Set()
      handlers.set(type as string, known.add(handler as Handler))
    },
    sendCustomMessage: (_namespace, sender, body) => port.send(body as Body, sender),
    getSenders: () => [...senders].map((id) => ({ id })) as sdk.system.Sender[],
    stop: () => port.stopped(),
  }
  const framework = {
    CastReceiverContext: {
      getInstance: () => ({
        ...context,
        getPlayerManager: () => players,
        start() {
          isStarted = true
          port.started()
        },
      }),
    },
    system: {
      EventType: {
        SENDER_CONNECTED: 'senderconnected',
        SENDER_DISCONNECTED: 'senderdisconnected',
        SYSTEM_VOLUME_CHANGED: 'systemvolumechanged',
      },
      MessageType: { JSON: 'JSON' },
    },
    events: { EventType: { ERROR: 'ERROR' }, DetailedErrorCode: { LOAD_INTERRUPTED: 904 } },
    messages: {
      LoadRequestData: Plain,
      MediaInformation: Plain,
      GenericMediaMetadata: Plain,
      Image,
      StreamType: { BUFFERED: 'BUFFERED' },
      Command: { ALL_BASIC_MEDIA: 12_303, QUEUE_NEXT: 64, QUEUE_PREV: 128 },
      MessageType: { LOAD: 'LOAD', PAUSE: 'PAUSE', PLAY: 'PLAY', QUEUE_UPDATE: 'QUEUE_UPDATE', SEEK: 'SEEK' },
    },
  }
  return { framework, players }
}
