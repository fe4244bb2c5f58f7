/** Members: sign-up, log-in, preferences and recovery, and how other features read members. */
import { In, IsNull, type EntityManager } from 'typeorm'
import type { Me, Member, MemberRef } from '#contract/index.ts'
import { isDuplicate, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import type { Guesser } from './devices.ts'
import { MemberEntity, unset, type MemberRow } from './entities.ts'
import { countDrafts, readMe } from './me.ts'
import { readMemberRefs, toMember } from './members.ts'
import { hashPassword } from './passwords.ts'
import { createPreferences, type Preferences } from './preferences.ts'
import { createProof, type Proof, type ProofDeps } from './proof.ts'
import { createRecovery, demandLength, type Recovery } from './recovery.ts'
import { retiredKey } from './tombstone.ts'
import { uidCandidates } from './uids.ts'

export {
  demandUid,
  emailPrefsOf,
  filterExisting,
  grantedPrivileges,
  lockMember,
  pushPrefsOf,
  readMemberRefs,
  toMemberRef,
  type RawMember,
} from './members.ts'
export { guessLimit } from './proof.ts'

export interface SignUp {
  /** Without surrounding or repeated white space; 2 to 128 characters. */
  name: string
  /** Trimmed, in lower case. */
  email: string
  password: string
}

export interface Accounts extends Preferences, Recovery, Pick<Proof, 'needsLogIn'> {
  /**
   * Throws `email_in_use`, or `account_exists` if name and address match an existing account; `invalid` for a password that is too short.
   */
  signUp(input: SignUp): Promise<Me>
  /**
   * `username` is a uid or an e-mail address, in any case. Throws `account_does_not_exist`, `wrong_credentials`,
   * `too_many_requests`.
   */
  logIn(credentials: { username: string; password: string; guesser: Guesser }): Promise<Me>
  me(uid: string): Promise<Me>
  /** Throws `not_found`. The uid is case-insensitive. The member's own answer includes the number of drafts. */
  member(uid: string, viewer: { uid: string } | null): Promise<Member>
  /** By uid; unknown and deleted members are missing. */
  members(uids: readonly string[]): Promise<Map<string, Member>>
  /** Name and picture by uid, also of deleted members; unknown uids are missing. */
  refs(uids: Iterable<string>): Promise<Map<string, MemberRef>>
}

export interface AccountDeps extends ProofDeps {
  /** Minimum length of a password, set by the operator (decision 26). */
  minPassword: number
}

/** Data of a new account. `passwordHash` is null if the member signs in with a social network. */
export interface Newcomer {
  name: string
  email: string | null
  passwordHash: string | null
}

const newMember = (newcomer: Newcomer, uid: string): MemberRow => ({
  ...unset,
  ...newcomer,
  uid,
  uidKey: uid.toLowerCase(),
  verified: false,
  isAdmin: false,
  description: '',
  city: '',
  country: '',
  image: null,
  creationDate: new Date().toISOString(),
  privileges: {},
  onboarding: { doFeedOnboarding: true, ...(newcomer.passwordHash === null && { doConfirmInfo: true }) },
  followerCount: 0,
  followingCount: 0,
  collectedPostCount: 0,
  createdPostCount: 0,
  createdBeadCount: 0,
  collectedBeadCount: 0,
})

/**
 * The first candidate uid that no member has or had. A concurrent sign-up may still insert it first: the unique index
 * then rejects this one. After such a conflict the last candidate is used, which has a random number: several sign-ups
 * that retry would collide again on the second candidate.
 */
async function freeUid(manager: EntityManager, name: string, lostRace: boolean): Promise<string> {
  const candidates = uidCandidates(name)
  const taken = await manager.find(MemberEntity, {
    select: { uidKey: true },
    where: { uidKey: In([...candidates, ...candidates.map(retiredKey)]) },
  })
  const keys = new Set(taken.map(({ uidKey }) => uidKey))
  const free = candidates.filter((candidate) => !keys.has(candidate) && !keys.has(retiredKey(candidate))).at(lostRace ? -1 : 0)
  if (free === undefined) throw new Error(`No uid is free for the name "${name}"`)
  return free
}

/**
 * Creates an account. Rejects if a unique index refuses the e-mail address or the uid; the caller then retries with
 * `lostRace`.
 */
export async function join(manager: EntityManager, newcomer: Newcomer, lostRace: boolean): Promise<MemberRow> {
  const row = newMember(newcomer, await freeUid(manager, newcomer.name, lostRace))
  await manager.insert(MemberEntity, row)
  await emit(manager, { kind: 'memberJoined', uid: row.uid })
  if (row.email !== null) await emit(manager, { kind: 'emailVerificationAsked', uid: row.uid })
  return row
}

export function createAccounts({ db, limits, devices, minPassword }: AccountDeps): Accounts {
  const members = () => db.getRepository(MemberEntity)
  const proof = createProof({ db, limits, devices })

  const refuseKnown = async (email: string, name: string): Promise<void> => {
    const known = await members().findOneBy({ email })
    if (known === null) return
    // With the same name too it is the same person, who already has an account.
    throw new StrandError(known.name.toLowerCase() === name.toLowerCase() ? 'account_exists' : 'email_in_use')
  }

  /**
   * Concurrent sign-ups may conflict in the e-mail address, which is an error for the second one, or in the uid, which
   * is retried up to three times.
   */
  const insert = async (input: Newcomer & { email: string }, lost = 0): Promise<MemberRow> => {
    try {
      return await transaction(db, (manager) => join(manager, input, lost > 0))
    } catch (error) {
      if (!isDuplicate(error) || lost === 3) throw error
      await refuseKnown(input.email, input.name)
      return insert(input, lost + 1)
    }
  }

  return {
    ...createPreferences({ db, proof }),
    ...createRecovery({ db, limits, proof, minPassword }),
    needsLogIn: proof.needsLogIn,

    async signUp({ name, email, password }) {
      demandLength(password, minPassword)
      await refuseKnown(email, name)
      return readMe(db, await insert({ name, email, passwordHash: await hashPassword(password) }))
    },

    async logIn({ username, password, guesser }) {
      const key = username.toLowerCase()
      const found = await members().findOneBy(key.includes('@') ? { email: key } : { uidKey: key })
      const row = found?.removedDate === null ? found : null
      // Also without an account, so that the response takes as long as for a wrong password and counts towards the
      // limit.
      const right = await proof.guess(row ?? { uid: key, passwordHash: null }, password, guesser)
      if (row === null) throw new StrandError('account_does_not_exist')
      if (!right) throw new StrandError('wrong_credentials')
      return readMe(db, row)
    },

    async me(uid) {
      const row = await members().findOneBy({ uid })
      if (row === null) throw new StrandError('unauthenticated')
      return readMe(db, row)
    },

    async member(uid, viewer) {
      const row = await members().findOneBy({ uidKey: uid.toLowerCase() })
      if (row === null || row.removedDate !== null) throw new StrandError('not_found')
      return viewer?.uid === row.uid ? { ...toMember(row), draftCount: await countDrafts(db, row.uid) } : toMember(row)
    },

    async members(uids) {
      const rows = uids.length === 0 ? [] : await members().findBy({ uid: In(uids), removedDate: IsNull() })
      return new Map(rows.map((row) => [row.uid, toMember(row)]))
    },

    refs: (uids) => readMemberRefs(db, uids),
  }
}
