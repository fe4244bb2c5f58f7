import { createElement, type ReactElement, type SVGProps } from 'react'

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

type GlyphProps = SVGProps<SVGSVGElement> & { size?: number }

/**
 * Makes a component of an icon's shapes. The build puts it in the place of lucide-react's own `createLucideIcon`, which
 * settles for each drawing what every one of ours is told (`Icon`), and weighs as much as thirty icons.
 */
const createGlyph = ({ node }: IconData) =>
  function Glyph({ size = 24, ...rest }: GlyphProps): ReactElement {
    return createElement(
      'svg',
      { width: size, height: size, viewBox: '0 0 24 24', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round', ...rest },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }

export default createGlyph
