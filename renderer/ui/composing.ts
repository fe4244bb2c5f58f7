/**
 * Whether an input method is composing, so that the field's value is preliminary. On touch screens every word is composed in any
 * language, so the value counts there.
 */
export const isUnfinished = (event: Event): boolean =>
  event instanceof InputEvent && event.isComposing && !matchMedia('(pointer: coarse)').matches

/** Whether the input method consumes the key. Safari ends the composition before the key event that ended it, whose code is 229. */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229
