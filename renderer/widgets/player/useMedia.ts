import { useMedia } from '#ui/useMedia.ts'

/** Below the player's breakpoint of 768 px a floating player is a maximised one (B4, L1). */
export const useNarrow = (): boolean => useMedia('(max-width: 767.98px)')

/** Here the bar has no room for all its buttons under a finger. The style sheet of the bar knows the same width. */
export const useTight = (): boolean => useMedia('(max-width: 384px)')
