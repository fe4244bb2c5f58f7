/**
 * Accounts at social networks: connecting, disconnecting, and signing in with them (A2.5, A4.1). OAuth 2 with PKCE. An attempt
 * can be used once, by one browser, for one network: the database stores only hashes of the `state` and of a secret in the
 * browser's cookie. The PKCE verifier is derived from both, so that it is never stored.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { LessThanOrEqual, Not, type DataSource, type EntityManager } from 'typeorm'
import { messages, nameProblem, cleanName, networks as allNetworks, type Network } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { isDuplicate, transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import type { Actor } from '#http/session.ts'
import { emit } from '#outbox/outbox.ts'
import { join, lockMember } from '../accounts/service.ts'
import { NetworkAttemptEntity, NetworkLinkEntity, type NetworkAttemptRow } from './entities.ts'
import type { Profile, Provider } from './providers.ts'

export { createProvider, type NetworkConfig } from './providers.ts'

/** Error code in the URL of the page to return to. */
export type Failure = 'denied' | 'expired' | 'failed' | 'in_use' | 'account_exists' | 'read_only' | 'suspended' | 'log_in_again'

/** A failed sign-in or connection. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure'
  readonly reason: Failure
  /** Null if the attempt is unknown. */
  readonly attempt: Pick<NetworkAttemptRow, 'purpose' | 'redirect'> | null

  constructor(reason: Failure, attempt: NetworkFailure['attempt'] = null) {
    super(reason)
    this.reason = reason
    this.attempt = attempt
  }
}

export interface CallbackInput {
  /** Query parameters of the callback; null if absent. */
  state: string | null
  code: string | null
  /** The secret from the browser's cookie. */
  browser: string | null
  /** The signed-in member; null for a visitor. */
  actor: Pick<Actor, 'uid' | 'sessionHash' | 'suspension'> | null
}

export type Outcome = { redirect: string } & ({ kind: 'connected' } | { kind: 'signedIn'; uid: string; isNew: boolean })

export interface Networks {
  /** The networks that the operator has configured. */
  available: readonly Network[]
  /** Starts an attempt. `href` is the redirect target, `browser` the secret for the cookie. */
  begin(network: Network, request: Pick<NetworkAttemptRow, 'purpose' | 'uid' | 'redirect'>): Promise<{ href: string; browser: string }>
  /** Handles the callback. Throws `NetworkFailure`. */
  finish(network: Network, callback: CallbackInput): Promise<Outcome>
  /** Throws `conflict` if the member could no longer log in. */
  disconnect(uid: string, network: Network): Promise<void>
}

/** Lifetime of an attempt and of its cookie, in seconds. */
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
  /** Whether no one can sign up. */
  isReadOnly: () => Promise<boolean>
  providers: Partial<Record<Network, Provider>>
}

const link = (manager: EntityManager, uid: string, network: Network, { subject, name }: Profile) =>
  manager.insert(NetworkLinkEntity, { network, subject, name, uid, creationDate: instantIn(0) })

type Connecting = Pick<Actor, 'uid' | 'sessionHash'>

async function connect(db: DataSource, { uid, sessionHash }: Connecting, network: Network, profile: Profile): Promise<void> {
  await transaction(db, async (manager) => {
    const { subject, name } = profile
    await lockMember(manager, uid)
    // While the network answered, a new password may have ended the session and disconnected all networks.
    const sessions = await sql(manager, 'SELECT 1 FROM "session" WHERE "tokenHash" = :sessionHash', { sessionHash })
    if (sessions.length === 0) throw new NetworkFailure('expired')
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

export function createNetworks({ db, log, publicUrl, isReadOnly, providers }: NetworkDeps): Networks {
  const available = allNetworks.filter((network) => providers[network] !== undefined)
  const redirectUriOf = (network: Network): string => `${publicUrl}/connect/${network}/callback`

  const providerOf = (network: Network): Provider => {
    const provider = providers[network]
    if (!provider) throw new StrandError('not_found')
    return provider
  }

  /** Deletes the attempt, so that it cannot be used twice. */
  async function consumeAttempt(network: Network, state: string | null, browser: string | null): Promise<NetworkAttemptRow> {
    if (state === null || browser === null) throw new NetworkFailure('expired')
    const stateHash = hashOf(state)
    const row = await db.getRepository(NetworkAttemptEntity).findOneBy({ stateHash, browserHash: hashOf(browser), network })
    if (row === null) throw new NetworkFailure('expired')
    const { affected } = await transaction(db, (manager) => manager.delete(NetworkAttemptEntity, { stateHash }))
    if (affected !== 1 || row.expiryDate <= instantIn(0)) throw new NetworkFailure('expired', row)
    return row
  }

  /**
   * Refuses an email address of an existing account: the address is no proof that the account belongs to the same person. The owner
   * connects the network in the preferences.
   */
  async function signUp(network: Network, profile: Profile, retries = 0): Promise<{ uid: string; isNew: boolean }> {
    const known = await db.getRepository(NetworkLinkEntity).findOneBy({ network, subject: profile.subject })
    if (known !== null) return { uid: known.uid, isNew: false }
    if (await isReadOnly()) throw new NetworkFailure('read_only')
    const { email } = profile
    if (email !== null && (await sql(db, 'SELECT 1 FROM "member" WHERE "email" = :email', { email })).length > 0)
      throw new NetworkFailure('account_exists')
    const name = nameProblem(profile.name) === null ? cleanName(profile.name) : 'New member'
    try {
      return await transaction(db, async (manager) => {
        const { uid } = await join(manager, { name, email, passwordHash: null }, retries > 0)
        await link(manager, uid, network, profile)
        return { uid, isNew: true }
      })
    } catch (error) {
      // A concurrent sign-up has taken the uid, the email address or the network account.
      if (isDuplicate(error) && retries < 3) return signUp(network, profile, retries + 1)
      throw error
    }
  }

  return {
    available,

    async begin(network, request) {
      const provider = providerOf(network)
      const state = secret()
      const browser = secret()
      const startedAt = Date.now()
      const row = {
        ...request,
        network,
        stateHash: hashOf(state),
        browserHash: hashOf(browser),
        creationDate: new Date(startedAt).toISOString(),
        expiryDate: new Date(startedAt + attemptSeconds * 1000).toISOString(),
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

    async finish(network, { state, code, browser, actor }) {
      const provider = providerOf(network)
      const attempt = await consumeAttempt(network, state, browser)
      const { purpose, redirect } = attempt
      try {
        if (code === null) throw new NetworkFailure('denied')
        // Another member may have signed in in this browser since the start.
        if (purpose === 'connect' && attempt.uid !== actor?.uid) throw new NetworkFailure('expired')
        // A suspended member may sign in, but not connect another network.
        if (purpose === 'connect' && actor?.suspension) throw new NetworkFailure('suspended')
        const verifier = verifierOf(state!, browser!)
        const profile = await provider.profileOf({ code, verifier, redirectUri: redirectUriOf(network) }).catch((error: unknown) => {
          log.warn({ network, error }, 'a social network returned no profile')
          throw new NetworkFailure('failed')
        })
        if (purpose === 'signup') return { kind: 'signedIn', redirect, ...(await signUp(network, profile)) }
        await connect(db, actor!, network, profile)
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
        // A network without configuration cannot be used to log in.
        const otherLogins = links.filter((link) => link.network !== network && available.includes(link.network))
        if (row?.passwordHash === null && otherLogins.length === 0) throw new StrandError('conflict', messages.disconnectLocksOut)
        await manager.delete(NetworkLinkEntity, { uid, network })
        await emit(manager, { kind: 'memberChanged', uid })
      })
    },
  }
}
