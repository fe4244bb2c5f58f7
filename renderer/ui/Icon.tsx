import type { LucideIcon } from 'lucide-react'

/** Every icon of the product: 20 px, stroke 1.75, silent (what it stands on carries the name). */
export const Icon = ({ as: Glyph, size = 20, fill = 'none' }: { as: LucideIcon; size?: number; fill?: 'none' | 'currentColor' }) => (
  <Glyph size={size} strokeWidth={1.75} fill={fill} aria-hidden="true" focusable="false" />
)
