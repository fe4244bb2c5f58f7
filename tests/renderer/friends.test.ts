import { describe, expect, it } from 'vitest'
import { parseMembers, chooseAll, chooseNone } from '#widgets/friends/members.ts'

const member = (uid: string) => ({ uid, name: uid, image: null, verified: false })
const [ada, ben, cem, dan] = ['ada', 'ben', 'cem', 'dan'].map(member)

describe('O5 B9 choosing all followers or none', () => {
  it('O5 B9 a chosen member outside the list stays chosen when all of the list, or none, are chosen', () => {
    const all = chooseAll([ada!, ben!], [ben!, cem!], 10)
    expect(all).toEqual([ada, ben, cem])
    expect(chooseNone(all, [ben!, cem!])).toEqual([ada])
  })

  it.each([
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 4],
  ])('O5 choosing all of four members with a limit of %i → %i are chosen', (most, count) => {
    expect(chooseAll([ada!], [ben!, ada!, cem!, dan!], most)).toHaveLength(count)
  })

  it('O5 members already chosen beyond the limit stay chosen', () => expect(chooseAll([ada!, ben!], [cem!], 1)).toEqual([ada, ben]))
})

describe('B9 S1 stored choice of members', () => {
  it.each([
    [[ada], [ada]],
    [[], []],
    [null, null],
    [[{ uid: 1, name: 'x', image: null }], null],
    ['ada', null],
  ])('the stored value %j is read as %j', (stored, members) => expect(parseMembers(stored)).toEqual(members))
})
