import { describe, expect, it } from 'vitest'
import { parseMembers, chooseAll, chooseNone } from '#widgets/friends/members.ts'

const member = (uid: string) => ({ uid, name: uid, image: null, verified: false })
const [ada, ben, cem, dan] = ['ada', 'ben', 'cem', 'dan'].map(member)

describe('O5 B9 all followers, none of them', () => {
  it('O5 B9 who was found elsewhere stays chosen when all are, and when none are', () => {
    const all = chooseAll([ada!, ben!], [ben!, cem!], 10)
    expect(all).toEqual([ada, ben, cem])
    expect(chooseNone(all, [ben!, cem!])).toEqual([ada])
  })

  it.each([
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 4],
  ])('O5 at most %i: %i of four', (most, count) => {
    expect(chooseAll([ada!], [ben!, ada!, cem!, dan!], most)).toHaveLength(count)
  })

  it('O5 who is chosen beyond the limit is not thrown out', () => expect(chooseAll([ada!, ben!], [cem!], 1)).toEqual([ada, ben]))
})

describe('B9 S1 who had been chosen, as it was kept', () => {
  it.each([
    [[ada], [ada]],
    [[], []],
    [null, null],
    [[{ uid: 1, name: 'x', image: null }], null],
    ['ada', null],
  ])('%j is %j', (stored, members) => expect(parseMembers(stored)).toEqual(members))
})
