/** Sharing a playlist or a post. Loaded with the share dialog. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api } from './api.ts'

/** A playlist or a post to share. */
export interface Shareable {
  kind: 'bead' | 'post'
  id: string
  title: string
}

type ShareTarget = Pick<Shareable, 'kind' | 'id'>

export interface ShareRequest extends ShareTarget {
  uids?: readonly string[]
  emails?: readonly string[]
  msg?: string
  /** For visitors, who have no account. */
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
    /** Updates the share counts at the social networks, and returns the total. */
    recountShares: build.mutation<Answer<'POST /api/v0/beads/:id/updatesharecount'>, ShareTarget>({
      query: ({ kind, id }) => ({
        key: kind === 'bead' ? 'POST /api/v0/beads/:id/updatesharecount' : 'POST /api/v0/posts/:id/updatesharecount',
        input: { params: { id } },
      }),
    }),
    /**
     * The prefilled page for sharing on X, for members who have connected X; `picture` requests the post's picture too.
     */
    autoshare: build.mutation<Answer<'POST /api/v0/beads/:id/autoshare'>, ShareTarget & { picture?: boolean }>({
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
