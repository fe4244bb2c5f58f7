import { describe, expect, it } from 'vitest'
import { t } from '#texts/index.ts'
import {
  back,
  go,
  isOpen,
  next,
  nextText,
  toVisibleStep,
  visibleSteps,
  type Facts,
  type Mode,
  type Position,
} from '../../renderer/screens/addPost/machine.ts'

const facts = (changes: Partial<Facts> = {}): Facts => ({
  mode: 'add',
  known: false,
  media: null,
  uploaded: false,
  textOnly: false,
  bead: false,
  filled: [],
  ...changes,
})
const at = (step: Position['step'], preview = false): Position => ({ step, preview })

describe('D1 D9 steps of the wizard', () => {
  it.each<[string, Partial<Facts>, string[]]>([
    ['add', {}, ['media', 'bead', 'info', 'write']],
    ['add to a known playlist', { known: true, bead: true }, ['media', 'info', 'write']],
    ['add text only', { textOnly: true }, ['bead', 'write']],
    ['add text only to a known playlist', { textOnly: true, known: true, bead: true }, ['write']],
    ['edit', { mode: 'edit', known: true, bead: true }, ['media', 'info', 'write']],
    ['repost', { mode: 'repost' }, ['bead']],
    ['challenge', { mode: 'challenge', known: true, bead: true }, ['media', 'student', 'teacher', 'confirm']],
  ])('D1 steps in mode: %s', (_name, changes, steps) => {
    expect(visibleSteps(facts(changes))).toEqual(steps)
  })

  it('D1 the next button reads Next, then Preview on the last step, then Post! in preview', () => {
    const all = facts({ media: 'video', bead: true })
    expect(visibleSteps(all).map((step) => t.wizard[nextText(at(step), all)])).toEqual(['Next', 'Next', 'Next', 'Preview'])
    expect(t.wizard[nextText(at('write', true), all)]).toBe('Post!')
    expect(next(at('write'), all)).toEqual(at('write', true))
    expect(next(at('write', true), all)).toBe('send')
  })

  it('D1 Next and Back skip hidden steps, and the info step of media that need none', () => {
    expect(next(at('media'), facts({ media: 'video', known: true, bead: true }))).toEqual(at('info'))
    expect(next(at('bead'), facts({ media: 'webpage', bead: true }))).toEqual(at('write'))
    expect(next(at('media'), facts({ media: 'image', uploaded: true, known: true, bead: true }))).toEqual(at('write'))
    expect(back(at('write'), facts({ media: 'webpage', bead: true }))).toEqual(at('bead'))
    // Skipped by Next, but still selectable.
    expect(visibleSteps(facts({ media: 'webpage', bead: true }))).toContain('info')
  })

  it('D9 hiding the current step moves to the next visible step', () => {
    expect(toVisibleStep(at('media'), facts({ textOnly: true }))).toEqual(at('bead'))
    expect(toVisibleStep(at('media', true), facts({ textOnly: true, known: true, bead: true }))).toEqual(at('write'))
    expect(toVisibleStep(at('bead'), facts({ textOnly: true }))).toEqual(at('bead'))
  })
})

describe('D13 guards of the steps', () => {
  it('D13 pick playlist needs media or text-only', () => {
    expect(isOpen('bead', facts())).toBe(false)
    expect(isOpen('bead', facts({ media: 'video' }))).toBe(true)
    expect(isOpen('bead', facts({ textOnly: true }))).toBe(true)
  })
  it('D13 write post needs a playlist or an existing post', () => {
    expect(isOpen('write', facts({ media: 'video' }))).toBe(false)
    expect(isOpen('write', facts({ media: 'video', bead: true }))).toBe(true)
    expect(isOpen('write', facts({ mode: 'edit', textOnly: true, bead: true }))).toBe(true)
  })
  it('D13 edit media needs media and a playlist', () => {
    expect(isOpen('info', facts({ media: 'video' }))).toBe(false)
    expect(isOpen('info', facts({ bead: true }))).toBe(false)
    expect(isOpen('info', facts({ media: 'video', bead: true }))).toBe(true)
  })
  it('D13 a step that is not open is unreachable, by selection and by Next; any step change closes the preview', () => {
    expect(go(at('media'), 'write', facts())).toEqual(at('media'))
    expect(next(at('media'), facts())).toBeNull()
    const all = facts({ media: 'video', bead: true })
    expect(go(at('write', true), 'info', all)).toEqual(at('info'))
    expect(go(at('write', true), 'write', all)).toEqual(at('write'))
    expect(back(at('write', true), all)).toEqual(at('write'))
  })
  it('E1 each completed form of a challenge opens the next step', () => {
    const challenge = (changes: Partial<Facts> = {}) => facts({ mode: 'challenge', known: true, bead: true, media: 'video', ...changes })
    expect(isOpen('student', challenge({ media: null }))).toBe(false)
    expect(isOpen('student', challenge())).toBe(true)
    expect(isOpen('teacher', challenge())).toBe(false)
    expect(isOpen('confirm', challenge({ filled: ['student'] }))).toBe(false)
    expect(isOpen('confirm', challenge({ filled: ['student', 'teacher'] }))).toBe(true)
  })
  it('D13 no combination of mode, medium, playlist and forms leads to a step that is not open', () => {
    const wrong: string[] = []
    for (const mode of ['add', 'edit', 'repost', 'challenge'] as const satisfies Mode[])
      for (const media of ['video', 'image', 'webpage', null] as const)
        for (const [known, bead] of [
          [true, true],
          [false, true],
          [false, false],
        ] as const)
          for (const textOnly of media === null ? [true, false] : [false])
            for (const filled of [[], ['student'], ['student', 'teacher']] as const) {
              const now = facts({ mode, media, known, bead, textOnly, filled: [...filled] })
              for (const step of visibleSteps(now)) {
                const on = [next(at(step), now), ...visibleSteps(now).map((to) => go(at(step), to, now))]
                for (const to of on)
                  if (to !== null && to !== 'send' && to.step !== step && !isOpen(to.step, now))
                    wrong.push(JSON.stringify({ now, step, to }))
                const before = back(at(step), now)
                if (before !== null && !visibleSteps(now).includes(before.step)) wrong.push(JSON.stringify({ now, step, before }))
              }
            }
    expect(wrong).toEqual([])
  })
})
