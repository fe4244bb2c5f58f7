import type { LucideIcon } from 'lucide-react'

/** The standard icon: 20 px, stroke 1.75, hidden from screen readers (its button has the name). */
export const Icon = ({ as: Glyph, size = 20, fill = 'none' }: { as: LucideIcon; size?: number; fill?: 'none' | 'currentColor' }) => (
  <Glyph size={size} strokeWidth={1.75} fill={fill} aria-hidden="true" focusable="false" />
)
