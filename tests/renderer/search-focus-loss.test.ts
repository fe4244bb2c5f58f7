import { expect, it } from 'vitest'
import { afterFocusLoss, type FocusLoss } from '#widgets/searchBox/focusLoss.ts'

const phone: FocusLoss = { narrow: true, empty: false, to: 'nothing', pressedOutside: false }

it.each<[string, FocusLoss, ReturnType<typeof afterFocusLoss>]>([
  ['Done on a phone', phone, 'keep'],
  ['Done on a phone, nothing typed', { ...phone, empty: true }, 'keep'],
  ['a press beside the box on a phone', { ...phone, pressedOutside: true }, 'end'],
  ['another field on a phone', { ...phone, to: 'elsewhere' }, 'end'],
  ['a result in the box', { ...phone, to: 'box' }, 'keep'],
  ['a press beside the box in a wide window', { ...phone, narrow: false, pressedOutside: true }, 'collapse'],
  ['a press beside the box in a wide window, nothing typed', { ...phone, narrow: false, empty: true, pressedOutside: true }, 'end'],
])('X1 focus lost by %s → keeps, collapses or ends the search (case %#)', (_name, loss, expected) => {
  expect(afterFocusLoss(loss)).toBe(expected)
})
