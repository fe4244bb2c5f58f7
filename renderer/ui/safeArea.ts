/** A popup's distance in px from each side of the window: `gap` plus the safe area (tokens.css). */
export function collisionPadding(gap: number): Record<'top' | 'right' | 'bottom' | 'left', number> {
  const style = getComputedStyle(document.documentElement)
  const from = (side: string): number => gap + (parseFloat(style.getPropertyValue(`--safe-${side}`)) || 0)
  return { top: from('top'), right: from('right'), bottom: from('bottom'), left: from('left') }
}
