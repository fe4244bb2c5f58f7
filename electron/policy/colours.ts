/** Colours of the canvas in both themes, as in `renderer/ui/tokens.css`: a window has them before its page is painted. */
export const canvas = { light: '#f8f8f9', dark: '#131315' } as const

export const windowBackground = (isDark: boolean): string => (isDark ? canvas.dark : canvas.light)
