import type { MouseEvent } from 'react'

export type PressedBy = 'mouse' | 'other'

/** A press of the keyboard is a click without a pointer. */
export const pressedBy = ({ nativeEvent }: MouseEvent): PressedBy =>
  (nativeEvent as PointerEvent).pointerType === 'mouse' ? 'mouse' : 'other'
