/** Sharing a playlist or a post. Fetched with what shares it. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

/** What is shared: a playlist or a post. */
export interface Shareable {
  kind: 'bead' | 'post'
  id: string
  title: string
}

type Which = Pick<Shareable, 'kind' | 'id'>

export interface ShareRequest extends Which {
  uids?: readonly string[]
  emails?: readonly string[]
  msg?: string
  /** Of a visitor, who has no account that says it. */
  sharer?: { name: string; email: string }
}

export const sharingApi = api.injectEndpoints({
  endpoints: (build) => ({
    share: build.mutation<Answer<'POST /api/v0/beads/:id/share'>, ShareRequest>({
      query: ({ kind, id, uids = [], emails = [], msg = '', sharer }) => ({
        key: kind === 'bead' ? 'POST /api/v0/beads/:id/share' : 'POST /api/v0/posts/:id/share',
        input: { params: { id }, body: { sharees: { uids, emails }, msg, ...(sharer && { sharer }) } },
      }),
    }),
    /** Has the networks asked how often it was shared there; answers all shares together. */
    recountShares: build.mutation<Answer<'POST /api/v0/beads/:id/updatesharecount'>, Which>({
      query: ({ kind, id }) => ({
        key: kind === 'bead' ? 'POST /api/v0/beads/:id/updatesharecount' : 'POST /api/v0/posts/:id/updatesharecount',
        input: { params: { id } },
      }),
    }),
    /** Where to tell X of it, for whoever is connected there; with the picture for admins and the staff. */
    autoshare: build.mutation<Answer<'POST /api/v0/beads/:id/autoshare'>, Which & { picture?: boolean }>({
      query: ({ kind, id, picture }) => ({
        key: kind === 'bead' ? 'GET /api/v0/beads/:id/autoshare' : 'GET /api/v0/posts/:id/autoshare',
        input: { params: { id }, query: { tw: '1', ...(picture && { picture: '1' }) } },
      }),
    }),
    membersByTag: build.query<Answer<'GET /api/v0/ml/tags/:tag/curators'>, CallInput<'GET /api/v0/ml/tags/:tag/curators'>>({
      query: (input) => ({ key: 'GET /api/v0/ml/tags/:tag/curators', input }),
      keepUnusedDataFor: 60,
    }),
  }),
})

export const { useShareMutation, useRecountSharesMutation, useAutoshareMutation, useMembersByTagQuery } = sharingApi
