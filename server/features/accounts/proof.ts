/** That whoever asks for something grave is the member, and not only at the member's browser. */
import type { DataSource } from 'typeorm'
import { messages } from '../../contract/index.ts'
import { StrandError } from '../../http/errors.ts'
import type { Limit, Limits } from '../../http/limits.ts'
import type { Actor } from '../../http/session.ts'
import { MemberEntity, SessionEntity } from './entities.ts'
import { instantIn } from './keys.ts'
import { verifyPassword } from './passwords.ts'

/** Guesses at one account's password from one address, … */
export const guessLimit: Limit = { requests: 10, seconds: 900 }
/** … and from all addresses together: far enough above, so that a stranger cannot easily lock a member out. */
const guessLimitOfAll: Limit = { requests: 100, seconds: 900 }

/** Where there is no password to ask for, a log-in this long ago (seconds) at most stands for it. */
const recentSeconds = 3600

export interface Proof {
  /** Compares, counted as a guess. `stored` is null where there is nothing to compare with; that takes as long. */
  guess(account: string, stored: string | null, given: string, address: string): Promise<boolean>
  /** Throws `wrong_credentials`, `forbidden` for a log-in too long ago, `too_many_requests`. */
  demand(actor: Actor, given: { password?: string | undefined; address: string }): Promise<void>
}

export function createProof({ db, limits }: { db: DataSource; limits: Limits }): Proof {
  async function guess(account: string, stored: string | null, given: string, address: string): Promise<boolean> {
    const guesser = `${account} ${address}`
    await limits.consume(guessLimit, guesser)
    await limits.consume(guessLimitOfAll, account)
    const right = await verifyPassword(stored, given)
    if (right) await limits.forget(guessLimit, guesser)
    return right
  }

  return {
    guess,

    async demand({ uid, sessionHash }, { password, address }) {
      const row = await db.getRepository(MemberEntity).findOneBy({ uid })
      if (row === null) throw new StrandError('unauthenticated')
      if (row.passwordHash === null) {
        const session = await db.getRepository(SessionEntity).findOneBy({ tokenHash: sessionHash })
        if (session === null || session.creationDate < instantIn(-recentSeconds)) throw new StrandError('forbidden', messages.signInAgain)
        return
      }
      const right = await guess(`account:${uid}`, row.passwordHash, password ?? '', address)
      if (!right) throw new StrandError('wrong_credentials', messages.passwordWrong, { password: messages.passwordWrong })
    },
  }
}
