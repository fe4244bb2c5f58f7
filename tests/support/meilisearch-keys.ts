/** The API keys of the fake Meilisearch, with their actions and indexes. */
import { randomUUID } from 'node:crypto'
import { Fault } from './meilisearch-tasks.ts'

export interface NewKey {
  name?: string | null
  actions: string[]
  indexes: string[]
  expiresAt: string | null
}

interface Key extends NewKey {
  key: string
}

/** Actions that concern the whole server. A key that is limited to indexes cannot have them. */
const globalActions = [
  'version',
  'stats.get',
  'keys.get',
  'keys.create',
  'dumps.create',
  'snapshots.create',
  'experimental.get',
  'network.get',
]

export interface Rights {
  may(action: string): boolean
  owns(indexUid: string): boolean
}

const denied = (): Fault => new Fault(403, 'invalid_api_key', 'The provided API key is invalid.', 'auth')
const everything: Rights = { may: () => true, owns: () => true }

const matches = (pattern: string, name: string, joint: string): boolean =>
  pattern === '*' || pattern === name || (pattern.endsWith(`${joint}*`) && name.startsWith(pattern.slice(0, -1)))

export function createKeys(masterKey: () => string) {
  const keys = new Map<string, Key>()
  return {
    /** Throws the `Fault` of an invalid or missing key. */
    rightsOf(authorization: string | undefined): Rights {
      if (authorization === undefined)
        throw new Fault(
          401,
          'missing_authorization_header',
          'The Authorization header is missing. It must use the bearer authorization method.',
          'auth',
        )
      const secret = authorization.replace(/^Bearer /, '')
      if (secret === masterKey()) return everything
      const key = keys.get(secret)
      if (!key) throw denied()
      return {
        may: (action) => key.actions.some((each) => matches(each, action, '.')),
        owns: (indexUid) => key.indexes.some((each) => matches(each, indexUid, '')),
      }
    },
    create(requested: NewKey) {
      const scoped = !requested.indexes.includes('*')
      const refused = requested.actions.find((action) => globalActions.includes(action))
      if (scoped && refused !== undefined)
        throw new Fault(
          400,
          'index_scoped_api_key_with_global_action',
          `cannot create index-scoped API key with global action \`"${refused}"\``,
        )
      const now = new Date().toISOString()
      const key = {
        name: requested.name ?? null,
        description: null,
        key: randomUUID(),
        uid: randomUUID(),
        actions: requested.actions,
        indexes: requested.indexes,
        expiresAt: requested.expiresAt,
        createdAt: now,
        updatedAt: now,
      }
      keys.set(key.key, key)
      return key
    },
    /** Throws if the key does not permit the action on all of these indexes. */
    require({ may, owns }: Rights, action: string, ...indexUids: string[]): void {
      if (!may(action) || !indexUids.every(owns)) throw denied()
    },
  }
}
