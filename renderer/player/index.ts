/**
 * The public interface of the player. Other folders import nothing else of it. This file only re-exports: with an
 * export of its own, the first screen would load every module that it names (`moduleSideEffects` in
 * `build/vite.config.ts`).
 */
export { player } from './actions.ts'
export {
  createLazyEngine,
  emptyPlayer,
  loadCastDriver,
  loadEngine,
  loadPreload,
  loadRemoteDriver,
  type LazyEngine,
  type LoadedEngine,
} from './lazyEngine.ts'
export * from './selectors.ts'
export { selectCanNext, selectCanPrevious } from './moves.ts'
export { fromPost, fromPosts, fromText, isSlide } from './tracks.ts'
export { savable, type QueueRequest } from './queue.ts'
export { createPlayerClock, type Moment, type PlayerClock } from './clock.ts'
export { pageLifecycle, pageVisibility } from './visibility.ts'
export { createStage, type Stage } from './outputs/stage.ts'
export { outputs } from './outputs/registry.ts'
export { widgetOutputs } from './outputs/widgetOutputs.ts'
export { isWide, textOutput } from './outputs/text.ts'
export { createEvents, type EmitEvent } from './outputs/events.ts'
export { formatOf } from './outputs/formats.ts'
export { canSetVolume } from './outputs/volume.ts'
export { isRecord, isSession, isText, isTime, maxSlideText, nullable, shape } from './shapes.ts'
export { canCast, castStream, countLeftOut, type CastReceiver } from './remote/castable.ts'
export { castAhead, castQueue, castWindow, castWindowSize } from './remote/castWindow.ts'
export { createJoiner, createSplitter } from './remote/chunks.ts'
export { streamKey } from './streams.ts'
export { emptyQueue } from './state.ts'
export type {
  Device,
  DeviceKind,
  Edit,
  Mode,
  Phase,
  Playing,
  PlayerState,
  PostsQuery,
  Queue,
  QueueItem,
  QueueList,
  QueuePage,
  QueueSource,
  RemotePlaybackStatus,
  RemoteTarget,
  SavedPosition,
  SavedSession,
  Stream,
  StreamFailure,
  Track,
} from './state.ts'
export { castDeviceId, createDevices, type CastState, type DeviceList, type Devices, type NearbyDevice } from './devices.ts'
export type { DriverChoice } from './driver.ts'
export type { Loss, RemoteDriver, RemoteOptions } from './sagas/remoteDriver.ts'
export type { FailureCode, FailureScope } from './failures.ts'
export type { OutputId } from './outputs/ids.ts'
export type {
  DeviceEvent,
  DeviceLink,
  LoadRequest,
  Network,
  Output,
  OutputEntry,
  PageLifecycle,
  PlayerPorts,
  PlayReports,
  PostMemory,
  QueueFeed,
  Remembered,
  SessionStore,
  Settings,
  Tabs,
  Visibility,
} from './ports.ts'
