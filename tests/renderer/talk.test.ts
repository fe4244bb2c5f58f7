import { configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#data/api.ts'
import { commentsApi } from '#data/comments.ts'
import { plainText } from '#data/plainText.ts'
import { cleanText } from '../../server/features/posts/rich-text.ts'

const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  // Like the server: stores and returns the cleaned text.
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: string, { body }: RequestInit) => {
      sent.push(cleanText((JSON.parse(body as string) as { text: string }).text, 'https://strand.example'))
      return Response.json({ id: 'c1', postId: 'p1', text: sent.at(-1), creator: { uid: 'ada' } })
    }),
  )
})
afterEach(() => void vi.unstubAllGlobals())

const { addComment, editComment } = commentsApi.endpoints

describe('G2 the text of a comment', () => {
  it.each([
    'if a<b and c>d then',
    'List<String>',
    'see <http://x.org/a> ok',
    '<b>not bold</b>',
    '&lt;b&gt; and &amp; are written so',
    'Tom & Jerry "said" it’s\nfine',
  ])('G2 a typed comment is stored unchanged, also after an edit: %s', async (typed) => {
    const store = configureStore({ reducer: { api: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) })
    await store.dispatch(addComment.initiate({ params: { id: 'p1' }, body: { text: typed } }))
    const [storedHtml] = sent
    expect(plainText(storedHtml!)).toBe(typed)
    // The editor starts with the plain text of the comment.
    await store.dispatch(editComment.initiate({ comment: { id: 'c1' } as never, text: plainText(storedHtml!) }))
    expect(sent[1]).toBe(storedHtml)
  })
})
