import type { Me } from '#contract/schemas.ts'
import { newMemberSeconds } from '#contract/rules.ts'

/** A4.1: the account is less than an hour old. */
export const recentlySignedUp = ({ creationDate }: Pick<Me, 'creationDate'>, now = Date.now()): boolean =>
  now - Date.parse(creationDate) < newMemberSeconds * 1000

/**
 * Whether a new member from the microblogging network, which sends no address, must enter one (A4.1). Members with a password are
 * excluded: the form would require it too.
 */
export const lacksEmail = (me: Pick<Me, 'creationDate' | 'email' | 'hasPassword' | 'hasTwitter'>, now = Date.now()): boolean =>
  me.email === '' && me.hasTwitter && !me.hasPassword && recentlySignedUp(me, now)
