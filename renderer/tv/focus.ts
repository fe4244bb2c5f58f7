/** Moves the focus by the arrow keys: to the nearest control in that direction. */

export type Direction = 'left' | 'right' | 'up' | 'down'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Distance between two ranges; 0 if they overlap. */
const gap = (aStart: number, aEnd: number, bStart: number, bEnd: number): number => Math.max(bStart - aEnd, aStart - bEnd, 0)

/**
 * The index of the box that is nearest to `from` in a direction; -1 if there is none. Boxes beside the way count as three times as far, so
 * that the focus stays in its row or column as long as it can.
 */
export function nearest(from: Box, boxes: readonly Box[], direction: Direction): number {
  const centreX = (from.left + from.right) / 2
  const centreY = (from.top + from.bottom) / 2
  const distances = boxes.map((box) => {
    const ahead = {
      left: centreX - (box.left + box.right) / 2,
      right: (box.left + box.right) / 2 - centreX,
      up: centreY - (box.top + box.bottom) / 2,
      down: (box.top + box.bottom) / 2 - centreY,
    }[direction]
    const isBeyond = {
      left: box.right <= from.left + 1,
      right: box.left >= from.right - 1,
      up: box.bottom <= from.top + 1,
      down: box.top >= from.bottom - 1,
    }[direction]
    if (!isBeyond) return Infinity
    const isHorizontal = direction === 'left' || direction === 'right'
    const aside = isHorizontal ? gap(from.top, from.bottom, box.top, box.bottom) : gap(from.left, from.right, box.left, box.right)
    return ahead + 3 * aside
  })
  const least = Math.min(...distances)
  return least === Infinity ? -1 : distances.indexOf(least)
}

const focusable = (scope: ParentNode): HTMLElement[] =>
  [...scope.querySelectorAll<HTMLElement>('button:not(:disabled), [tabindex="0"]')].filter((element) => element.getClientRects().length > 0)

/** Moves the focus within `scope`. Without a focus there, its first control gets it. */
export function moveFocus(scope: ParentNode & Node, direction: Direction): void {
  const controls = focusable(scope)
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || !controls.includes(activeElement)) {
    controls[0]?.focus()
    return
  }
  const others = controls.filter((control) => control !== activeElement)
  const index = nearest(
    activeElement.getBoundingClientRect(),
    others.map((control) => control.getBoundingClientRect()),
    direction,
  )
  others[index]?.focus()
}
