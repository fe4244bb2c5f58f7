/** Helpers of the feed tests: actions of members, and reads of the feed after the outbox is drained. */
import { expect } from 'vitest'
import type { Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { addPost, startBead } from '../support/content.ts'
import { join, type Person } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'

export const ids = (items: readonly FeedItem[]) => items.map(({ id }) => id)
export const itemOfPost = (items: readonly FeedItem[], id: string) => items.find((item) => item.post?.id === id)

export function feedActions(server: () => TestServer) {
  const person = (name?: string): Promise<Person> => join(server(), name)
  /** Fails unless the answer is 200, and drains the outbox. */
  async function done<T>(work: Promise<{ status: number; body: T }>): Promise<T> {
    const { status, body } = await work
    expect(status, JSON.stringify(body)).toBe(200)
    await server().services.outbox.drain()
    return body
  }
  const follow = (actor: Person, type: 'members' | 'beads' | 'tags', id: string) => done(actor.client.post(`/api/v0/${type}/${id}/follow`))
  const collect = (actor: Person, id: string) => done(actor.client.post(`/api/v0/posts/${id}/collect`))
  const comment = (actor: Person, postId: string, text = 'Well said') =>
    done(actor.client.post<{ id: string }>(`/api/v0/comments/${postId}`, { text }))
  const bead = async (actor: Person, more: Record<string, unknown> = {}) => {
    const made = await startBead(actor.client, more)
    await server().services.outbox.drain()
    return made
  }
  const post = async (actor: Person, beadId: string, more: Record<string, unknown> = {}) => {
    const made = await addPost(actor.client, beadId, { title: 'A thought', ...more })
    await server().services.outbox.drain()
    return made
  }
  const read = (reader: Person | null, path: string) => done((reader?.client ?? server().client()).get<Page<FeedItem>>(path))
  const feed = async (reader: Person, query = ''): Promise<FeedItem[]> =>
    (await read(reader, `/api/v2/me/feed?limit=100${query}`)).results.filter(({ type }) => type !== 'suggestion')
  const status = async (reader: Person, minTime: number | string) =>
    (await done(reader.client.get<{ count: number }>(`/api/v2/me/feed/status?minTime=${minTime}`))).count
  return { person, done, follow, collect, comment, bead, post, read, feed, status }
}
