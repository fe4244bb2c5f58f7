/**
 * The wizard as a state machine (B2, B4): its steps, the guards that open them, and the targets of its buttons. Pure:
 * the state is the `Position`, and `Facts` is what the guards need of the form.
 */
import type { Media } from '#contract/schemas.ts'

/** New post, edit, repost into another playlist, or entry for a partner's challenge. */
export type Mode = 'add' | 'edit' | 'repost' | 'challenge'

/** The steps of each mode, in order. */
const plans = {
  add: ['media', 'bead', 'info', 'write'],
  edit: ['media', 'info', 'write'],
  repost: ['bead'],
  challenge: ['media', 'student', 'teacher', 'confirm'],
} as const satisfies Record<Mode, readonly string[]>

export type StepName = (typeof plans)[Mode][number]

/** The inputs of the guards. */
export interface Facts {
  mode: Mode
  /** Whether the playlist was given when the wizard opened. */
  known: boolean
  /** The type of the chosen medium; null if there is none. */
  media: Media['type'] | null
  /** Whether the medium is an uploaded picture. */
  uploaded: boolean
  /** Whether the post has no medium because the member chose "Text only". */
  textOnly: boolean
  /** Whether the target playlist is set: it was chosen or given, or it is the one of the edited post. */
  bead: boolean
  /** Those of the steps `student` and `teacher` whose fields are complete and valid. */
  filled: readonly StepName[]
}

export interface Position {
  step: StepName
  /** Whether the preview is shown, after the last step. */
  preview: boolean
}

export const stepsOf = ({ mode }: Facts): readonly StepName[] => plans[mode]

/** Hidden steps are not part of the wizard: the playlist if it is given, and the media steps of a text-only post. */
function isHidden(step: StepName, { mode, known, textOnly }: Facts): boolean {
  if (step === 'bead') return known && mode !== 'repost'
  return textOnly && (step === 'media' || step === 'info')
}

/**
 * Skipped steps are visible and can be opened, but the next and back buttons pass over them: web pages and uploads need
 * no details.
 */
const isSkipped = (step: StepName, { media, uploaded }: Facts): boolean => step === 'info' && (media === 'webpage' || uploaded)

export const visibleSteps = (facts: Facts): StepName[] => stepsOf(facts).filter((step) => !isHidden(step, facts))

/** The guards: a step is open if its prerequisites are met. */
export function isOpen(step: StepName, facts: Facts): boolean {
  const { mode, media, textOnly, bead, filled } = facts
  if (isHidden(step, facts)) return false
  const hasContent = media !== null || textOnly
  switch (step) {
    case 'media':
      return true
    case 'bead':
      return mode === 'repost' || hasContent
    case 'info':
    case 'write':
      return hasContent && bead
    case 'student':
      return media !== null
    case 'teacher':
      return media !== null && filled.includes('student')
    case 'confirm':
      return media !== null && filled.includes('student') && filled.includes('teacher')
  }
}

const positionAt = (step: StepName): Position => ({ step, preview: false })

/** The position itself, or if its step is hidden, the next visible step, or the last one. */
export function toVisibleStep(position: Position, facts: Facts): Position {
  const plan = stepsOf(facts)
  const visible = visibleSteps(facts)
  if (visible.includes(position.step)) return position
  const from = plan.indexOf(position.step)
  return positionAt(visible.find((step) => plan.indexOf(step) > from) ?? visible.at(-1)!)
}

/** Moves to a step if it is open. Any move closes the preview. */
export const go = (position: Position, to: StepName, facts: Facts): Position => (isOpen(to, facts) ? positionAt(to) : position)

/** The target of the next button: a step, the preview, or sending. Null if a guard blocks it. */
export function next({ step, preview }: Position, facts: Facts): Position | 'send' | null {
  if (preview) return 'send'
  const visible = visibleSteps(facts)
  const after = visible.slice(visible.indexOf(step) + 1)
  const to = after.find((step) => !isSkipped(step, facts))
  if (to === undefined) return { step, preview: true }
  return isOpen(to, facts) ? positionAt(to) : null
}

/** The target of the back button; null in the first step. */
export function back({ step, preview }: Position, facts: Facts): Position | null {
  if (preview) return positionAt(step)
  const visible = visibleSteps(facts)
  const before = visible.slice(0, Math.max(0, visible.indexOf(step))).filter((step) => !isSkipped(step, facts))
  const to = before.at(-1)
  return to === undefined ? null : positionAt(to)
}

/** The key of the next button's label. */
export function nextText({ step, preview }: Position, facts: Facts): 'next' | 'preview' | 'post' {
  if (preview) return 'post'
  return visibleSteps(facts).at(-1) === step ? 'preview' : 'next'
}

/** Whether a step comes before another in the plan. */
export const isBefore = (step: StepName, other: StepName, facts: Facts): boolean =>
  stepsOf(facts).indexOf(step) < stepsOf(facts).indexOf(other)
