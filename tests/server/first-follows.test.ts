import { expect, it } from 'vitest'
import { createFirstFollows } from '../../server/features/oauth/first-follows.ts'

it('U8 the new member cannot be read → the sign-up succeeds, and a warning is logged', async () => {
  const warnings: unknown[] = []
  const failure = new Error('the database is locked')
  const follow = createFirstFollows({
    accounts: { me: () => Promise.reject(failure) },
    follows: { member: () => Promise.resolve(), bead: () => Promise.resolve() },
    log: { warn: (details: object) => void warnings.push(details) },
  })
  await expect(follow('ann', { uid: 'bob' })).resolves.toBeUndefined()
  expect(warnings).toEqual([{ error: failure }])
})
