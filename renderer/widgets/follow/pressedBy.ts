import type { MouseEvent } from 'react'

/** The device that caused a click. A mouse stays over the button, so the "Followed" state can end when it leaves. */
export type PressedBy = 'mouse' | 'other'

/** `other`: touch, pen or keyboard; keyboard clicks have no pointer type. */
export const pressedBy = ({ nativeEvent }: MouseEvent): PressedBy =>
  (nativeEvent as PointerEvent).pointerType === 'mouse' ? 'mouse' : 'other'
