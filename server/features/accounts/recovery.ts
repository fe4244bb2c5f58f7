/** Resets and changes passwords, and confirms e-mail addresses. The mails are in `mails.ts`. */
import { Not, type DataSource, type EntityManager } from 'typeorm'
import { messages, passwordProblem } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Limit, Limits } from '#http/limits.ts'
import type { Actor } from '#http/session.ts'
import { emit } from '#outbox/outbox.ts'
import type { Guesser } from './devices.ts'
import { MemberEntity, SessionEntity, TvPairingEntity, type MemberRow } from './entities.ts'
import { findKey, forgetKeys, instantIn, spendKey } from './keys.ts'
import { lockMember } from './members.ts'
import { hashPassword } from './passwords.ts'
import type { Proof } from './proof.ts'

/** Reset mails per member, over all clients: prevents flooding a mailbox. */
const resetLimit: Limit = { name: 'Mails to reset a password', requests: 3, seconds: 3600 }

export interface Recovery {
  /** Throws `account_does_not_exist` (required by the specification), `too_many_requests`. */
  sendPasswordReset(email: string): Promise<void>
  /**
   * Disconnects all networks. Returns the member's uid. Throws `forbidden` for an invalid key, `invalid` for a password shorter than the
   * operator's minimum.
   */
  resetPassword(key: string, password: string): Promise<string>
  /** Disconnects networks, unless it is the first password. The current session stays signed in. Throws the errors of `Proof`. */
  changePassword(actor: Actor, given: { password?: string | undefined; newPassword: string; guesser: Guesser }): Promise<void>
  /** Confirms the address that the key was sent to. Throws `forbidden` for an invalid key. */
  verifyEmail(key: string): Promise<void>
  /** False if the address is confirmed already. Throws `forbidden` if the member has none. */
  resendVerification(uid: string): Promise<boolean>
}

/**
 * Throws `invalid` for the field if the password is shorter than the operator's minimum, which may exceed the contract's (decision 26).
 */
export function demandLength(password: string, min: number, field = 'password'): void {
  const message = passwordProblem(password, min)
  if (message !== null) throw new StrandError('invalid', message, { [field]: message })
}

interface RecoveryDeps {
  db: DataSource
  limits: Limits
  proof: Proof
  minPassword: number
}

export function createRecovery({ db, limits, proof, minPassword }: RecoveryDeps): Recovery {
  const members = () => db.getRepository(MemberEntity)

  /** Also ends the member's sessions, except `keep` (the hash of a session's token). */
  async function setPassword(manager: EntityManager, uid: string, passwordHash: string, changes: Partial<MemberRow> = {}, keep?: string) {
    await manager.update(MemberEntity, { uid }, { passwordHash, ...changes })
    await forgetKeys(manager, uid, 'reset')
    // A television that the member has claimed but that has not yet fetched its session must not get one.
    await manager.delete(TvPairingEntity, { uid })
    // Deleting a session also deletes its cast tokens and push subscriptions (foreign keys).
    await manager.delete(SessionEntity, { uid, ...(keep !== undefined && { tokenHash: Not(keep) }) })
  }

  /**
   * A connected network signs in without the password. Someone who had the session, or signed up with the member's address, may have
   * connected their own account.
   */
  async function disconnectNetworks(manager: EntityManager, uid: string): Promise<void> {
    await sql(manager, 'DELETE FROM "network_link" WHERE "uid" = :uid', { uid })
    await emit(manager, { kind: 'memberChanged', uid })
  }

  return {
    async sendPasswordReset(email) {
      const row = await members().findOneBy({ email })
      if (row === null) throw new StrandError('account_does_not_exist')
      await limits.consume(resetLimit, `reset:${row.uid}`)
      await transaction(db, (manager) => emit(manager, { kind: 'passwordResetAsked', uid: row.uid }))
    },

    async resetPassword(key, password) {
      demandLength(password, minPassword)
      const failed = () => new StrandError('forbidden', messages.resetFailed)
      // Hashing is expensive: do it outside the transaction, and only for a valid key.
      if ((await findKey(db, key, 'reset')) === null) throw failed()
      const passwordHash = await hashPassword(password)
      return transaction(db, async (manager) => {
        const spent = await spendKey(manager, key, 'reset')
        const row = spent && (await manager.findOneBy(MemberEntity, { uid: spent.uid }))
        // Reject a key that was sent to an earlier address of the member.
        if (!spent || row?.email !== spent.email) throw failed()
        // Receiving the mail also confirms the address.
        await setPassword(manager, spent.uid, passwordHash, { emailVerifiedDate: row.emailVerifiedDate ?? instantIn(0) })
        await disconnectNetworks(manager, spent.uid)
        return spent.uid
      })
    },

    async changePassword(actor, { password, newPassword, guesser }) {
      demandLength(newPassword, minPassword, 'newPassword')
      await proof.demand(actor, { password, guesser })
      const passwordHash = await hashPassword(newPassword)
      const { uid, sessionHash } = actor
      await transaction(db, async (manager) => {
        const row = await lockMember(manager, uid)
        await setPassword(manager, uid, passwordHash, {}, sessionHash)
        // Without a password, the member has just signed in with a network (`Proof`).
        if (row !== null && row.passwordHash !== null) await disconnectNetworks(manager, uid)
      })
    },

    async verifyEmail(key) {
      await transaction(db, async (manager) => {
        const spent = await spendKey(manager, key, 'verify')
        const { affected } = spent
          ? await manager.update(MemberEntity, { uid: spent.uid, email: spent.email }, { emailVerifiedDate: instantIn(0) })
          : { affected: 0 }
        if (affected !== 1) throw new StrandError('forbidden', messages.verifyFailed)
        await emit(manager, { kind: 'memberChanged', uid: spent!.uid })
      })
    },

    async resendVerification(uid) {
      const row = await members().findOneBy({ uid })
      if (!row?.email) throw new StrandError('forbidden', messages.emailMissing)
      if (row.emailVerifiedDate !== null) return false
      await transaction(db, (manager) => emit(manager, { kind: 'emailVerificationAsked', uid }))
      return true
    },
  }
}
