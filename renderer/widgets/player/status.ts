/** Whether the player has something to say in place of the medium, or beside it. */
import type { PlayerState } from '#player/index.ts'
import { isForeign } from './inline.ts'

type Words = Pick<PlayerState, 'deadItemId' | 'ended' | 'needsGesture' | 'advanceHeld' | 'offline' | 'unreachable' | 'playing'>

/**
 * The browser wants a gesture, and a provider's frame is up. Safari accepts only a tap inside that frame, so the frame
 * stays visible and operable and the words stand in the bar.
 */
export const wantsTap = ({ needsGesture, playing }: Pick<Words, 'needsGesture' | 'playing'>): boolean => needsGesture && isForeign(playing)

/** The browser wants a gesture for a medium of our own: any button will do. */
export const wantsButton = ({ needsGesture, playing }: Pick<Words, 'needsGesture' | 'playing'>): boolean =>
  needsGesture && !isForeign(playing)

/** Whether words stand where the media would be: the stage gives way to them. */
export const hasWord = (state: Words): boolean =>
  state.deadItemId !== null || state.ended || state.advanceHeld || state.offline || state.unreachable || wantsButton(state)
