/** Parses the query parameters of a list of posts. */
import type { Viewer } from '#access/viewer.ts'
import { isCategory, tagKey, type CallOutput, type Category } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'

export type PostListQuery = CallOutput<'GET /api/v0/posts'>['query']
export type PostFilters = CallOutput<'GET /api/v0/posts/count'>['query']
export type Sort = NonNullable<PostListQuery['sort']>

export interface Filters {
  beads: string[]
  creators: string[]
  collector: string | undefined
  tagKeys: string[]
  categories: Category[]
  query: string | undefined
  hasMedia: boolean
  aliveOnly: boolean
  deadOnly: boolean
  featuredOnly: boolean
}

const parts = (value: string | undefined): string[] =>
  value === undefined
    ? []
    : [
        ...new Set(
          value
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean),
        ),
      ]

/** Throws `unauthenticated` if a visitor requests their own collection. */
export function filtersOf(query: PostFilters, viewer: Viewer | null): Filters {
  const collectedby = query.collectedby ?? query.uid
  const self = collectedby === 'self'
  if (self && viewer === null) throw new StrandError('unauthenticated')
  const categories = parts(query.category)
  const invalid = 'Only posts of a playlist have a featured curator.'
  if (query.featured !== undefined && query.bead === undefined) throw new StrandError('invalid', invalid, { featured: invalid })
  return {
    beads: parts(query.bead),
    creators: parts(query.createdby),
    collector: self ? viewer!.uid : collectedby,
    tagKeys: [...new Set(parts(query.tag).map((tag) => tagKey(tag)))].slice(0, 20),
    // "all" together with other categories means all (decision 22).
    categories: categories.every(isCategory) ? (categories as Category[]) : [],
    query: query.q?.trim() || undefined,
    hasMedia: query.hasmedia !== undefined,
    aliveOnly: query.filter === 'deadlinks',
    deadOnly: query.dead !== undefined,
    featuredOnly: query.featured !== undefined,
  }
}

export const sortOf = ({ sort, earliest, shuffle }: Pick<PostListQuery, 'sort' | 'earliest' | 'shuffle'>): Sort =>
  sort ?? (shuffle ? 'shuffle' : earliest ? 'earliest' : 'recent')
