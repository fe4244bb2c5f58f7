import { useMedia } from '#ui/useMedia.ts'

/** Below the player's breakpoint of 768 px a floating player is maximised (B4, L1). */
export const useNarrow = (): boolean => useMedia('(max-width: 767.98px)')

/** The bar has no space for all its buttons as touch targets. The same width is in the bar's style sheet. */
export const useTight = (): boolean => useMedia('(max-width: 384px)')
