/** The whole public face of the player. Nothing else of this folder is imported from outside it. */
export * as player from './commands.ts'
export { reducer as playerReducer } from './reducer.ts'
export { playerSaga } from './sagas/root.ts'
export * from './selectors.ts'
export { fromPost, fromPosts, type QueueRequest } from './queue.ts'
export { createPlayerClock, type Moment, type PlayerClock } from './clock.ts'
export { pageVisibility } from './visibility.ts'
export { createStage, type Stage } from './outputs/stage.ts'
export { outputs } from './outputs/registry.ts'
export type {
  Mode, Phase, Playing, PlayerState, Queue, QueueItem, QueuePage, QueueSource, StreamFailure, Track,
} from './state.ts'
export type { FailureScope, OutputId, PlayerPorts, PlayReports, QueueFeed, Settings, Visibility } from './ports.ts'
