import { In, type DataSource, type EntityManager } from 'typeorm'
import type { Me, Member, MemberRef } from '../../contract/index.ts'
import { isDuplicate, transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import type { Limit, Limits } from '../../http/limits.ts'
import { MemberEntity, unset, type MemberRow } from './entities.ts'
import { toMe, toMember, toMemberRef } from './members.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { uidCandidates } from './uids.ts'

export { emailPrefsOf, pushPrefsOf, toMemberRef } from './members.ts'

/** Guesses at one account's password from one address, … */
export const guessLimit: Limit = { requests: 10, seconds: 900 }
/** … and from all addresses together: far enough above, so that a stranger cannot easily lock a member out. */
const guessLimitOfAll: Limit = { requests: 100, seconds: 900 }

export interface SignUp {
  /** Cleaned, 2 to 128 characters. */
  name: string
  /** Trimmed, in lower case. */
  email: string
  password: string
}

export interface Accounts {
  /** Throws `email_in_use`, or `account_exists` where the same person signs up again. */
  signUp(input: SignUp): Promise<Me>
  /** By uid or e-mail address. Throws `account_does_not_exist`, `wrong_credentials`, `too_many_requests`. */
  logIn(credentials: { username: string; password: string; address: string }): Promise<Me>
  me(uid: string): Promise<Me>
  /** Throws `not_found`. Any case of the uid will do. */
  member(uid: string): Promise<Member>
  /** Members in passing, by uid; unknown ones are left out. */
  refs(uids: Iterable<string>): Promise<Map<string, MemberRef>>
}

const newMember = ({ name, email }: SignUp, uid: string, passwordHash: string): MemberRow => ({
  ...unset,
  uid,
  uidKey: uid.toLowerCase(),
  name,
  email,
  passwordHash,
  verified: false,
  isAdmin: false,
  description: '',
  city: '',
  country: '',
  image: null,
  creationDate: new Date().toISOString(),
  privileges: {},
  followerCount: 0,
  followingCount: 0,
  collectedPostCount: 0,
  createdPostCount: 0,
  createdBeadCount: 0,
  collectedBeadCount: 0,
})

export function createAccounts({ db, limits }: { db: DataSource; limits: Limits }): Accounts {
  const members = () => db.getRepository(MemberEntity)

  const refuseKnown = async (email: string, name: string): Promise<void> => {
    const known = await members().findOneBy({ email })
    if (known === null) return
    // Whoever gives the same name with the same address has an account and has forgotten it.
    throw new StrandError(known.name.toLowerCase() === name.toLowerCase() ? 'account_exists' : 'email_in_use')
  }

  /** The first uid that nobody has. Whether it is still free at the insert is the unique index's word. */
  const freeUid = async (manager: EntityManager, name: string): Promise<string> => {
    const candidates = uidCandidates(name)
    const taken = await manager.find(MemberEntity, { select: { uidKey: true }, where: { uidKey: In(candidates) } })
    const keys = new Set(taken.map(({ uidKey }) => uidKey))
    const free = candidates.find((candidate) => !keys.has(candidate))
    if (free === undefined) throw new Error(`No uid is free for the name "${name}"`)
    return free
  }

  /** Two sign-ups may race for the e-mail address, which one loses, or for the uid, which is tried again. */
  const insert = async (input: SignUp, passwordHash: string, left = 8): Promise<MemberRow> => {
    try {
      return await transaction(db, async (manager) => {
        const row = newMember(input, await freeUid(manager, input.name), passwordHash)
        await manager.insert(MemberEntity, row)
        return row
      })
    } catch (error) {
      if (!isDuplicate(error) || left === 0) throw error
      await refuseKnown(input.email, input.name)
      return insert(input, passwordHash, left - 1)
    }
  }

  return {
    async signUp(input) {
      await refuseKnown(input.email, input.name)
      return toMe(await insert(input, await hashPassword(input.password)))
    },

    async logIn({ username, password, address }) {
      const key = username.toLowerCase()
      const row = await members().findOneBy(key.includes('@') ? { email: key } : { uidKey: key })
      const account = `account:${row?.uid ?? key}`
      const guesser = `${account} ${address}`
      await limits.consume(guessLimit, guesser)
      await limits.consume(guessLimitOfAll, account)
      const right = await verifyPassword(row?.passwordHash ?? null, password)
      if (row === null) throw new StrandError('account_does_not_exist')
      if (!right) throw new StrandError('wrong_credentials')
      await limits.forget(guessLimit, guesser)
      return toMe(row)
    },

    async me(uid) {
      const row = await members().findOneBy({ uid })
      if (row === null) throw new StrandError('unauthenticated')
      return toMe(row)
    },

    async member(uid) {
      const row = await members().findOneBy({ uidKey: uid.toLowerCase() })
      if (row === null) throw new StrandError('not_found')
      return toMember(row)
    },

    async refs(uids) {
      const wanted = [...new Set(uids)]
      if (wanted.length === 0) return new Map()
      const rows = await members().find({ select: { uid: true, name: true, verified: true, image: true }, where: { uid: In(wanted) } })
      return new Map(rows.map((row) => [row.uid, toMemberRef(row)]))
    },
  }
}
