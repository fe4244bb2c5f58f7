/**
 * A Cast device as a state machine: messages in, messages out, without a transport, without timers and without Node. It behaves as real
 * devices do where senders go wrong: it answers before or after it broadcasts, shows only the neighbours of the current item, refuses
 * large messages, cancels a load when another one follows, and loses its network. What it says of media is typed against the declarations
 * of Google's SDK.
 */
/// <reference types="chromecast-caf-sender" />
export type Body = Record<string, unknown>

export interface ModelMessage {
  source: string
  destination: string
  namespace: string
  body: Body
}

const receiverNamespace = 'urn:x-cast:com.google.cast.receiver'
const mediaNamespace = 'urn:x-cast:com.google.cast.media'
const connectionNamespace = 'urn:x-cast:com.google.cast.tp.connection'
const heartbeatNamespace = 'urn:x-cast:com.google.cast.tp.heartbeat'
const strandNamespace = 'urn:x-cast:app.strand'
const platform = 'receiver-0'

/** Bytes of a message that a device accepts. */
export const maxMessage = 65_536

/** `detailedErrorCode` of the SDK. */
const sourceNotSupported = 104
const loadInterrupted = 904

type Media = chrome.cast.media.Media
type Item = Pick<chrome.cast.media.QueueItem, 'itemId'> & {
  media: Pick<chrome.cast.media.MediaInfo, 'contentId' | 'duration' | 'customData'>
  customData?: Body
}
type Repeat = `${chrome.cast.media.RepeatMode}`
type PlayerState = `${chrome.cast.media.PlayerState}`
type IdleReason = `${chrome.cast.media.IdleReason}`

/** A medium in a status: an update leaves out what has not changed. */
type MediaStatus = Pick<Media, 'mediaSessionId'> &
  Partial<Pick<Media, 'currentItemId' | 'currentTime'>> & {
    playerState: PlayerState
    idleReason?: IdleReason
    loadingItemId?: number
    repeatMode?: Repeat
    media?: Item['media']
    items?: Item[]
  }

interface Playback {
  mediaSessionId: number
  items: Item[]
  index: number
  state: Extract<PlayerState, 'PLAYING' | 'PAUSED'>
  repeat: Repeat
  /** Seconds at the time `since` (ms). */
  position: number
  since: number
}

/** A load that is not complete. */
interface Load {
  sender: string
  requestId: unknown
  playback: Playback
  dueAt: number
}

const mediaStatus = (...status: MediaStatus[]): Body => ({ type: 'MEDIA_STATUS', status })

export interface DeviceModelOptions {
  /** Ids of the apps that the device has. */
  apps: readonly string[]
  /** The time in ms. `tick` does what is due. */
  now(): number
  /** Whether an answer precedes the broadcast of the same change. */
  answersFirst?: boolean
  /** Media that cannot be played, by `contentId`. */
  unplayable?: readonly string[]
  /** Time (ms) that a load takes. */
  loadMs?: number
  /** Whether a person has to allow each app: `approve`. */
  needsApproval?: boolean
  /** A message of a sender to the app of Strand, by its sender. */
  onStrandMessage?(sender: string, body: Body): void
  /** A sender has connected to the app, or left it. */
  onSender?(sender: string, isConnected: boolean): void
  /** `level`: 0 to 1. */
  onVolume?(volume: { level: number; muted: boolean }): void
}

export function createDeviceModel(options: DeviceModelOptions) {
  const {
    apps,
    now,
    answersFirst = true,
    unplayable = [],
    loadMs = 0,
    needsApproval = false,
    onStrandMessage,
    onSender,
    onVolume,
  } = options
  const senders = new Map<string, (message: ModelMessage) => void>()
  /** Virtual connections, as `sender destination`. */
  const joined = new Set<string>()
  let app: { appId: string; sessionId: string; transportId: string } | null = null
  let playback: Playback | null = null
  let loading: Load | null = null
  /** The time at which the next item of the queue starts, while it loads. */
  let movesAt: number | null = null
  let approval: { sender: string; appId: string; requestId: unknown } | null = null
  let volume = { level: 1, muted: false }
  let isOnline = true
  let issued = 0
  const next = (): number => (issued += 1)

  const statusOfReceiver = (): Body => ({
    type: 'RECEIVER_STATUS',
    status: { volume, applications: app ? [{ ...app, displayName: 'App' }] : [] },
  })

  const position = ({ state, position: from, since, items, index }: Playback): number =>
    Math.min(state === 'PLAYING' ? from + (now() - since) / 1000 : from, items[index]!.media.duration ?? Infinity)

  /** @param isFull False for an update, which leaves out what has not changed. */
  const statusOfMedia = (isFull = true): Body => {
    if (!playback) return mediaStatus()
    const { items, index, mediaSessionId, state, repeat } = playback
    const neighbours = items.slice(Math.max(index - 1, 0), index + 2)
    return mediaStatus({
      mediaSessionId,
      playerState: state,
      currentTime: position(playback),
      currentItemId: items[index]!.itemId,
      repeatMode: repeat,
      ...(isFull && { media: items[index]!.media, items: neighbours }),
    })
  }

  function send(sender: string, message: Omit<ModelMessage, 'destination'>): void {
    if (isOnline) senders.get(sender)?.({ ...message, destination: sender })
  }
  function deliver(sender: string, source: string, namespace: string, body: Body): void {
    if (joined.has(`${sender} ${source}`)) send(sender, { source, namespace, body })
  }
  function broadcast(source: string, namespace: string, body: Body): void {
    for (const sender of [...senders.keys()]) deliver(sender, source, namespace, { ...body, requestId: 0 })
  }
  /** Answers a request, and broadcasts the same status. */
  function change(sender: string, source: string, namespace: string, requestId: unknown, body: () => Body): void {
    const answer = (): void => deliver(sender, source, namespace, { ...body(), requestId })
    if (answersFirst) answer()
    broadcast(source, namespace, body())
    if (!answersFirst) answer()
  }
  const broadcastMedia = (): void => broadcast(app!.transportId, mediaNamespace, statusOfMedia())

  /** The medium ends. The status names the reason, and nothing is loaded afterwards. */
  function becomeIdle(mediaSessionId: number, idleReason: IdleReason): void {
    playback = null
    broadcast(app!.transportId, mediaNamespace, mediaStatus({ mediaSessionId, playerState: 'IDLE', idleReason, currentTime: 0 }))
  }

  function closeApp(): void {
    const closed = app
    app = playback = loading = movesAt = null
    if (closed) broadcast(closed.transportId, connectionNamespace, { type: 'CLOSE' })
  }

  function launch(sender: string, appId: string, requestId: unknown): void {
    closeApp()
    app = { appId, sessionId: `session-${next()}`, transportId: `transport-${next()}` }
    change(sender, platform, receiverNamespace, requestId, statusOfReceiver)
  }

  function onReceiver(sender: string, body: Body): void {
    const { type, requestId, appId } = body
    const answer = (answered: Body): void => deliver(sender, platform, receiverNamespace, { ...answered, requestId })
    const changed = (): void => change(sender, platform, receiverNamespace, requestId, statusOfReceiver)
    if (type === 'GET_STATUS') answer(statusOfReceiver())
    else if (type === 'GET_APP_AVAILABILITY')
      answer({
        type: 'GET_APP_AVAILABILITY',
        availability: Object.fromEntries((appId as string[]).map((id) => [id, apps.includes(id) ? 'APP_AVAILABLE' : 'APP_UNAVAILABLE'])),
      })
    else if (type === 'LAUNCH') {
      if (!apps.includes(String(appId))) answer({ type: 'LAUNCH_ERROR', reason: 'NOT_FOUND' })
      else if (needsApproval) {
        approval = { sender, appId: String(appId), requestId }
        answer({ type: 'LAUNCH_STATUS', status: 'USER_PENDING_AUTHORIZATION' })
      } else launch(sender, String(appId), requestId)
    } else if (type === 'SET_VOLUME') {
      volume = { ...volume, ...(body['volume'] as object) }
      onVolume?.(volume)
      changed()
    } else if (type === 'STOP') {
      if (body['sessionId'] !== app?.sessionId) return answer({ type: 'INVALID_REQUEST', reason: 'INVALID_SESSION_ID' })
      closeApp()
      changed()
    } else answer({ type: 'INVALID_REQUEST', reason: 'INVALID_COMMAND' })
  }

  const place = (items: unknown): Item[] => (items as Omit<Item, 'itemId'>[]).map((item) => ({ ...item, itemId: next() }))

  function load(sender: string, body: Body): void {
    const { requestId, startIndex, currentTime, autoplay, repeatMode } = body
    if (loading) {
      deliver(loading.sender, app!.transportId, mediaNamespace, { type: 'LOAD_CANCELLED', requestId: loading.requestId })
      broadcast(app!.transportId, mediaNamespace, { type: 'ERROR', detailedErrorCode: loadInterrupted })
    }
    const items = place(body['items'] ?? [{ media: body['media'], customData: body['customData'] }])
    const index = Number(startIndex ?? 0)
    if (!items[index]) return deliver(sender, app!.transportId, mediaNamespace, { type: 'INVALID_REQUEST', requestId })
    loading = {
      sender,
      requestId,
      dueAt: now() + loadMs,
      playback: {
        mediaSessionId: next(),
        items,
        index,
        state: autoplay === false ? 'PAUSED' : 'PLAYING',
        repeat: (repeatMode as Repeat | undefined) ?? 'REPEAT_OFF',
        position: Number(currentTime ?? 0),
        since: 0,
      },
    }
    if (loadMs === 0) finishLoad(loading)
  }

  function finishLoad({ sender, requestId, playback: loaded }: Load): void {
    loading = movesAt = null
    if (isUnplayable(loaded.items[loaded.index]!)) {
      deliver(sender, app!.transportId, mediaNamespace, { type: 'LOAD_FAILED', requestId, detailedErrorCode: sourceNotSupported })
      becomeIdle(loaded.mediaSessionId, 'ERROR')
      return
    }
    playback = { ...loaded, since: now() }
    change(sender, app!.transportId, mediaNamespace, requestId, () => statusOfMedia())
  }

  const isUnplayable = ({ media }: Item): boolean => unplayable.includes(media.contentId)

  function control(sender: string, body: Body): void {
    const { type, requestId, mediaSessionId } = body
    const transport = app!.transportId
    const refuse = (reason: string): void => deliver(sender, transport, mediaNamespace, { type: reason, requestId })
    if (!playback || mediaSessionId !== playback.mediaSessionId) return refuse('INVALID_PLAYER_STATE')
    Object.assign(playback, { position: position(playback), since: now() })
    if (type === 'PLAY') playback.state = 'PLAYING'
    else if (type === 'PAUSE') playback.state = 'PAUSED'
    else if (type === 'SEEK') playback.position = Number(body['currentTime'])
    else if (type === 'STOP') {
      deliver(sender, transport, mediaNamespace, { ...mediaStatus(), requestId })
      return becomeIdle(playback.mediaSessionId, 'CANCELLED')
    } else if (type === 'QUEUE_UPDATE') updateQueue(playback, body)
    else if (type === 'QUEUE_INSERT') insert(playback, body)
    else return refuse('INVALID_REQUEST')
    change(sender, transport, mediaNamespace, requestId, () => statusOfMedia(String(type).startsWith('QUEUE')))
  }

  function updateQueue({ items, index, repeat }: Playback, { jump, currentItemId, repeatMode }: Body): void {
    playback!.repeat = (repeatMode as Repeat | undefined) ?? repeat
    if (jump !== undefined) moveTo(index + Number(jump))
    else if (currentItemId !== undefined) moveTo(items.findIndex(({ itemId }) => itemId === currentItemId))
  }

  /** The current item stays the current one. */
  function insert(current: Playback, { items, insertBefore }: Body): void {
    const { itemId } = current.items[current.index]!
    const before = current.items.findIndex((item) => item.itemId === insertBefore)
    current.items.splice(before < 0 ? current.items.length : before, 0, ...place(items))
    current.index = current.items.findIndex((item) => item.itemId === itemId)
  }

  /** The index in the queue, which may repeat. */
  const indexOf = ({ items, repeat }: Playback, target: number): number =>
    repeat === 'REPEAT_ALL' ? (target + items.length) % items.length : target

  function moveTo(target: number): void {
    movesAt = null
    if (!playback) return
    const { items, mediaSessionId } = playback
    const index = indexOf(playback, target)
    if (!items[index]) return becomeIdle(mediaSessionId, 'FINISHED')
    if (isUnplayable(items[index])) return becomeIdle(mediaSessionId, 'ERROR')
    Object.assign(playback, { index, position: 0, since: now(), state: 'PLAYING' })
  }

  /** Between two items of a queue, the device is idle, but loading. */
  function finishItem(): void {
    if (!playback) return
    const { items, index, mediaSessionId, repeat } = playback
    const target = index + (repeat === 'REPEAT_SINGLE' ? 0 : 1)
    const loadingItemId = items[indexOf(playback, target)]?.itemId
    if (loadingItemId !== undefined && movesAt === null) {
      const idle = mediaStatus({ mediaSessionId, playerState: 'IDLE', idleReason: 'FINISHED', loadingItemId })
      broadcast(app!.transportId, mediaNamespace, idle)
      movesAt = now() + loadMs
      if (loadMs > 0) return
    }
    moveTo(target)
    if (playback) broadcastMedia()
  }

  function onApp(sender: string, namespace: string, body: Body): void {
    if (namespace === strandNamespace) onStrandMessage?.(sender, body)
    if (namespace !== mediaNamespace) return
    if (body['type'] === 'GET_STATUS')
      deliver(sender, app!.transportId, mediaNamespace, { ...statusOfMedia(), requestId: body['requestId'] })
    else if (body['type'] === 'LOAD' || body['type'] === 'QUEUE_LOAD') load(sender, body)
    else control(sender, body)
  }

  function join(source: string, destination: string): void {
    joined.add(`${source} ${destination}`)
    if (destination === app?.transportId) onSender?.(source, true)
  }

  function leave(pair: string): void {
    const [source, destination] = pair.split(' ') as [string, string]
    if (joined.delete(pair) && destination === app?.transportId) onSender?.(source, false)
  }

  return {
    /** Connects a sender. `deliver` gets what the device sends to it. */
    attach(sender: string, deliverTo: (message: ModelMessage) => void): void {
      senders.set(sender, deliverTo)
    },
    detach(sender: string): void {
      senders.delete(sender)
      for (const pair of [...joined]) if (pair.startsWith(`${sender} `)) leave(pair)
    },
    /** Handles a message of a sender. Returns false if it is too large, on which a device closes the connection. */
    receive({ source, destination, namespace, body }: ModelMessage): boolean {
      if (!isOnline) return true
      if (new TextEncoder().encode(JSON.stringify(body)).length > maxMessage) return false
      if (namespace === connectionNamespace) {
        if (body['type'] === 'CONNECT') join(source, destination)
        else leave(`${source} ${destination}`)
      } else if (namespace === heartbeatNamespace) {
        if (body['type'] === 'PING') send(source, { source: destination, namespace, body: { type: 'PONG' } })
      } else if (destination === platform && namespace === receiverNamespace) onReceiver(source, body)
      else if (app && destination === app.transportId && joined.has(`${source} ${destination}`)) onApp(source, namespace, body)
      return true
    },
    /** Does what is due: completes a load, or moves on after the end of an item. */
    tick(): void {
      if (loading && now() >= loading.dueAt) finishLoad(loading)
      if (!playback || now() < (movesAt ?? 0)) return
      if (movesAt !== null || position(playback) >= (playback.items[playback.index]!.media.duration ?? Infinity)) finishItem()
    },
    /** The current item has ended. */
    finishItem,
    /** A message of the app of Strand to one sender, or to all. */
    sendFromApp(body: Body, sender?: string): void {
      if (!app) return
      if (sender === undefined) broadcast(app.transportId, strandNamespace, body)
      else deliver(sender, app.transportId, strandNamespace, body)
    },
    /** The answer of the person at the device to a launch. */
    approve(isAllowed: boolean): void {
      if (!approval) return
      const { sender, appId, requestId } = approval
      approval = null
      const answer = (body: Body): void => deliver(sender, platform, receiverNamespace, { ...body, requestId })
      if (!isAllowed) return answer({ type: 'LAUNCH_ERROR', reason: 'CANCELLED', extendedError: 'USER_NOT_ALLOWED' })
      answer({ type: 'LAUNCH_STATUS', status: 'USER_ALLOWED' })
      launch(sender, appId, requestId)
    },
    /** The person ends the app with the remote control of the television. */
    endApp(): void {
      closeApp()
      broadcast(platform, receiverNamespace, statusOfReceiver())
    },
    /** Without a network, messages are lost in both directions, and no connection closes. The device plays on. */
    setOnline(isNowOnline: boolean): void {
      isOnline = isNowOnline
    },
    state: () => ({ app, playback, volume, senders: [...senders.keys()], joined: [...joined] }),
  }
}

export type DeviceModel = ReturnType<typeof createDeviceModel>
