/** Comments, and the lists of collectors and likers. Loaded with the screens that offer them. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { messages } from '#contract/messages.ts'
import type { Comment } from '#contract/schemas.ts'
import { deleteDraftsAbout } from './drafts.ts'
import { api, collectorsOf, likersOf, pageOf, type Offset, meIn } from './api.ts'
import { patchComment, patchPost, type ApiStore } from './cachePatches.ts'
import { isFailure } from './failures.ts'

type Collectors = 'GET /api/v0/posts/:id/collectedby'
type Likers = 'GET /api/v0/comments/:id/reactions/like'
type CommentAnswer = Answer<'POST /api/v0/comments/:id'>

/** Comment fields hold plain text, the API takes markup: escape it. */
const escapeMarkup = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** The tombstone of a deleted comment, as the server returns it. */
export const toDeletedComment = (comment: Comment): Comment => ({
  ...comment,
  text: messages.commentDeleted,
  deleted: true,
  likers: [],
  editedDate: undefined,
  can: { edit: false, delete: false },
  reactions: { ...comment.reactions, like: 0 },
})

/** Applies a deletion to the cache. `commentCount` excludes the comments of the post's creator (decision 12). */
function markCommentDeleted({ dispatch, getState }: ApiStore, { id, postId, creator }: Pick<Comment, 'id' | 'postId' | 'creator'>): void {
  patchComment(dispatch, getState(), id, (comment) => void Object.assign(comment, toDeletedComment(comment)))
  const uid = meIn(getState())?.uid
  if (uid !== undefined) deleteDraftsAbout(uid, id)
  patchPost(dispatch, getState(), postId, (post) => {
    if (post.creator.uid !== creator.uid) post.commentCount = Math.max(0, post.commentCount - 1)
    post.previewComments = post.previewComments?.filter((comment) => comment.id !== id)
  })
}

export const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    addComment: build.mutation<CommentAnswer, CallInput<'POST /api/v0/comments/:id'>>({
      query: ({ params, body: { text } }) => ({ key: 'POST /api/v0/comments/:id', input: { params, body: { text: escapeMarkup(text) } } }),
      async onQueryStarted({ params: { id } }, { dispatch, getState, queryFulfilled }) {
        const comment = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (!comment) return
        // Appended instead of refetched. A list that is not loaded to its end gets the comment with its last page.
        for (const { originalArgs } of api.util.selectInvalidatedBy(getState(), [{ type: 'Comments', id }]))
          dispatch(
            api.util.updateQueryData('comments', originalArgs, (page) => {
              page.counts.total += 1
              if (page.next === null) page.results.push(comment)
            }),
          )
        patchPost(dispatch, getState(), id, (post) => {
          if (post.creator.uid !== comment.creator.uid) post.commentCount += 1
        })
      },
    }),
    editComment: build.mutation<CommentAnswer, { comment: Comment; text: string }>({
      query: ({ comment: { id }, text }) => ({
        key: 'POST /api/v0/comments/:id',
        input: { params: { id }, body: { text: escapeMarkup(text) } },
      }),
      async onQueryStarted({ comment }, { dispatch, getState, queryFulfilled }) {
        try {
          const { data } = await queryFulfilled
          patchComment(dispatch, getState(), data.id, (copy) => void Object.assign(copy, data))
        } catch (reason) {
          // 409: the comment was deleted before the edit arrived. Show the tombstone (B8).
          const { error } = reason as { error?: unknown }
          if (isFailure(error) && error.status === 409) markCommentDeleted({ dispatch, getState }, comment)
        }
      },
    }),
    deleteComment: build.mutation<Answer<'DELETE /api/v0/comments/:id'>, Comment>({
      query: ({ id }) => ({ key: 'DELETE /api/v0/comments/:id', input: { params: { id } } }),
      onQueryStarted: (comment, { dispatch, getState, queryFulfilled }) =>
        void queryFulfilled.then(
          () => markCommentDeleted({ dispatch, getState }, comment),
          () => undefined,
        ),
    }),
    flag: build.mutation<Answer<'POST /api/v0/feedback/flag/:id'>, CallInput<'POST /api/v0/feedback/flag/:id'>>({
      query: (input) => ({ key: 'POST /api/v0/feedback/flag/:id', input }),
    }),
    // Also tagged `Member`: lists exclude blocked members, so they depend on the viewer.
    collectors: build.infiniteQuery<Answer<Collectors>, CallInput<Collectors>, Offset>({
      ...pageOf<Collectors>('GET /api/v0/posts/:id/collectedby'),
      providesTags: (_, __, { params }) => ['Member', collectorsOf(params.id)],
    }),
    likers: build.infiniteQuery<Answer<Likers>, CallInput<Likers>, Offset>({
      ...pageOf<Likers>('GET /api/v0/comments/:id/reactions/like'),
      providesTags: (_, __, { params }) => ['Member', likersOf(params.id)],
    }),
  }),
})

export const {
  useAddCommentMutation,
  useEditCommentMutation,
  useDeleteCommentMutation,
  useFlagMutation,
  useCollectorsInfiniteQuery,
  useLikersInfiniteQuery,
} = commentsApi
