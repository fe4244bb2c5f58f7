import { AudioLines, FileText, Music, type LucideIcon } from 'lucide-react'
import { isSlide, type QueueItem } from '#player/index.ts'

/** Stands for an item without a picture. */
export const glyphOf = (item: QueueItem): LucideIcon => (isSlide(item) ? FileText : Music)

/** The same in the place of the medium. */
export const mediumGlyphOf = (item: QueueItem): LucideIcon => (isSlide(item) ? FileText : AudioLines)
