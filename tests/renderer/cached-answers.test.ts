/** The registry of cached answers, from which the document's answers and all patches follow. */
import { expect, it } from 'vitest'
import { api } from '#data/api.ts'
import { cachedAnswers } from '#data/cachedAnswers.ts'
import '#data/collection.ts'
import '#data/feed.ts'
import '#data/people.ts'
import '#data/search.ts'

it('N5 each registered answer has an endpoint, and is a list if the endpoint has pages', () => {
  const endpoints = api.endpoints as unknown as Record<string, object | undefined>
  for (const [name, { isList }] of Object.entries(cachedAnswers)) {
    expect(endpoints[name], name).toBeDefined()
    expect('useInfiniteQuery' in endpoints[name]!, name).toBe(isList)
  }
})

it('N5 each request is registered once', () => {
  const keys = Object.values(cachedAnswers).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

it('V3 posts and comments are found in single answers, in lists and in feeds', () => {
  const comment = { id: 'c1' }
  const post = { id: 'p1', previewComments: [comment] }
  const pages = (...results: object[]) => ({ pages: [{ results }, { results: [] }], pageParams: [null, 1] })
  expect(cachedAnswers.post.postsIn(post)).toEqual([post])
  expect(cachedAnswers.posts.postsIn(pages(post))).toEqual([post])
  expect(cachedAnswers.posts.commentsIn(pages(post, { id: 'p2' }))).toEqual([comment])
  expect(cachedAnswers.feed.postsIn(pages({ id: 'f1', post, comments: [comment] }, { id: 'f2' }))).toEqual([post])
  expect(cachedAnswers.feed.commentsIn(pages({ id: 'f1', post, comments: [comment] }, { id: 'f2' }))).toEqual([comment])
  expect(cachedAnswers.search.postsIn(pages({ type: 'post', entry: post }, { type: 'post' }, { type: 'bead', entry: {} }))).toEqual([post])
  expect(cachedAnswers.comments.commentsIn({ results: [comment] })).toEqual([comment])
  expect(cachedAnswers.member.postsIn({ uid: 'ada' })).toEqual([])
})
