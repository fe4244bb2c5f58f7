import type { LegalPage } from '../rules.ts'
import { acceptableUse } from './acceptableUse.ts'
import { copyright } from './copyright.ts'
import { privacy } from './privacy.ts'
import type { LegalText } from './text.ts'
import { tos } from './tos.ts'

/** All texts, for the server; a page loads only the one it shows. */
export const legalTexts: Record<LegalPage, LegalText> = { tos, 'acceptable-use': acceptableUse, copyright, privacy }
