import { useMedia } from '#ui/useMedia.ts'

/**
 * Below the player's breakpoint of 768 px, the mode `floating` is replaced by `regular` (B4, L1); .98 because widths
 * can be fractional.
 */
export const useNarrow = (): boolean => useMedia('(max-width: 767.98px)')

/** The bar has no space for all its buttons as touch targets. PlayerBar.module.css has the same width. */
export const useTight = (): boolean => useMedia('(max-width: 384px)')
