/**
 * A Cast device as a state machine: messages in, messages out, without a transport and without a clock of its own. It behaves as real
 * devices do where senders go wrong: it answers before or after it broadcasts, shows only the neighbours of the current item, refuses
 * large messages, and cancels a load when another one follows.
 */
type Body = Record<string, unknown>

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

/** Characters of a message that a device accepts. */
export const maxMessage = 65_536

interface Item {
  itemId: number
  media: { contentId: string; duration?: number }
}

interface Playback {
  mediaSessionId: number
  items: Item[]
  index: number
  state: 'PLAYING' | 'PAUSED' | 'LOADING'
  /** Seconds at the time `since` (ms). */
  position: number
  since: number
}

export interface DeviceModelOptions {
  /** Ids of the apps that the device has. */
  apps: readonly string[]
  now(): number
  /** Whether an answer precedes the broadcast of the same change. */
  answersFirst?: boolean
  /** Media that cannot be played, by `contentId`. */
  unplayable?: readonly string[]
  /** A message of a sender to the app of Strand, by its sender. */
  onStrandMessage?(sender: string, body: Body): void
}

export function createDeviceModel({ apps, now, answersFirst = true, unplayable = [], onStrandMessage }: DeviceModelOptions) {
  const senders = new Map<string, (message: ModelMessage) => void>()
  /** Virtual connections, as `sender destination`. */
  const joined = new Set<string>()
  let app: { appId: string; sessionId: string; transportId: string } | null = null
  let playback: Playback | null = null
  let volume = { level: 1, muted: false }
  let issued = 0
  const next = (): number => (issued += 1)

  const statusOfReceiver = (): Body => ({
    type: 'RECEIVER_STATUS',
    status: { volume, applications: app ? [{ ...app, displayName: 'App' }] : [] },
  })

  const position = ({ state, position: from, since }: Playback): number => (state === 'PLAYING' ? from + (now() - since) / 1000 : from)

  const statusOfMedia = (idle?: Body): Body => {
    if (!playback) return { type: 'MEDIA_STATUS', status: idle ? [idle] : [] }
    const { items, index, mediaSessionId, state } = playback
    return {
      type: 'MEDIA_STATUS',
      status: [
        {
          mediaSessionId,
          playerState: state,
          currentTime: position(playback),
          currentItemId: items[index]!.itemId,
          media: items[index]!.media,
          items: items.slice(Math.max(index - 1, 0), index + 2).map(({ itemId }) => ({ itemId })),
        },
      ],
    }
  }

  function deliver(sender: string, source: string, namespace: string, body: Body): void {
    if (joined.has(`${sender} ${source}`)) senders.get(sender)?.({ source, destination: sender, namespace, body })
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

  function onReceiver(sender: string, body: Body): void {
    const { type, requestId } = body
    const answer = (answered: Body): void => deliver(sender, 'receiver-0', receiverNamespace, { ...answered, requestId })
    const changed = (): void => change(sender, 'receiver-0', receiverNamespace, requestId, statusOfReceiver)
    if (type === 'GET_STATUS') answer(statusOfReceiver())
    else if (type === 'GET_APP_AVAILABILITY')
      answer({
        type: 'GET_APP_AVAILABILITY',
        availability: Object.fromEntries(
          (body['appId'] as string[]).map((id) => [id, apps.includes(id) ? 'APP_AVAILABLE' : 'APP_UNAVAILABLE']),
        ),
      })
    else if (type === 'LAUNCH') {
      if (!apps.includes(String(body['appId']))) return answer({ type: 'LAUNCH_ERROR', reason: 'NOT_FOUND' })
      app = { appId: String(body['appId']), sessionId: `session-${next()}`, transportId: `transport-${next()}` }
      playback = null
      changed()
    } else if (type === 'SET_VOLUME') {
      volume = { ...volume, ...(body['volume'] as object) }
      changed()
    } else if (type === 'STOP') {
      if (body['sessionId'] !== app?.sessionId) return answer({ type: 'INVALID_REQUEST', reason: 'INVALID_SESSION_ID' })
      app = null
      playback = null
      changed()
    }
  }

  function load(sender: string, { requestId, items, media, startIndex, currentTime, autoplay }: Body): void {
    const transport = app!.transportId
    const list = (items as { media: Item['media'] }[] | undefined) ?? [{ media: media as Item['media'] }]
    const placed = list.map((item) => ({ itemId: next(), media: item.media }))
    const index = Number(startIndex ?? 0)
    const first = placed[index]
    if (!first || unplayable.includes(first.media.contentId)) {
      playback = null
      deliver(sender, transport, mediaNamespace, { type: 'LOAD_FAILED', requestId, detailedErrorCode: 104 })
      return
    }
    playback = {
      mediaSessionId: next(),
      items: placed,
      index,
      state: autoplay === false ? 'PAUSED' : 'PLAYING',
      position: Number(currentTime ?? 0),
      since: now(),
    }
    change(sender, transport, mediaNamespace, requestId, statusOfMedia)
  }

  function control(sender: string, { type, requestId, mediaSessionId, currentTime, jump }: Body): void {
    const transport = app!.transportId
    if (!playback || mediaSessionId !== playback.mediaSessionId)
      return deliver(sender, transport, mediaNamespace, { type: 'INVALID_PLAYER_STATE', requestId })
    const at = position(playback)
    Object.assign(playback, { position: at, since: now() })
    if (type === 'PLAY') playback.state = 'PLAYING'
    else if (type === 'PAUSE') playback.state = 'PAUSED'
    else if (type === 'SEEK') playback.position = Number(currentTime)
    else if (type === 'QUEUE_UPDATE') move(Number(jump))
    else if (type === 'STOP') playback = null
    change(sender, transport, mediaNamespace, requestId, statusOfMedia)
  }

  function move(by: number): void {
    if (!playback) return
    const index = playback.index + by
    if (!playback.items[index]) {
      const { mediaSessionId } = playback
      playback = null
      broadcast(app!.transportId, mediaNamespace, statusOfMedia({ mediaSessionId, playerState: 'IDLE', idleReason: 'FINISHED' }))
      return
    }
    Object.assign(playback, { index, position: 0, since: now(), state: 'PLAYING' })
  }

  function onApp(sender: string, namespace: string, body: Body): void {
    if (namespace === 'urn:x-cast:app.strand') onStrandMessage?.(sender, body)
    if (namespace !== mediaNamespace) return
    if (body['type'] === 'GET_STATUS')
      return deliver(sender, app!.transportId, mediaNamespace, { ...statusOfMedia(), requestId: body['requestId'] })
    if (body['type'] === 'LOAD' || body['type'] === 'QUEUE_LOAD') load(sender, body)
    else control(sender, body)
  }

  return {
    /** Connects a sender. `deliver` gets what the device sends to it. */
    attach(sender: string, deliverTo: (message: ModelMessage) => void): void {
      senders.set(sender, deliverTo)
    },
    detach(sender: string): void {
      senders.delete(sender)
      for (const pair of [...joined]) if (pair.startsWith(`${sender} `)) joined.delete(pair)
    },
    /** Handles a message of a sender. Returns false if the device refuses it because of its size. */
    receive({ source, destination, namespace, body }: ModelMessage): boolean {
      if (JSON.stringify(body).length > maxMessage) return false
      if (namespace === connectionNamespace) {
        if (body['type'] === 'CONNECT') joined.add(`${source} ${destination}`)
        else joined.delete(`${source} ${destination}`)
      } else if (namespace === heartbeatNamespace) {
        if (body['type'] === 'PING') senders.get(source)?.({ source: destination, destination: source, namespace, body: { type: 'PONG' } })
      } else if (destination === 'receiver-0' && namespace === receiverNamespace) onReceiver(source, body)
      else if (app && destination === app.transportId && joined.has(`${source} ${destination}`)) onApp(source, namespace, body)
      return true
    },
    /** The current item has ended. */
    finishItem(): void {
      move(1)
      if (playback) broadcast(app!.transportId, mediaNamespace, statusOfMedia())
    },
    /** A message of the app of Strand to one sender, or to all. */
    sendFromApp(body: Body, sender?: string): void {
      if (!app) return
      if (sender === undefined) broadcast(app.transportId, 'urn:x-cast:app.strand', body)
      else deliver(sender, app.transportId, 'urn:x-cast:app.strand', body)
    },
    /** The person ends the app with the remote control of the television. */
    endApp(): void {
      app = null
      playback = null
      broadcast('receiver-0', receiverNamespace, statusOfReceiver())
    },
    state: () => ({ app, playback, volume, senders: [...senders.keys()] }),
  }
}

export type DeviceModel = ReturnType<typeof createDeviceModel>
