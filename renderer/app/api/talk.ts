/** Saying something about a post. Fetched with the screens that offer it. */
import type { Answer, CallInput } from '../../../server/contract/endpoints.ts'
import { api } from './api.ts'
import { patchPost, type ApiDispatch } from './cached.ts'

const talkApi = api.injectEndpoints({
  endpoints: (build) => ({
    addComment: build.mutation<Answer<'POST /api/v0/comments/:id'>, CallInput<'POST /api/v0/comments/:id'>>({
      query: (input) => ({ key: 'POST /api/v0/comments/:id', input }),
      async onQueryStarted({ params: { id } }, { dispatch, getState, queryFulfilled }) {
        const comment = await queryFulfilled.then(({ data }) => data, () => null)
        if (!comment) return
        // The list ends with it wherever its end is there already, so that no page of it is asked for again.
        for (const { originalArgs } of api.util.selectInvalidatedBy(getState() as never, [{ type: 'Comments', id }]))
          dispatch(api.util.updateQueryData('comments', originalArgs, (page) => {
            page.counts.total += 1
            if (page.next === null) page.results.push(comment)
          }))
        patchPost(dispatch as ApiDispatch, getState() as never, id, (post) => { post.commentCount += 1 })
      },
    }),
    flag: build.mutation<Answer<'POST /api/v0/feedback/flag/:id'>, CallInput<'POST /api/v0/feedback/flag/:id'>>({
      query: (input) => ({ key: 'POST /api/v0/feedback/flag/:id', input }),
    }),
  }),
})

export const { useAddCommentMutation, useFlagMutation } = talkApi
