import { shallowEqual, useSelector } from 'react-redux'
import type { PlayerState, WithPlayer } from '#player/index.ts'

/** The player's state but for where it is, which changes every second and shows in the slider alone. */
export const usePlayer = (): Omit<PlayerState, 'position' | 'duration'> =>
  useSelector(({ player: { position: _position, duration: _duration, ...rest } }: WithPlayer) => rest, shallowEqual)
