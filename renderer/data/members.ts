import type { Me } from '#contract/schemas.ts'
import { newMemberSeconds } from '#contract/rules.ts'

/** A4.1: the account is less than an hour old. */
export const recentlySignedUp = ({ creationDate }: Pick<Me, 'creationDate'>, now = Date.now()): boolean =>
  now - Date.parse(creationDate) < newMemberSeconds * 1000

/** A new member whom the microblogging network sent without an address is asked for one (A4.1); who has a password already would be asked for that, too. */
export const lacksEmail = (me: Pick<Me, 'creationDate' | 'email' | 'hasPassword' | 'hasTwitter'>, now = Date.now()): boolean =>
  me.email === '' && me.hasTwitter && !me.hasPassword && recentlySignedUp(me, now)
