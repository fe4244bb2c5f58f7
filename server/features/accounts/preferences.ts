/** What a member changes about themselves (A2.5, A5). */
import type { DataSource } from 'typeorm'
import type { CallOutput, Me } from '../../contract/index.ts'
import { isDuplicate, transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { emit } from '../../outbox/outbox.ts'
import { MemberEntity, type MemberRow } from './entities.ts'
import { forgetKeys } from './keys.ts'
import { lockMember } from './members.ts'
import { readMe } from './me.ts'

type Input = CallOutput<'POST /api/v0/me/preferences'>['body']

export interface Preferences {
  /** Throws `email_in_use`. */
  changePreferences(uid: string, input: Input): Promise<Me>
}

/** Explicit values over those that are kept; `undefined` says nothing. */
const merged = <T extends object>(kept: T | null, said: Partial<Record<keyof T, unknown>>): T =>
  ({ ...kept, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) }) as T

function changesOf(row: MemberRow, { emailPrefs, pushPrefs, onboarding, ...plain }: Input): Partial<MemberRow> {
  const changes: Partial<MemberRow> = merged({}, plain)
  if (emailPrefs) changes.emailPrefs = merged(row.emailPrefs, emailPrefs)
  if (pushPrefs) changes.pushPrefs = merged(row.pushPrefs, pushPrefs)
  // Whoever saves their name or address has confirmed what is known of them.
  const confirmed = plain.name !== undefined || plain.email !== undefined ? { doConfirmInfo: false } : {}
  if (onboarding || (row.onboarding?.doConfirmInfo && 'doConfirmInfo' in confirmed)) {
    changes.onboarding = merged(row.onboarding, { ...confirmed, ...onboarding })
  }
  if (plain.email !== undefined && plain.email !== row.email) changes.emailVerifiedDate = null
  else delete changes.email
  return changes
}

export function createPreferences({ db }: { db: DataSource }): Preferences {
  async function change(uid: string, input: Input): Promise<void> {
    await transaction(db, async (manager) => {
      const row = await lockMember(manager, uid)
      if (row === null) throw new StrandError('unauthenticated')
      const changes = changesOf(row, input)
      if (Object.keys(changes).length === 0) return
      await manager.update(MemberEntity, { uid }, changes)
      await emit(manager, { kind: 'memberChanged', uid })
      if (changes.email === undefined) return
      await forgetKeys(manager, uid)
      await emit(manager, { kind: 'emailVerificationAsked', uid })
    })
  }

  return {
    async changePreferences(uid, input) {
      try {
        await change(uid, input)
      } catch (error) {
        throw isDuplicate(error) ? new StrandError('email_in_use') : error
      }
      const row = await db.getRepository(MemberEntity).findOneBy({ uid })
      if (row === null) throw new StrandError('unauthenticated')
      return readMe(db, row)
    },
  }
}
