import type { VirtualNode } from 'axe-core'

/** A node of axe's tree, which axe builds for each run. */
interface AxeNode extends VirtualNode {
  getComputedStylePropertyValue(name: string): string
}
type Matches = (element: Element, node: AxeNode, context: unknown) => boolean
type Evaluate = (this: unknown, element: Element, options: unknown, node: AxeNode, context: unknown) => boolean | undefined

/** Internals of axe: `axe.configure` replaces a rule, but gives no access to what it replaces. */
export interface AxeInternals {
  _audit: { rules: { id: string; matches: Matches }[]; checks: Record<string, { evaluate: Evaluate }> }
  commons: { dom: { isVisibleOnScreen(node: AxeNode): boolean } }
}

/**
 * Makes axe check the contrast of each appearance only until one result is definite: the contrast rules take most of axe's time, and
 * repeat themselves in every item of a list. Elements have the same appearance if their styles are equal, those of their ancestors, and
 * those that occur among the children of each ancestor, which may cover them.
 *
 * Self-contained, because it also runs in pages.
 */
export function checkEachAppearanceOnce(axe: AxeInternals): void {
  const properties = [
    ...['color', 'background-color', 'background-image', 'background-clip', 'opacity', 'filter', 'mix-blend-mode', 'text-shadow'],
    ...['-webkit-text-stroke-width', '-webkit-text-stroke-color', 'font-family', 'font-size', 'font-weight', 'font-style'],
    ...['text-decoration', 'border-top-style', 'border-top-width', 'border-bottom-style', 'border-bottom-width', 'outline-style'],
    ...['display', 'visibility', 'overflow', 'position', 'z-index'],
  ]
  const styles = new WeakMap<AxeNode, string>()
  const appearances = new WeakMap<AxeNode, number>()
  const numbers = new Map<string, number>()
  const checked = new WeakMap<AxeNode, Set<string>>()

  function styleOf(node: AxeNode): string {
    let style = styles.get(node)
    if (style === undefined) {
      style = [node.props.nodeName, node.attr('class'), ...properties.map((name) => node.getComputedStylePropertyValue(name))].join('\n')
      styles.set(node, style)
    }
    return style
  }

  function appearanceOf(node: AxeNode): number {
    let appearance = appearances.get(node)
    if (appearance === undefined) {
      const children = ((node.children ?? []) as AxeNode[]).filter(({ props }) => props.nodeType === 1)
      const stylesOfChildren = [...new Set(children.map(styleOf))].sort()
      const key = [node.parent ? appearanceOf(node.parent as AxeNode) : '', styleOf(node), ...stylesOfChildren].join('\n\n')
      appearance = numbers.get(key) ?? numbers.size
      numbers.set(key, appearance)
      appearances.set(node, appearance)
    }
    return appearance
  }

  /** The appearances that had a definite result in this run. */
  function checkedInRunOf(node: AxeNode): Set<string> {
    let root = node
    while (root.parent) root = root.parent as AxeNode
    const known = checked.get(root) ?? new Set()
    checked.set(root, known)
    return known
  }

  /** As `matches` of the rule `color-contrast`, which takes half as long as the check, requires. */
  const canHaveText = ({ props, children = [] }: AxeNode) =>
    ['input', 'select', 'textarea'].includes(String(props.nodeName)) ||
    children.some((child) => child.props.nodeType === 3 && String(child.props.nodeValue).trim() !== '')

  for (const id of ['color-contrast', 'link-in-text-block']) {
    const rule = axe._audit.rules.find((rule) => rule.id === id)!
    const check = axe._audit.checks[id]!
    const { matches } = rule
    const { evaluate } = check
    const isPostponed = id === 'color-contrast'
    if (isPostponed) rule.matches = (_, node) => canHaveText(node)
    check.evaluate = function (element, options, node, context) {
      const known = checkedInRunOf(node)
      const appearance = `${id} ${appearanceOf(node)}`
      if (known.has(appearance) || (isPostponed && !matches(element, node, context))) return true
      const result = evaluate.call(this, element, options, node, context)
      if (result !== undefined && axe.commons.dom.isVisibleOnScreen(node)) known.add(appearance)
      return result
    }
  }
}
