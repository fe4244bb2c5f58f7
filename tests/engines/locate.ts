/** Runs in the page and finds elements by role and accessible name. Self-contained, because its source is sent to the page. */

/**
 * Searches within the result of the previous step. `name` must match the whole name; `pattern` and `flags` are a regular expression,
 * split because a step is sent as JSON.
 */
export interface Step {
  css?: string
  role?: string
  name?: string
  pattern?: string
  flags?: string
}

export interface Found {
  count: number
  /** The centre of the first element, in CSS pixels of the viewport. */
  x: number
  y: number
  /** The element that covers that point, if any. */
  covered: string | null
  text: string
}

export function locate(steps: readonly Step[]): Element[] {
  const roles: Record<string, string> = {
    article: 'article',
    banner: 'header',
    button: 'button, summary, [role=button]',
    checkbox: '[type=checkbox], [role=checkbox], [role=switch]',
    combobox: 'select, [role=combobox]',
    dialog: 'dialog, [role=dialog], [role=alertdialog]',
    heading: 'h1, h2, h3, h4, h5, h6',
    link: 'a[href]',
    list: 'ul, ol',
    listitem: 'li',
    main: 'main',
    navigation: 'nav',
    radio: '[type=radio], [role=radio]',
    region: 'section, [role=region]',
    slider: '[type=range], [role=slider]',
    status: 'output, [role=status]',
    textbox: 'input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea, [contenteditable=true], [role=textbox]',
  }
  const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()
  const contentOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? ''
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    const label = node.getAttribute('aria-label') ?? (node instanceof HTMLImageElement ? node.alt : null)
    if (label !== null) return ` ${label} `
    const inline = getComputedStyle(node).display.startsWith('inline')
    const inner = [...node.childNodes].map(contentOf).join('')
    return inline ? inner : ` ${inner} `
  }
  const nameOf = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')
    if (ids !== null)
      return squeeze(
        ids
          .split(/\s+/)
          .map((id) => document.getElementById(id))
          .map((other) => (other ? contentOf(other) : ''))
          .join(' '),
      )
    const labels = (element as HTMLInputElement).labels
    const label = element.getAttribute('aria-label') ?? (labels && labels.length > 0 ? [...labels].map(contentOf).join(' ') : null)
    if (label !== null) return squeeze(label)
    const content = element.matches('input, textarea, select, section, [contenteditable=true]') ? '' : contentOf(element)
    return squeeze(content) || squeeze(element.getAttribute('placeholder') ?? element.getAttribute('title') ?? '')
  }
  const visible = (element: Element): boolean =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    element.closest('[aria-hidden=true], [inert]') === null
  let found: Element[] = [document.documentElement]
  for (const { css, role, name, pattern, flags } of steps) {
    const selector = css ?? roles[role ?? ''] ?? `[role=${role}]`
    const inside = [...new Set(found.flatMap((parent) => [...parent.querySelectorAll(selector)]))]
    found = inside.filter((element) => {
      if (!visible(element)) return false
      if (name === undefined && pattern === undefined) return true
      const own = css === undefined ? nameOf(element) : squeeze(element.textContent ?? '')
      return pattern === undefined ? own === name : new RegExp(pattern, flags).test(own)
    })
  }
  return found
}

/** Scrolls the first element into view and returns its position. `find` is `locate`. */
export function aim(find: typeof locate, steps: readonly Step[], scroll: boolean): Found {
  const [element, ...others] = find(steps)
  if (!element) return { count: 0, x: 0, y: 0, covered: null, text: '' }
  let box = element.getClientRects()[0]!
  if (scroll && (box.top < 60 || box.bottom > innerHeight - 100)) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    box = element.getClientRects()[0]!
  }
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const top = document.elementFromPoint(x, y)
  const reached = top !== null && (element.contains(top) || top.contains(element) || (top.closest('label')?.control ?? null) === element)
  return {
    count: others.length + 1,
    x,
    y,
    covered: reached ? null : `${top?.tagName ?? 'nothing'} ${top?.getAttribute('class') ?? ''}`,
    text: (element as HTMLElement).innerText ?? element.textContent ?? '',
  }
}
