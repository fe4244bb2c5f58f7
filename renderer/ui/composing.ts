/**
 * An input method is still at work: what the field holds is not what is meant. On a touch screen every word is composed,
 * in any language, so there what is held counts.
 */
export const isUnfinished = (event: Event): boolean =>
  event instanceof InputEvent && event.isComposing && !matchMedia('(pointer: coarse)').matches

/** A key that the input method takes. Safari says that it is done before it tells of the key that ended it, whose code is 229. */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229
