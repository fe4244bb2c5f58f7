/**
 * The public API: one row per endpoint, keyed by verb and path. The server mounts and validates from it, `GET /api/openapi.json` is
 * generated from it, and the renderer's client takes its types from it (types only, so that zod is not in the bundle).
 */
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { accountsEndpoints } from './endpoints/accounts.ts'
import { adminContentEndpoints } from './endpoints/adminContent.ts'
import { adminMembersEndpoints } from './endpoints/adminMembers.ts'
import { analyticsEndpoints } from './endpoints/analytics.ts'
import { beadsEndpoints } from './endpoints/beads.ts'
import { collectionEndpoints } from './endpoints/collection.ts'
import { commentsEndpoints } from './endpoints/comments.ts'
import { imageSearchEndpoints } from './endpoints/imagesearch.ts'
import { syndicationEndpoints } from './endpoints/syndication.ts'
import { feedEndpoints } from './endpoints/feed.ts'
import { healthEndpoints } from './endpoints/health.ts'
import { lookupsEndpoints } from './endpoints/lookups.ts'
import { mediaEndpoints } from './endpoints/media.ts'
import { mediaSearchEndpoints } from './endpoints/mediasearch.ts'
import { noticesEndpoints } from './endpoints/notices.ts'
import { notificationsEndpoints } from './endpoints/notifications.ts'
import { moderationEndpoints } from './endpoints/moderation.ts'
import { operationsEndpoints } from './endpoints/operations.ts'
import { postsEndpoints } from './endpoints/posts.ts'
import { relationsEndpoints } from './endpoints/relations.ts'
import { repairEndpoints } from './endpoints/repair.ts'
import { shareEndpoints } from './endpoints/share.ts'
import { siteEndpoints } from './endpoints/site.ts'
import { systemEndpoints } from './endpoints/system.ts'
import { transferEndpoints } from './endpoints/importExport.ts'

export type { Endpoint } from './endpoint.ts'

export const endpoints = {
  ...systemEndpoints,
  ...siteEndpoints,
  ...noticesEndpoints,
  ...operationsEndpoints,
  ...accountsEndpoints,
  ...beadsEndpoints,
  ...postsEndpoints,
  ...repairEndpoints,
  ...collectionEndpoints,
  ...lookupsEndpoints,
  ...commentsEndpoints,
  ...relationsEndpoints,
  ...moderationEndpoints,
  ...adminMembersEndpoints,
  ...adminContentEndpoints,
  ...healthEndpoints,
  ...mediaEndpoints,
  ...imageSearchEndpoints,
  ...mediaSearchEndpoints,
  ...syndicationEndpoints,
  ...transferEndpoints,
  ...notificationsEndpoints,
  ...feedEndpoints,
  ...analyticsEndpoints,
  ...shareEndpoints,
} as const satisfies Record<string, Endpoint>

export type EndpointKey = keyof typeof endpoints
type Row<K extends EndpointKey> = (typeof endpoints)[K]
type Part<K extends EndpointKey, P extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> =
  Row<K> extends Record<P, infer S extends z.ZodType> ? (Side extends 'in' ? z.input<S> : z.output<S>) : undefined

/** The input of a call: `params`, `query` and `body`, as far as the endpoint has them. */
export type CallInput<K extends EndpointKey> = {
  [P in 'params' | 'query' | 'body' as Row<K> extends Record<P, z.ZodType> ? P : never]: Part<K, P, 'in'>
}
/** The validated input that a handler receives. */
export type CallOutput<K extends EndpointKey> = {
  params: Part<K, 'params', 'out'>
  query: Part<K, 'query', 'out'>
  body: Part<K, 'body', 'out'>
}
export type Answer<K extends EndpointKey> = z.output<Row<K>['answer']>
