/** What is said about a post, and who collected it or likes what is said. Fetched with the screens that offer it. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { messages } from '#contract/messages.ts'
import type { Comment } from '#contract/schemas.ts'
import { dropDraftsOf } from './drafts.ts'
import { api, collectorsOf, likersOf, pageOf, type Offset } from './api.ts'
import { patchComment, patchPost, type ApiDispatch } from './cachePatches.ts'
import { isFailure } from './failures.ts'

type Collectors = 'GET /api/v0/posts/:id/collectedby'
type Likers = 'GET /api/v0/comments/:id/reactions/like'
type Said = Answer<'POST /api/v0/comments/:id'>
interface Store {
  dispatch: unknown
  getState: () => unknown
}

/** The fields of comments hold plain text, the call takes markup: a `<` that was typed is to stay one. */
const asMarkup = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** As the server leaves it: that something was said, and nothing of it. */
export const deletedOf = (comment: Comment): Comment => ({
  ...comment,
  text: messages.commentDeleted,
  deleted: true,
  likers: [],
  editedDate: undefined,
  can: { edit: false, delete: false },
  reactions: { ...comment.reactions, like: 0 },
})

/** A comment is out of the world; the number leaves out what the post's own creator says (decision 12). */
function removePost({ dispatch, getState }: Store, { id, postId, creator }: Pick<Comment, 'id' | 'postId' | 'creator'>): void {
  patchComment(dispatch as ApiDispatch, getState() as never, id, (comment) => void Object.assign(comment, deletedOf(comment)))
  const uid = api.endpoints.me.select()(getState() as never).data?.uid
  if (uid !== undefined) dropDraftsOf(uid, id)
  patchPost(dispatch as ApiDispatch, getState() as never, postId, (post) => {
    if (post.creator.uid !== creator.uid) post.commentCount = Math.max(0, post.commentCount - 1)
    post.previewComments = post.previewComments?.filter((comment) => comment.id !== id)
  })
}

export const commentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    addComment: build.mutation<Said, CallInput<'POST /api/v0/comments/:id'>>({
      query: ({ params, body: { text } }) => ({ key: 'POST /api/v0/comments/:id', input: { params, body: { text: asMarkup(text) } } }),
      async onQueryStarted({ params: { id } }, { dispatch, getState, queryFulfilled }) {
        const comment = await queryFulfilled.then(
          ({ data }) => data,
          () => null,
        )
        if (!comment) return
        // The list ends with it wherever its end is there already, so that no page of it is asked for again.
        for (const { originalArgs } of api.util.selectInvalidatedBy(getState() as never, [{ type: 'Comments', id }]))
          dispatch(
            api.util.updateQueryData('comments', originalArgs, (page) => {
              page.counts.total += 1
              if (page.next === null) page.results.push(comment)
            }),
          )
        patchPost(dispatch as ApiDispatch, getState() as never, id, (post) => {
          if (post.creator.uid !== comment.creator.uid) post.commentCount += 1
        })
      },
    }),
    editComment: build.mutation<Said, { comment: Comment; text: string }>({
      query: ({ comment: { id }, text }) => ({
        key: 'POST /api/v0/comments/:id',
        input: { params: { id }, body: { text: asMarkup(text) } },
      }),
      async onQueryStarted({ comment }, { dispatch, getState, queryFulfilled }) {
        try {
          const { data } = await queryFulfilled
          patchComment(dispatch as ApiDispatch, getState() as never, data.id, (copy) => void Object.assign(copy, data))
        } catch (reason) {
          // Deleted meanwhile: it is drawn anew as that (B8).
          const { error } = reason as { error?: unknown }
          if (isFailure(error) && error.status === 409) removePost({ dispatch, getState }, comment)
        }
      },
    }),
    deleteComment: build.mutation<Answer<'DELETE /api/v0/comments/:id'>, Comment>({
      query: ({ id }) => ({ key: 'DELETE /api/v0/comments/:id', input: { params: { id } } }),
      onQueryStarted: (comment, { dispatch, getState, queryFulfilled }) =>
        void queryFulfilled.then(
          () => removePost({ dispatch, getState }, comment),
          () => undefined,
        ),
    }),
    flag: build.mutation<Answer<'POST /api/v0/feedback/flag/:id'>, CallInput<'POST /api/v0/feedback/flag/:id'>>({
      query: (input) => ({ key: 'POST /api/v0/feedback/flag/:id', input }),
    }),
    // Somebody else sees another list, without whom they block: so each is one of members in general too.
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
