/**
 * Accounts at social networks: connecting, disconnecting, and signing in with them (A2.5, A4.1). OAuth 2
 * with PKCE. Nothing of an attempt can be used by another browser, another network, or twice: the
 * `state` is stored as a hash, with the hash of a secret that only the browser's cookie holds, and
 * the verifier is made of both, so that it is stored nowhere.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { LessThanOrEqual, Not, type DataSource, type EntityManager } from 'typeorm'
import { messages, nameProblem, cleanName, networks as allNetworks, type Network } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { isDuplicate, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { emit } from '#outbox/outbox.ts'
import { join, lockMember } from '../accounts/service.ts'
import { NetworkAttemptEntity, NetworkLinkEntity, type NetworkAttemptRow } from './entities.ts'
import type { Profile, Provider } from './providers.ts'

export { createProvider, type NetworkConfig } from './providers.ts'

/** What a person is told, in the address that they come back to. */
export type Failure = 'denied' | 'expired' | 'failed' | 'in_use' | 'account_exists' | 'read_only'

/** Why somebody came back from a network with nothing. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure'
  readonly reason: Failure
  /** Null where it is not known what they wanted. */
  readonly attempt: Pick<NetworkAttemptRow, 'purpose' | 'redirect'> | null

  constructor(reason: Failure, attempt: NetworkFailure['attempt'] = null) {
    super(reason)
    this.reason = reason
    this.attempt = attempt
  }
}

export interface Return {
  /** As they stand in the address; null for none. */
  state: string | null
  code: string | null
  /** The secret of the browser's cookie. */
  browser: string | null
  /** Who is signed in. */
  uid: string | null
}

export type Outcome = { redirect: string } & ({ kind: 'connected' } | { kind: 'signedIn'; uid: string; isNew: boolean })

export interface Networks {
  /** Those that the operator has keys of. */
  available: readonly Network[]
  /** Sends a browser there. `browser` is the secret for its cookie. */
  begin(network: Network, wish: Pick<NetworkAttemptRow, 'purpose' | 'uid' | 'redirect'>): Promise<{ href: string; browser: string }>
  /** Somebody comes back. Throws `NetworkFailure`. */
  finish(network: Network, back: Return): Promise<Outcome>
  /** Throws `conflict` where the member could not log in any more. */
  disconnect(uid: string, network: Network): Promise<void>
}

/** Seconds to log in there and agree: also how long the cookie lives. */
export const attemptSeconds = 600

const hashOf = (...parts: string[]): string => createHash('sha256').update(parts.join('.')).digest('hex')
const secret = (): string => randomBytes(32).toString('base64url')
const instantIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString()

const verifierOf = (state: string, browser: string): string =>
  createHash('sha256').update(`verifier.${state}.${browser}`).digest('base64url')
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export interface NetworkDeps {
  db: DataSource
  log: Pick<Logger, 'warn'>
  publicUrl: string
  readOnly: boolean
  providers: Partial<Record<Network, Provider>>
}

export function createNetworks({ db, log, publicUrl, readOnly, providers }: NetworkDeps): Networks {
  const available = allNetworks.filter((network) => providers[network] !== undefined)
  const redirectUriOf = (network: Network): string => `${publicUrl}/connect/${network}/callback`

  const providerOf = (network: Network): Provider => {
    const provider = providers[network]
    if (!provider) throw new StrandError('not_found')
    return provider
  }

  /** The attempt is over with the first return, whatever becomes of it. */
  async function take(network: Network, state: string | null, browser: string | null): Promise<NetworkAttemptRow> {
    if (state === null || browser === null) throw new NetworkFailure('expired')
    const stateHash = hashOf(state)
    const row = await db.getRepository(NetworkAttemptEntity).findOneBy({ stateHash, browserHash: hashOf(browser), network })
    if (row === null) throw new NetworkFailure('expired')
    const { affected } = await transaction(db, (manager) => manager.delete(NetworkAttemptEntity, { stateHash }))
    if (affected !== 1 || row.expiryDate <= instantIn(0)) throw new NetworkFailure('expired', row)
    return row
  }

  async function connect(uid: string, network: Network, profile: Profile): Promise<void> {
    await transaction(db, async (manager) => {
      const { subject, name } = profile
      await lockMember(manager, uid)
      await manager.delete(NetworkLinkEntity, { uid, network, subject: Not(subject) })
      const known = await manager.findOneBy(NetworkLinkEntity, { network, subject })
      if (known !== null && known.uid !== uid) throw new NetworkFailure('in_use')
      if (known === null) await link(manager, uid, network, profile)
      else await manager.update(NetworkLinkEntity, { network, subject }, { name })
      await emit(manager, { kind: 'memberChanged', uid })
    }).catch((error: unknown) => {
      throw isDuplicate(error) ? new NetworkFailure('in_use') : error
    })
  }

  const link = (manager: EntityManager, uid: string, network: Network, { subject, name }: Profile) =>
    manager.insert(NetworkLinkEntity, { network, subject, name, uid, creationDate: instantIn(0) })

  /** An address that somebody has already is never taken as proof: whoever owns that account connects the network from inside. */
  async function signUp(network: Network, profile: Profile, lost = 0): Promise<{ uid: string; isNew: boolean }> {
    const known = await db.getRepository(NetworkLinkEntity).findOneBy({ network, subject: profile.subject })
    if (known !== null) return { uid: known.uid, isNew: false }
    if (readOnly) throw new NetworkFailure('read_only')
    const { email } = profile
    if (email !== null && (await sql(db, 'SELECT 1 FROM "member" WHERE "email" = :email', { email })).length > 0)
      throw new NetworkFailure('account_exists')
    const name = nameProblem(profile.name) === null ? cleanName(profile.name) : 'New member'
    try {
      return await transaction(db, async (manager) => {
        const { uid } = await join(manager, { name, email, passwordHash: null }, lost > 0)
        await link(manager, uid, network, profile)
        return { uid, isNew: true }
      })
    } catch (error) {
      // The uid, the address or the network account was taken meanwhile.
      if (isDuplicate(error) && lost < 3) return signUp(network, profile, lost + 1)
      throw error
    }
  }

  return {
    available,

    async begin(network, wish) {
      const provider = providerOf(network)
      const state = secret()
      const browser = secret()
      const row = {
        ...wish,
        network,
        stateHash: hashOf(state),
        browserHash: hashOf(browser),
        creationDate: instantIn(0),
        expiryDate: instantIn(attemptSeconds),
      }
      await transaction(db, async (manager) => {
        await manager.delete(NetworkAttemptEntity, { expiryDate: LessThanOrEqual(instantIn(0)) })
        await manager.insert(NetworkAttemptEntity, row)
      })
      return {
        href: provider.authorizeHref({ state, challenge: challengeOf(verifierOf(state, browser)), redirectUri: redirectUriOf(network) }),
        browser,
      }
    },

    async finish(network, { state, code, browser, uid }) {
      const provider = providerOf(network)
      const attempt = await take(network, state, browser)
      const { purpose, redirect } = attempt
      try {
        if (code === null) throw new NetworkFailure('denied')
        // Who comes back must be who went: another member may have signed in here meanwhile.
        if (purpose === 'connect' && attempt.uid !== uid) throw new NetworkFailure('expired')
        const verifier = verifierOf(state!, browser!)
        const profile = await provider.profileOf({ code, verifier, redirectUri: redirectUriOf(network) }).catch((error: unknown) => {
          log.warn({ network, error }, 'a social network did not say who came back')
          throw new NetworkFailure('failed')
        })
        if (purpose === 'signup') return { kind: 'signedIn', redirect, ...(await signUp(network, profile)) }
        await connect(attempt.uid!, network, profile)
        return { kind: 'connected', redirect }
      } catch (error) {
        throw error instanceof NetworkFailure ? new NetworkFailure(error.reason, attempt) : error
      }
    },

    async disconnect(uid, network) {
      await transaction(db, async (manager) => {
        const row = await lockMember(manager, uid)
        const links = await manager.findBy(NetworkLinkEntity, { uid })
        if (!links.some((link) => link.network === network)) return
        // What the operator has no keys of any more lets nobody in either.
        const ways = links.filter((link) => link.network !== network && available.includes(link.network))
        if (row?.passwordHash === null && ways.length === 0) throw new StrandError('conflict', messages.disconnectLocksOut)
        await manager.delete(NetworkLinkEntity, { uid, network })
        await emit(manager, { kind: 'memberChanged', uid })
      })
    },
  }
}
