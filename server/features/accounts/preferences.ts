/** Changes the settings that members make for themselves: profile, e-mail address, notifications (A2.5, A5). */
import type { DataSource } from 'typeorm'
import type { CallOutput, Me } from '#contract/index.ts'
import { isDuplicate, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Actor } from '#http/session.ts'
import { emit } from '#outbox/outbox.ts'
import type { Guesser } from './devices.ts'
import { MemberEntity, type MemberRow } from './entities.ts'
import { forgetKeys } from './keys.ts'
import { lockMember } from './members.ts'
import { readMe } from './me.ts'
import type { Proof } from './proof.ts'

type Body = CallOutput<'POST /api/v0/me/preferences'>['body']
type Input = Omit<Body, 'password'>

export interface Preferences {
  /** Throws `email_in_use`; for a new address also the errors of `Proof`. */
  changePreferences(actor: Actor, given: Body & { guesser: Guesser }): Promise<Me>
  /** For the unsubscribe link of a mail, which works without a session. */
  setEmailPrefs(uid: string, emailPrefs: Body['emailPrefs']): Promise<void>
}

/** The stored values, overridden by the given ones that are not `undefined`. */
const merged = <T extends object>(stored: T | null, given: Partial<Record<keyof T, unknown>>): T =>
  ({ ...stored, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }) as T

/** The columns to update. Without `email` if the address stays the same. */
function changesOf(row: MemberRow, { emailPrefs, pushPrefs, onboarding, ...plain }: Input): Partial<MemberRow> {
  const changes: Partial<MemberRow> = merged({}, plain)
  if (emailPrefs) changes.emailPrefs = merged(row.emailPrefs, emailPrefs)
  if (pushPrefs) changes.pushPrefs = merged(row.pushPrefs, pushPrefs)
  // Onboarding step `doConfirmInfo`, for members who signed up with a network: saving name or address completes it.
  const confirmed = plain.name !== undefined || plain.email !== undefined ? { doConfirmInfo: false } : {}
  if (onboarding || (row.onboarding?.doConfirmInfo && 'doConfirmInfo' in confirmed)) {
    changes.onboarding = merged(row.onboarding, { ...confirmed, ...onboarding })
  }
  if (plain.email !== undefined && plain.email !== row.email) changes.emailVerifiedDate = null
  else delete changes.email
  return changes
}

export function createPreferences({ db, proof }: { db: DataSource; proof: Proof }): Preferences {
  /**
   * Whether the input changes the e-mail address; if so, the password is verified first and `Proof` throws if it is
   * wrong. The address gives access to the account by a reset mail, so a session alone is not enough to change it.
   */
  async function isProved(actor: Actor, { email, password, guesser }: Body & { guesser: Guesser }): Promise<boolean> {
    const row = email === undefined ? null : await db.getRepository(MemberEntity).findOneBy({ uid: actor.uid })
    if (row === null || row.email === email) return false
    await proof.demand(actor, { password, guesser })
    return true
  }

  /** @param mayMove whether the e-mail address may change. */
  async function change(uid: string, input: Input, mayMove: boolean): Promise<void> {
    await transaction(db, async (manager) => {
      const row = await lockMember(manager, uid)
      if (row === null) throw new StrandError('unauthenticated')
      const changes = changesOf(row, input)
      // The address was changed by a concurrent request after `isProved` compared it.
      if (changes.email !== undefined && !mayMove) throw new StrandError('conflict')
      if (Object.keys(changes).length === 0) return
      await manager.update(MemberEntity, { uid }, changes)
      await emit(manager, { kind: 'memberChanged', uid })
      if (changes.email === undefined) return
      await forgetKeys(manager, uid)
      await emit(manager, { kind: 'emailVerificationAsked', uid })
    })
  }

  return {
    setEmailPrefs: (uid, emailPrefs) => change(uid, { emailPrefs }, false),

    async changePreferences(actor, given) {
      const { uid } = actor
      const mayMove = await isProved(actor, given)
      const { password: _password, guesser: _guesser, ...input } = given
      try {
        await change(uid, input, mayMove)
      } catch (error) {
        throw isDuplicate(error) ? new StrandError('email_in_use') : error
      }
      const row = await db.getRepository(MemberEntity).findOneBy({ uid })
      if (row === null) throw new StrandError('unauthenticated')
      return readMe(db, row)
    },
  }
}
