/** Strand's receiver on a Cast device (K1, K2, BZ3): the player engine, controlled by the pages that cast to it. It outlives all of them. */
import type * as framework from 'chromecast-caf-receiver/cast.framework'
import { configureClient, onRefusal } from '#data/client.ts'
import { castNamespace, createMessenger, type CastAnswer, type CastRequest } from '#host/cast/protocol.ts'
import { createNetwork } from '#host/network.ts'
import { createFeed } from '#host/queueFeed.ts'
import { reports } from '#host/reports.ts'
import {
  castWindowSize,
  createLazyEngine,
  createPlayerClock,
  createStage,
  isRecord,
  isText,
  loadEngine,
  outputs,
  pageLifecycle,
  pageVisibility,
  player,
  selectCurrentItem,
  selectIsPlaying,
  type DeviceEvent,
  type Output,
  type OutputEntry,
  type PlayerClock,
  type PlayerPorts,
  type Remembered,
  type Stage,
} from '#player/index.ts'
import { createTvStore, type TvStore } from '../store.ts'
import { createFilesOutput, isOwnLoad, type Framework } from './filesOutput.ts'

/** The app ends after this time (ms) without playback; ours. */
const idleMs = 1_200_000
/** Interval (ms) at which a missing token is requested. */
const tokenMs = 60_000

export interface Receiver {
  store: TvStore
  clock: PlayerClock
  stage: Stage
}

export interface ReceiverOptions {
  framework: Framework
  document: Document
  /** Whether providers in frames are played too. */
  playsFrames: boolean
}

export function createReceiver({ framework, document, playsFrames }: ReceiverOptions): Receiver {
  const context = framework.CastReceiverContext.getInstance()
  const players = context.getPlayerManager()
  const clock = createPlayerClock()
  const stage = createStage(document)
  const listeners = new Set<(event: DeviceEvent) => void>()
  const emit = (event: DeviceEvent): void => {
    for (const listener of [...listeners]) listener(event)
  }
  const messenger = createMessenger<CastAnswer, CastRequest>((to, part) => context.sendCustomMessage(castNamespace, to, part))
  const ports: PlayerPorts = {
    devices: {
      send: (to, message) => messenger.send(to, { type: 'device', message }),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    outputs: outputsOf(playsFrames, (host) =>
      createFilesOutput({ framework, players, host, readTrack: () => selectCurrentItem(store.getState()) }),
    ),
    hostFor: stage.hostFor,
    reports,
    feed: createFeed({ filter: 'deadlinks' }),
    isTrusted: true,
    feedSizes: { page: castWindowSize, initial: castWindowSize },
    settings: { read: () => ({ volume: 1, muted: false }), write: () => undefined },
    clock,
    visibility: pageVisibility(document),
    lifecycle: pageLifecycle(window),
    // The app starts without a queue each time, and plays alone.
    session: { read: () => null, write: () => undefined, writePosition: () => undefined },
    memory: createMemory(),
    tabs: { claim: () => undefined, subscribe: () => () => undefined },
    network: createNetwork(window),
    random: Math.random,
  }
  const engine = createLazyEngine(async () => ({ ports, ...(await loadEngine()) }))
  const store = createTvStore(engine)
  engine.start()

  const tokens = createTokens(() => {
    for (const { id } of context.getSenders()) messenger.send(id, { type: 'tokenNeeded' })
  })

  function setVolume({ volume, muted }: { volume: number; muted: boolean }): void {
    const { player: state } = store.getState()
    if (state.volume !== volume) store.dispatch(player.setVolume(volume))
    if (store.getState().player.muted !== muted) store.dispatch(player.setMuted(muted))
  }

  function receive({ senderId, data }: { senderId: string; data: unknown }): void {
    const message = messenger.receive(senderId, data)
    if (message?.type === 'hello') messenger.send(senderId, { type: 'welcome', isIdle: store.getState().player.queue.index < 0 })
    else if (message?.type === 'token') tokens.set(message.token, senderId)
    else if (message?.type === 'volume') setVolume(message)
    else if (message?.type === 'device') {
      if (isQueue(message.message)) tokens.setOwner(senderId)
      emit({ type: 'message', from: senderId, message: message.message })
    }
  }

  context.addCustomMessageListener(castNamespace, receive as never)
  context.addEventListener(framework.system.EventType.SENDER_DISCONNECTED, (event: framework.system.Event) => {
    const { senderId } = event as framework.system.SenderDisconnectedEvent
    messenger.forget(senderId)
    emit({ type: 'gone', device: senderId })
  })
  context.addEventListener(framework.system.EventType.SYSTEM_VOLUME_CHANGED, (event: framework.system.Event) => {
    const { level, muted } = (event as framework.system.SystemVolumeChangedEvent).data
    setVolume({ volume: level, muted })
  })
  answerOtherSenders(framework, players, store)
  endWhenIdle(context, store)
  context.start({
    // Pictures and frames play without Google's player, so that it would count as idle and end the app.
    disableIdleTimeout: true,
    customNamespaces: { [castNamespace]: framework.system.MessageType.JSON },
    supportedCommands:
      framework.messages.Command.ALL_BASIC_MEDIA | framework.messages.Command.QUEUE_NEXT | framework.messages.Command.QUEUE_PREV,
  })
  return { store, clock, stage }
}

/** Files are played by Google's player; pictures and, if they are allowed, providers by the outputs of every page. */
function outputsOf(playsFrames: boolean, createFiles: (host: HTMLElement) => Output): OutputEntry[] {
  return outputs
    .filter(({ id }) => id === 'hosted' || id === 'image' || playsFrames)
    .map((entry) =>
      entry.id === 'hosted'
        ? { id: 'hosted', own: true, canPlay: (stream) => stream.type === 'file' && entry.canPlay(stream), create: createFiles }
        : { ...entry, create: (host) => atFullVolume(entry.create(host)) },
    )
}

/** The volume is that of the device: an output plays at its full volume. */
function atFullVolume(created: Output | Promise<Output>): Output | Promise<Output> {
  if (created instanceof Promise) return created.then(atFullVolume)
  const load = created.load.bind(created)
  return Object.assign(created, {
    load: (request: Parameters<Output['load']>[0]) => load({ ...request, volume: 1, muted: false }),
    setVolume: () => undefined,
  })
}

/** What this device remembers of posts, until the app ends. */
function createMemory(): PlayerPorts['memory'] {
  const posts = new Map<string, Remembered>()
  return {
    read: (postId) => posts.get(postId) ?? null,
    write(postId, remembered) {
      if (remembered === null) posts.delete(postId)
      else posts.set(postId, remembered)
    },
  }
}

/** The token with which this page calls the API. It is in memory only (decision 42). */
function createTokens(request: () => void) {
  let token: string | null = null
  /** The sender of the queue: another one must not replace its token, since the plays are reported with it. */
  let owner: string | null = null
  let requestedAt = -Infinity
  // It is valid for feeds and play reports only (decision 42): a search is made as a visitor's.
  const isValidFor = (path: string): boolean => !path.startsWith('/api/v2/search')
  configureClient({ baseUrl: '', authentication: { kind: 'bearer', token: (path) => (isValidFor(path) ? token : null) } })
  onRefusal((_key, { status }) => {
    if (status !== 401 || performance.now() - requestedAt < tokenMs) return
    token = null
    requestedAt = performance.now()
    request()
  })
  return {
    set(next: string, sender: string): void {
      if (token === null || owner === null || sender === owner) token = next
    },
    setOwner(sender: string): void {
      owner = sender
    },
  }
}

/** Whether a message gives this device a queue. */
function isQueue(message: unknown): boolean {
  const command = isRecord(message) ? message['command'] : undefined
  return isRecord(command) && (player.adoptQueue.match(command as never) || player.playQueue.match(command as never))
}

/** The remote control of the television, and senders other than Strand's pages: they use Google's messages. */
function answerOtherSenders({ messages }: Framework, players: framework.PlayerManager, store: TvStore): void {
  const { LOAD, PAUSE, PLAY, QUEUE_UPDATE, SEEK } = messages.MessageType
  /** Google's player handles what it plays; its element reports it to the engine. */
  const isGoogles = () => store.getState().player.playing?.output === 'hosted'
  players.setMessageInterceptor(LOAD, (request) => {
    if (isOwnLoad(request)) return request
    const { contentId, contentUrl, contentType, metadata } = (request.media ?? {}) as Partial<framework.messages.MediaInformation>
    const uri = contentUrl ?? contentId
    if (!isText(uri) || !/^https?:/.test(uri)) return null as never
    const title = (metadata as { title?: unknown } | undefined)?.title
    store.dispatch(
      player.playQueue({
        tracks: [
          {
            postId: uri,
            title: isText(title) ? title : uri,
            href: '',
            creator: '',
            bead: { id: '', title: '' },
            external: true,
            type: isText(contentType) && contentType.startsWith('audio/') ? 'audio' : 'video',
            streams: [{ type: 'file', uri, href: uri, ...(isText(contentType) && { format: contentType }) }],
          },
        ],
      }),
    )
    return null as never
  })
  players.setMessageInterceptor(QUEUE_UPDATE, ({ jump }) => {
    if (jump === 1) store.dispatch(player.next())
    else if (jump === -1) store.dispatch(player.previous())
    return null as never
  })
  for (const [type, command] of [
    [PLAY, player.play()],
    [PAUSE, player.pause()],
  ] as const)
    players.setMessageInterceptor(type, (request) => {
      // The engine too, since Google's player does not pause a medium that is still loading.
      store.dispatch(command)
      return isGoogles() ? request : (null as never)
    })
  players.setMessageInterceptor(SEEK, (request) => {
    if (isGoogles()) return request
    if (request.currentTime !== undefined) store.dispatch(player.seek(request.currentTime))
    return null as never
  })
}

/** An unused app must not keep the television on. */
function endWhenIdle(context: framework.CastReceiverContext, store: TvStore): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasPlaying: boolean | null = null
  const check = (): void => {
    const isPlaying = selectIsPlaying(store.getState())
    if (isPlaying === wasPlaying) return
    wasPlaying = isPlaying
    clearTimeout(timer)
    if (!isPlaying) timer = setTimeout(() => context.stop(), idleMs)
  }
  store.subscribe(check)
  check()
}
