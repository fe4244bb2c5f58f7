import type { Me } from '#contract/schemas.ts'
import { newMemberSeconds } from '#contract/rules.ts'

/** Whether the account is less than an hour old (A4.1). */
export const recentlySignedUp = ({ creationDate }: Pick<Me, 'creationDate'>, now = Date.now()): boolean =>
  now - Date.parse(creationDate) < newMemberSeconds * 1000

/**
 * Whether a new member must enter an e-mail address, because they signed up with Twitter, which provides none (A4.1).
 * Members with a password are excluded: changing the address would require the password too.
 */
export const lacksEmail = (me: Pick<Me, 'creationDate' | 'email' | 'hasPassword' | 'hasTwitter'>, now = Date.now()): boolean =>
  me.email === '' && me.hasTwitter && !me.hasPassword && recentlySignedUp(me, now)
