/** B3: the number of collected posts of a playlist, while presses and counts are on their way. */
import { expect, it } from 'vitest'
import { addCollectedChange, collectedSince, countPresses, removeCollectedChange } from '#data/collectedChange.ts'

it('B3 a count requested before a press lacks its change; one requested later has it', () => {
  const before = countPresses()
  addCollectedChange('b1', 'p1', 1)
  addCollectedChange('b2', 'p9', 1)
  const after = countPresses()
  addCollectedChange('b1', 'p2', -1)
  expect(collectedSince('b1', before)).toBe(0)
  expect(collectedSince('b1', after)).toBe(-1)
  expect(collectedSince('b1', countPresses())).toBe(0)
  expect(collectedSince('b2', before)).toBe(1)
  expect(collectedSince('b3', before)).toBe(0)
})

it('B3 a count requested between a press and its refusal → unchanged; so is one requested before the press', () => {
  const before = countPresses()
  addCollectedChange('b4', 'p1', 1)
  const between = countPresses()
  addCollectedChange('b4', 'p2', 1)
  expect(collectedSince('b4', before)).toBe(2)
  removeCollectedChange('b4', 'p1', 1)
  expect(collectedSince('b4', before)).toBe(1)
  expect(collectedSince('b4', between)).toBe(1)
  removeCollectedChange('b4', 'p2', 1)
  expect(collectedSince('b4', before)).toBe(0)
  expect(collectedSince('b4', between)).toBe(0)
})
