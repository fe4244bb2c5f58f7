import type { MouseEvent } from 'react'

export type PressedBy = 'mouse' | 'other'

/** Keyboard clicks have no pointer type. */
export const pressedBy = ({ nativeEvent }: MouseEvent): PressedBy =>
  (nativeEvent as PointerEvent).pointerType === 'mouse' ? 'mouse' : 'other'
