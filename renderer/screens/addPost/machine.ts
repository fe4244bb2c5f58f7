/** The wizard as data (B2, B4): which steps there are, which of them are open now, and where its buttons lead. Pure. */
import type { Media } from '#contract/schemas.ts'

/** What is made: a new post, another version of one, the same in another playlist, or a submission to a partner's challenge. */
export type Mode = 'add' | 'edit' | 'repost' | 'challenge'

const plans = {
  add: ['media', 'bead', 'info', 'write'],
  edit: ['media', 'info', 'write'],
  repost: ['bead'],
  challenge: ['media', 'student', 'teacher', 'confirm'],
} as const satisfies Record<Mode, readonly string[]>

export type StepName = (typeof plans)[Mode][number]

/** What the steps depend on. */
export interface Facts {
  mode: Mode
  /** The playlist was known when the wizard opened. */
  known: boolean
  /** What kind of medium is chosen; null where none is. */
  media: Media['type'] | null
  /** It is a file of the member's own. */
  uploaded: boolean
  textOnly: boolean
  /** Whether it is known where the post goes: a playlist was chosen, or the post is there already. */
  bead: boolean
  /** Which of the forms of a challenge are filled in. */
  filled: readonly StepName[]
}

export interface Position {
  step: StepName
  /** The post as it will be, over the last step. */
  preview: boolean
}

export const stepsOf = ({ mode }: Facts): readonly StepName[] => plans[mode]

/** Not there at all: the playlist that is known, and everything about media where there are only words. */
function isHidden(step: StepName, { mode, known, textOnly }: Facts): boolean {
  if (step === 'bead') return known && mode !== 'repost'
  return textOnly && (step === 'media' || step === 'info')
}

/** There, but gone past: of a web page and of a file of one's own nothing needs to be told. */
const isSkipped = (step: StepName, { media, uploaded }: Facts): boolean => step === 'info' && (media === 'webpage' || uploaded)

export const visibleSteps = (facts: Facts): StepName[] => stepsOf(facts).filter((step) => !isHidden(step, facts))

/** The guards: a step opens when what it is about is there. */
export function isOpen(step: StepName, facts: Facts): boolean {
  const { mode, media, textOnly, bead, filled } = facts
  if (isHidden(step, facts)) return false
  const something = media !== null || textOnly
  switch (step) {
    case 'media':
      return true
    case 'bead':
      return mode === 'repost' || something
    case 'info':
    case 'write':
      return something && bead
    case 'student':
      return media !== null
    case 'teacher':
      return media !== null && filled.includes('student')
    case 'confirm':
      return media !== null && filled.includes('student') && filled.includes('teacher')
  }
}

const at = (step: StepName): Position => ({ step, preview: false })

/** Where a step that is gone leaves somebody: at the next one that is there, or the last. */
export function settle(position: Position, facts: Facts): Position {
  const plan = stepsOf(facts)
  const visible = visibleSteps(facts)
  if (visible.includes(position.step)) return position
  const from = plan.indexOf(position.step)
  return at(visible.find((step) => plan.indexOf(step) > from) ?? visible.at(-1)!)
}

/** To a step that is open; the preview closes on any change of step. */
export const go = (position: Position, to: StepName, facts: Facts): Position => (isOpen(to, facts) ? at(to) : position)

/** What the next button does: on to a step, into the preview, or the post is sent. Null where a guard stands before it. */
export function next({ step, preview }: Position, facts: Facts): Position | 'send' | null {
  if (preview) return 'send'
  const visible = visibleSteps(facts)
  const after = visible.slice(visible.indexOf(step) + 1)
  const to = after.find((one) => !isSkipped(one, facts))
  if (to === undefined) return { step, preview: true }
  return isOpen(to, facts) ? at(to) : null
}

export function back({ step, preview }: Position, facts: Facts): Position | null {
  if (preview) return at(step)
  const visible = visibleSteps(facts)
  const before = visible.slice(0, Math.max(0, visible.indexOf(step))).filter((one) => !isSkipped(one, facts))
  const to = before.at(-1)
  return to === undefined ? null : at(to)
}

/** What the next button says. */
export function nextText({ step, preview }: Position, facts: Facts): 'next' | 'preview' | 'post' {
  if (preview) return 'post'
  return visibleSteps(facts).at(-1) === step ? 'preview' : 'next'
}

/** From a page that lies before the one that is shown a person can go back, and on to where they have been. */
export const isBefore = (step: StepName, than: StepName, facts: Facts): boolean =>
  stepsOf(facts).indexOf(step) < stepsOf(facts).indexOf(than)
