export interface Picture {
  width: number
  height: number
  top: number
  left: number
  bottom: number
  right: number
  /** Points of the picture at which another element is on top. */
  covered: string[]
}

/**
 * The position of the visible medium, and the elements that cover it. Playwright also runs it in the page, so it uses nothing from outside.
 * @param stage the element `[data-player-stage]`.
 */
export function measurePicture(stage: Element): Picture {
  const { width, height, top, left, bottom, right } = stage.getBoundingClientRect()
  const covered: string[] = []
  for (const across of [0.02, 0.25, 0.5, 0.75, 0.98])
    for (const down of [0.02, 0.25, 0.5, 0.75, 0.98]) {
      const [x, y] = [left + width * across, top + height * down]
      const found = document.elementFromPoint(x, y)
      // Elements without pointer events also cover it.
      const over = [...document.querySelectorAll('[role=status], [role=dialog], [role=alert], section[data-player] *')].find((element) => {
        if (stage.contains(element) || element.contains(stage)) return false
        const box = element.getBoundingClientRect()
        const style = getComputedStyle(element)
        const seen = style.visibility === 'visible' && style.opacity !== '0' && style.clipPath === 'none' && box.width > 1
        const layer = Number(getComputedStyle(element.closest('[data-player]') ?? element).zIndex)
        return seen && layer > Number(getComputedStyle(stage).zIndex) && box.left < x && x < box.right && box.top < y && y < box.bottom
      })
      if (!stage.contains(found))
        covered.push(`${Math.round(x)},${Math.round(y)} by ${found?.tagName ?? 'nothing'} ${found?.className ?? ''}`)
      else if (over) covered.push(`${Math.round(x)},${Math.round(y)} under ${over.tagName} ${over.className}`)
    }
  return { width, height, top, left, bottom, right, covered }
}
