/**
 * Endpoints for notifications and for the browsers that get push messages. Loaded with the components that use them.
 */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { api, pageOf, type Offset } from './api.ts'
import type { ApiDispatch } from './cachePatches.ts'

type List = 'GET /api/v1/me/notifications'
type Status = 'GET /api/v1/me/notifications/status'

export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    notifications: build.infiniteQuery<Answer<List>, CallInput<List>, Offset>({
      ...pageOf<List>('GET /api/v1/me/notifications'),
      providesTags: ['Notifications'],
    }),
    notificationStatus: build.query<Answer<Status>, CallInput<Status>>({
      query: (input) => ({ key: 'GET /api/v1/me/notifications/status', input }),
      keepUnusedDataFor: 0,
    }),
    notificationsChecked: build.mutation<Answer<'POST /api/v0/me/notifications/lastchecked'>, string>({
      query: (timestamp) => ({ key: 'POST /api/v0/me/notifications/lastchecked', input: { body: { timestamp } } }),
      // Optimistic, and not reverted: seen notifications stay seen even if the write fails.
      onQueryStarted: (timestamp, { dispatch }) => showChecked(dispatch as ApiDispatch, timestamp),
    }),

    pushBrowsers: build.query<Answer<'GET /api/v0/me/push'>, void>({
      query: () => ({ key: 'GET /api/v0/me/push', input: undefined }),
      providesTags: ['Push'],
    }),
    addPushBrowser: build.mutation<Answer<'POST /api/v0/me/push'>, CallInput<'POST /api/v0/me/push'>>({
      query: (input) => ({ key: 'POST /api/v0/me/push', input }),
      invalidatesTags: ['Push'],
    }),
    removePushBrowser: build.mutation<Answer<'DELETE /api/v0/me/push/:id'>, string>({
      query: (id) => ({ key: 'DELETE /api/v0/me/push/:id', input: { params: { id } } }),
      invalidatesTags: ['Push'],
    }),
  }),
})

/** Sets the time of the member's last look at the notifications in the cache. An older time is ignored. */
export function showChecked(dispatch: ApiDispatch, timestamp: string): void {
  dispatch(
    api.util.updateQueryData('me', undefined, (me) => {
      if (me && (me.notificationsLastChecked ?? '') < timestamp) me.notificationsLastChecked = timestamp
    }),
  )
}

export const {
  useNotificationsInfiniteQuery,
  useLazyNotificationStatusQuery,
  useNotificationsCheckedMutation,
  usePushBrowsersQuery,
  useLazyPushBrowsersQuery,
  useAddPushBrowserMutation,
  useRemovePushBrowserMutation,
} = notificationsApi
