import { createElement, type ReactElement, type SVGProps } from 'react'

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

type GlyphProps = SVGProps<SVGSVGElement> & { size?: number }

/**
 * Creates an icon component. The build replaces lucide-react's `createLucideIcon` by it, which accepts options that this product sets
 * once (`Icon`), and is as large as thirty icons.
 */
const createGlyph = ({ node }: IconData) =>
  function Glyph({ size = 24, ...rest }: GlyphProps): ReactElement {
    return createElement(
      'svg',
      { width: size, height: size, viewBox: '0 0 24 24', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round', ...rest },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }

export default createGlyph
