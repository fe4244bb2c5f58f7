/**
 * Re-authentication: verifies the password before sensitive actions, for which a session alone is not enough. Sign-in
 * uses `guess` too, so that all wrong passwords count towards the same limits.
 */
import type { DataSource } from 'typeorm'
import { messages } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { Limit, Limits } from '#http/limits.ts'
import type { Actor } from '#http/session.ts'
import type { Devices, Guesser } from './devices.ts'
import { MemberEntity, SessionEntity, type MemberRow } from './entities.ts'
import { instantIn } from './keys.ts'
import { verifyPassword } from './passwords.ts'

/** Limit of wrong passwords for one account per IP address or, on a known device (`devices.ts`), per device. */
export const guessLimit: Limit = { name: 'Passwords tried for an account', requests: 10, seconds: 900 }
/**
 * Limit of passwords tried for one account from all IP addresses together. Known devices are exempt, so that an attack
 * from many addresses cannot lock the member out there.
 */
export const guessLimitOfAll: Limit = { name: 'Passwords tried for an account from all new devices', requests: 100, seconds: 900 }

/** For an account without a password, a session at most this old counts as proof (seconds). */
const recentSeconds = 3600

export interface Proof {
  /**
   * Whether the password is right; counts the guess. Takes the same time if `passwordHash` is null, which is always
   * wrong. Throws `too_many_requests`.
   */
  guess(account: { uid: string; passwordHash: string | null }, given: string, guesser: Guesser): Promise<boolean>
  /**
   * Throws unless the password is right: `wrong_credentials` or `too_many_requests`; for an account without a password
   * `forbidden` if the session is too old.
   */
  demand(actor: Actor, given: { password?: string | undefined; guesser: Guesser }): Promise<void>
  /** Whether the account has no password, and the session is too old as proof. */
  needsLogIn(actor: Actor): Promise<boolean>
}

export interface ProofDeps {
  db: DataSource
  limits: Limits
  devices: Pick<Devices, 'recognise'>
}

export function createProof({ db, limits, devices }: ProofDeps): Proof {
  const guess: Proof['guess'] = async (account, given, guesser) => {
    const device = await devices.recognise(guesser, account)
    const all = `account:${account.uid}`
    const one = device === null ? `${all} ${guesser.address}` : `${all} device:${device}`
    await limits.consume(guessLimit, one)
    if (device === null) await limits.consume(guessLimitOfAll, all)
    const right = await verifyPassword(account.passwordHash, given)
    if (right) await limits.forget(guessLimit, one)
    return right
  }

  const readMember = async ({ uid }: Actor): Promise<MemberRow> => {
    const row = await db.getRepository(MemberEntity).findOneBy({ uid })
    if (row === null) throw new StrandError('unauthenticated')
    return row
  }

  const isRecent = async ({ sessionHash }: Actor): Promise<boolean> => {
    const session = await db.getRepository(SessionEntity).findOneBy({ tokenHash: sessionHash })
    return session !== null && session.creationDate >= instantIn(-recentSeconds)
  }

  return {
    guess,

    async demand(actor, { password, guesser }) {
      const row = await readMember(actor)
      if (row.passwordHash === null) {
        if (!(await isRecent(actor))) throw new StrandError('forbidden', messages.signInAgain)
        return
      }
      const right = await guess(row, password ?? '', guesser)
      if (!right) throw new StrandError('wrong_credentials', messages.passwordWrong, { password: messages.passwordWrong })
    },

    needsLogIn: async (actor) => (await readMember(actor)).passwordHash === null && !(await isRecent(actor)),
  }
}
