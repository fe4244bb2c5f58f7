/** Members with everything that an export contains and a deletion removes. */
import sharp from 'sharp'
import { addPost, startBead } from '../support/content.ts'
import type { Client, TestServer } from '../support/server.ts'

type Person = Awaited<ReturnType<TestServer['signUp']>>

export const done = async (reply: Promise<{ status: number; body: unknown }>): Promise<void> => {
  const { status, body } = await reply
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
}
const comment = async (client: Client, post: string, text: string): Promise<string> =>
  (await client.post(`/api/v0/comments/${post}`, { text })).body.id
export const profilePicture = async (): Promise<string> =>
  (
    await sharp({ create: { width: 260, height: 260, channels: 3, background: '#aa3311' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')

/** Gives two members all relations to each other. */
export async function entangle(one: Person, other: Person) {
  const shared = await startBead(one.client, { title: 'Shared' })
  await done(one.client.post(`/api/v0/beads/${shared.id}/invite`, { newInvitees: [other.me.uid] }))
  const alone = await startBead(one.client, { title: 'Alone' })
  const draft = await startBead(one.client, { title: 'Unborn', isDraft: true })
  const theirs = await startBead(other.client, { title: 'Theirs' })
  await done(other.client.post(`/api/v0/beads/${theirs.id}/invite`, { newInvitees: [one.me.uid] }))
  const posts = {
    mineShared: await addPost(one.client, shared.id, { title: 'Mine in shared' }),
    theirsShared: await addPost(other.client, shared.id, { title: 'Theirs in shared' }),
    mineAlone: await addPost(one.client, alone.id, { title: 'Mine alone' }),
    mineTheirs: await addPost(one.client, theirs.id, { title: 'Mine in theirs', tags: ['jazz'] }),
    theirs: await addPost(other.client, theirs.id, { title: 'Theirs alone' }),
  }
  for (const [{ client }, target] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const { id } of Object.values(posts)) {
      await done(client.post(`/api/v0/posts/${id}/collect`))
      await done(client.post(`/api/v0/posts/${id}/upvote`))
      const commentId = await comment(client, id, 'Well said')
      for (const liker of [one.client, other.client]) await done(liker.post(`/api/v0/comments/${commentId}/reaction/like`))
    }
    for (const { id } of [shared, alone, theirs]) await done(client.post(`/api/v0/beads/${id}/follow`))
    await done(client.post(`/api/v0/members/${target.me.uid}/superfollow`))
    await done(client.post('/api/v0/tags/jazz/follow'))
  }
  return { shared, alone, draft, theirs, posts }
}
