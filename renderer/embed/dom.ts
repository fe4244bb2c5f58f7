/** Creates elements, without `innerHTML`: titles and names are text of members. */

/** Paths on a grid of 24 pixels. A path with `solid` is filled. */
const paths = {
  play: [{ d: 'M7 4v16l13-8z', solid: true }],
  pause: [{ d: 'M7 5h3v14H7zM14 5h3v14h-3z', solid: true }],
  previous: [{ d: 'M19 5v14L9 12z', solid: true }, { d: 'M6 5v14' }],
  next: [{ d: 'M5 5v14l10-7z', solid: true }, { d: 'M18 5v14' }],
  loud: [{ d: 'M4 9v6h4l5 4V5L8 9z', solid: true }, { d: 'M16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11' }],
  muted: [{ d: 'M4 9v6h4l5 4V5L8 9z', solid: true }, { d: 'm17 9 5 6m0-6-5 6' }],
  out: [{ d: 'M14 5h5v5M19 5l-8 8M11 6H6v12h12v-5' }],
  popup: [{ d: 'M4 6h16v5M4 6v12h6' }, { d: 'M13 13h8v6h-8z' }],
} as const satisfies Record<string, readonly { d: string; solid?: true }[]>

export type IconName = keyof typeof paths

const svg = 'http://www.w3.org/2000/svg'

export function icon(name: IconName, size = 20): SVGSVGElement {
  const element = document.createElementNS(svg, 'svg')
  for (const [attribute, value] of Object.entries({ width: size, height: size, viewBox: '0 0 24 24', 'aria-hidden': 'true' }))
    element.setAttribute(attribute, String(value))
  for (const part of paths[name]) {
    const path = document.createElementNS(svg, 'path')
    path.setAttribute('d', part.d)
    if ('solid' in part) path.setAttribute('class', 'solid')
    element.append(path)
  }
  return element
}

/** An element with a class and these children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.append(...children)
  return element
}

export function iconButton(className: string, name: IconName, label: string, onPress: () => void): HTMLButtonElement {
  const button = make('button', className, icon(name))
  button.type = 'button'
  button.setAttribute('aria-label', label)
  button.title = label
  button.addEventListener('click', onPress)
  return button
}

export function relabel(button: HTMLButtonElement, name: IconName, label: string): void {
  if (button.getAttribute('aria-label') === label) return
  button.setAttribute('aria-label', label)
  button.title = label
  button.replaceChildren(icon(name))
}

/** A link that opens in a new window (J1). */
export function externalLink(href: string, className: string, ...children: (Node | string)[]): HTMLAnchorElement {
  const link = make('a', className, ...children)
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener'
  return link
}
