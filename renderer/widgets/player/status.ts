/** Conditions under which the player shows a status over the medium or in its bar. */
import type { PlayerState, RemoteTarget } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { isProviderPlayer } from './inline.ts'

type StatusState = Pick<
  PlayerState,
  'deadItemId' | 'ended' | 'needsGesture' | 'advanceHeld' | 'offline' | 'unreachable' | 'playing' | 'remote'
>

/**
 * Autoplay is blocked and a provider's frame is loaded. Safari accepts only a tap inside that frame, so the frame stays visible and
 * operable, and the status is shown in the bar.
 */
export const needsTap = ({ needsGesture, playing }: Pick<StatusState, 'needsGesture' | 'playing'>): boolean =>
  needsGesture && isProviderPlayer(playing)

/** Autoplay of a medium without a provider's player is blocked: a click on any button of the page can start it. */
export const needsButton = ({ needsGesture, playing }: Pick<StatusState, 'needsGesture' | 'playing'>): boolean =>
  needsGesture && !isProviderPlayer(playing)

/** Whether a status covers the medium; the stage is hidden then. */
export const hasStatus = (state: StatusState): boolean =>
  state.remote !== null ||
  state.deadItemId !== null ||
  state.ended ||
  state.advanceHeld ||
  state.offline ||
  state.unreachable ||
  needsButton(state)

/** What the page says of the device that plays instead of it. */
export function remoteStatus({ name, status }: RemoteTarget, needsGesture: boolean): string {
  if (status === 'connecting') return t.devices.connecting(name)
  if (status === 'reconnecting') return t.devices.reconnecting(name)
  return needsGesture ? t.devices.gesture(name) : t.devices.playingOn(name)
}
