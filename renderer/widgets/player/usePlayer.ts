import { shallowEqual, useSelector } from 'react-redux'
import type { PlayerState, WithPlayer } from '#player/index.ts'

/** The player's state without position and duration, which change every second and are shown only by the slider. */
export const usePlayer = (): Omit<PlayerState, 'position' | 'duration'> =>
  useSelector(({ player: { position: _position, duration: _duration, ...rest } }: WithPlayer) => rest, shallowEqual)
