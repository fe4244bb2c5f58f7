/**
 * The messages between a device that plays and the remotes that control it, for every transport. A remote sends commands; the device
 * carries them out like its own, and sends the facts that follow, in order, so that each remote has the same state.
 */
import { isAnyOf } from '@reduxjs/toolkit'
import { isCommand, type Command } from '../commands.ts'
import * as facts from '../facts.ts'
import {
  isBead,
  isCount,
  isFlag,
  isUndefined,
  isQueue,
  isRecord,
  isSession,
  isSource,
  isStream,
  isText,
  isTime,
  isTrack,
  listOf,
  nullable,
  oneOf,
  optional,
  shape,
  type Check,
} from '../shapes.ts'
import type { SharedState } from '../state.ts'

/** Devices with another version ignore each other's messages. */
export const messageVersion = 1

/** From a remote to the device that it controls. */
export type RemoteMessage =
  /**
   * Requests the state, and from then on the facts. `session`: a new id for each time that the remote takes control. `known`: the last
   * message that it received; if it is the last one of the device, the answer is `handled`. `next`: the number of its first command that,
   * as far as it knows, the device has not carried out.
   */
  | { type: 'sync'; session: string; known: { stream: string; seq: number } | null; next: number }
  /** `number`: counts the commands of the session from 1. They are carried out in order, and a repeated one once. */
  | { type: 'command'; session: string; number: number; command: Command }
  /** The remote leaves. `close`: it has taken over the queue, so the device closes its own. */
  | { type: 'leave'; close: boolean }

/**
 * From the device to its remotes. `stream`: a new id for each start of the device's engine; `seq`: counts the facts and the handled
 * commands of a stream. A state contains all of them up to its `seq`.
 */
export type DeviceReport = { stream: string; seq: number } &
  /** `handled`: the number of the last command of this remote that is contained in the state. */
  (
    | { type: 'state'; state: SharedState; handled: number }
    | { type: 'fact'; fact: SharedFact }
    /** A command was carried out: the facts before this message are its effect. */
    | { type: 'handled'; handled: number }
    /** The device has closed its queue after `leave`. The state is the one before that. */
    | { type: 'released'; state: SharedState }
  )

export type DeviceMessage = { version: typeof messageVersion } & (RemoteMessage | DeviceReport)

/** The check of this name: not `__proto__`, nor a method of every object. */
const own = (checks: Record<string, Check>, name: unknown): Check | undefined =>
  isText(name) && Object.hasOwn(checks, name) ? checks[name] : undefined

/** The commands that a remote may send, with the checks of their payloads. The others concern each device by itself. */
const remoteCommands: Record<string, Check> = {
  'player/playQueue': shape({
    tracks: listOf(isTrack),
    featured: optional(isTrack),
    index: optional(isCount),
    source: optional(nullable(isSource)),
    from: optional(isCount),
    next: optional(nullable(isCount)),
    position: optional(isTime),
  }),
  'player/adoptQueue': shape({ queue: isQueue, repeat: isFlag, position: isTime, duration: isTime }),
  'player/playItem': isText,
  'player/play': isUndefined,
  'player/pause': isUndefined,
  'player/next': isUndefined,
  'player/previous': isUndefined,
  'player/retry': isUndefined,
  'player/seek': isTime,
  'player/setVolume': isTime,
  'player/setMuted': isFlag,
  'player/setRepeat': isFlag,
  'player/setShuffle': isFlag,
  'player/playNext': listOf(isTrack),
  'player/addToQueue': listOf(isTrack),
  'player/removeItems': listOf(isText),
  'player/moveItem': shape({ id: isText, to: isCount }),
  'player/clearQueue': isUndefined,
  'player/undoEdit': isCount,
  'player/reviseTrack': isTrack,
  'player/reviseBead': isBead,
  'player/dropPost': isText,
  'player/startComposing': isText,
  'player/stopComposing': isText,
  'player/close': isUndefined,
}

export const isRemoteCommand = (command: unknown): command is Command =>
  isCommand(command) && own(remoteCommands, command.type)?.(command.payload) === true

const isPlaying = shape({ loadId: isCount, output: isText, stream: isStream, remembered: optional((value) => value === true) })
const isFailure = shape({ stream: isStream, output: isText, code: isText, scope: isText })
const isSide = oneOf('before', 'after')
const isIntent = oneOf('play', 'pause')
const isId = shape({ id: isText })

const changes: Record<string, Check> = {
  insert: shape({ tracks: listOf(isTrack), where: oneOf('next', 'added') }),
  remove: shape({ ids: listOf(isText) }),
  move: shape({ id: isText, to: isCount }),
  clear: isRecord,
  undo: shape({ edit: isCount }),
  shuffle: shape({ seed: nullable(isTime) }),
  revise: shape({ track: isTrack }),
  rename: shape({ bead: isBead }),
  drop: shape({ postId: isText }),
  addSlides: shape({ slides: listOf(shape({ track: isTrack, page: isCount, after: nullable(isText), before: nullable(isText) })) }),
  removeSlides: isRecord,
}
const isChange: Check = (value) => isRecord(value) && own(changes, value['type'])?.(value) === true

/** The facts that a device sends, with the checks of their payloads. */
const sharedFacts = [
  [facts.queueReplaced, remoteCommands['player/playQueue']!],
  [facts.queueChanged, isChange],
  [facts.queueEmptied, isUndefined],
  [facts.sessionRestored, isSession],
  [facts.queueAdopted, remoteCommands['player/adoptQueue']!],
  [facts.pageRequested, isSide],
  [facts.pageLoaded, shape({ from: isCount, side: isSide, page: shape({ tracks: listOf(isTrack), next: nullable(isCount) }) })],
  [facts.pageFailed, isSide],
  [facts.cursorMoved, shape({ index: isCount, position: optional(isTime) })],
  [facts.itemShown, shape({ index: isCount, position: optional(isTime) })],
  [facts.streamOpened, isPlaying],
  [facts.itemResumed, isTime],
  [facts.playbackAwaited, isUndefined],
  [facts.playbackStarted, isUndefined],
  [facts.playbackStopped, isUndefined],
  [facts.itemStarted, isId],
  [facts.recentStartExpired, isUndefined],
  [facts.bufferingStarted, isUndefined],
  [facts.gestureNeeded, isUndefined],
  [facts.positionChanged, shape({ position: isTime, duration: isTime })],
  [facts.streamFailed, isFailure],
  [facts.itemEnded, shape({ id: isText, postId: isText, external: isFlag })],
  [facts.itemFailed, isId],
  [facts.advanceHeld, isFlag],
  [facts.networkChanged, shape({ offline: isFlag, unreachable: isFlag })],
  [facts.queueEnded, isUndefined],
  [facts.intentChanged, isIntent],
  [facts.suspended, isUndefined],
  [facts.volumeChanged, shape({ volume: isTime, muted: isFlag })],
  [facts.repeatChanged, isFlag],
  [facts.closed, isUndefined],
] as const

export const isSharedFact = isAnyOf(...sharedFacts.map(([fact]) => fact))
export type SharedFact = ReturnType<(typeof sharedFacts)[number][0]>
const factChecks = new Map<string, Check>(sharedFacts.map(([{ type }, check]) => [type, check]))

const isState = shape({
  queue: isQueue,
  phase: oneOf('unknown', 'initialized', 'queued', 'loading', 'playing', 'stopped', 'closed'),
  intent: isIntent,
  repeat: isFlag,
  playing: nullable(isPlaying),
  position: isTime,
  duration: isTime,
  buffering: isFlag,
  needsGesture: isFlag,
  failures: listOf(isFailure),
  deadItemId: nullable(isText),
  itemOver: isFlag,
  ended: isFlag,
  recentlyStarted: isFlag,
  resumedFrom: nullable(isTime),
  advanceHeld: isFlag,
  suspended: isFlag,
  fetching: nullable(isSide),
  offline: isFlag,
  unreachable: isFlag,
  volume: isTime,
  muted: isFlag,
})

const messages: Record<DeviceMessage['type'], Check> = {
  sync: shape({ session: isText, known: nullable(shape({ stream: isText, seq: isCount })), next: isCount }),
  command: shape({ session: isText, number: isCount, command: isRemoteCommand }),
  leave: shape({ close: isFlag }),
  state: shape({ stream: isText, seq: isCount, state: isState, handled: isCount }),
  fact: shape({
    stream: isText,
    seq: isCount,
    fact: (fact) => isRecord(fact) && factChecks.get(String(fact['type']))?.(fact['payload']) === true,
  }),
  handled: shape({ stream: isText, seq: isCount, handled: isCount }),
  released: shape({ stream: isText, seq: isCount, state: isState }),
}

/** The message if it is valid and of this version; otherwise null. */
export function readMessage(value: unknown): DeviceMessage | null {
  if (!isRecord(value) || value['version'] !== messageVersion) return null
  const { type } = value
  return isText(type) && Object.hasOwn(messages, type) && messages[type as DeviceMessage['type']](value) ? (value as DeviceMessage) : null
}
