import { configureStore } from '@reduxjs/toolkit'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { expect, it } from 'vitest'
import { api } from '#data/api.ts'
import { dialogsReducer } from '#data/dialogs.ts'
import { syncEditedBead } from '#data/listSync.ts'
import { usePostActions } from '#widgets/post/usePostActions.tsx'
import type { Bead, Post } from '#contract/schemas.ts'

const post = (can: object): Post =>
  ({
    id: 'p1',
    title: 'One',
    tags: [],
    bead: { id: 'b1' },
    creator: { uid: 'ada' },
    media: null,
    can: { edit: true, delete: true, ...can },
  }) as unknown as Post
const makeStore = () =>
  configureStore({ reducer: { api: api.reducer, dialogs: dialogsReducer }, middleware: (defaults) => defaults().concat(api.middleware) })

function actsOf(one: Post): string[] {
  let ids: string[] = []
  const Acts = () => {
    ids = usePostActions(one).items.map(({ id }) => id)
    return null
  }
  renderToStaticMarkup(createElement(Provider, { store: makeStore(), children: createElement(Acts) }))
  return ids
}

it("D11 a post of a draft: its menu has no 'Add to another playlist'; one of a published playlist has it", () => {
  expect(actsOf(post({ repost: false }))).toEqual(['collectors', 'edit', 'delete'])
  expect(actsOf(post({}))).toEqual(['repost', 'collectors', 'edit', 'delete'])
})

it('D11 when a draft is published, its posts on the page can be reposted', async () => {
  const store = makeStore()
  store.dispatch(
    api.util.upsertQueryEntries([{ endpointName: 'post', arg: { params: { id: 'p1' } }, value: post({ repost: false }) }] as never),
  )
  const bead = { id: 'b1', title: 'Published', isDraft: false, creator: { uid: 'ada' } } as unknown as Bead
  syncEditedBead({ dispatch: store.dispatch, state: store.getState() } as never, bead)
  expect(api.endpoints.post.select({ params: { id: 'p1' } })(store.getState() as never).data!.can).toEqual({ edit: true, delete: true })
})
