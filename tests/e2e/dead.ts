/** Marks links as dead for browser tests; in production this takes a day of failed checks. */
import { join } from 'node:path'
import { expect, type APIRequestContext } from '@playwright/test'
import Database from 'better-sqlite3'
import type { Post } from '#contract/index.ts'
import { asyncHeader } from './api.ts'

/** Marks the link of a post as dead. `request` is signed in as the creator of the post. */
export async function markLinkDead({ folder }: { folder: string }, request: APIRequestContext, { id, title }: Post): Promise<void> {
  const data = new Database(join(folder, 'strand.sqlite'), { timeout: 10_000 })
  const update = data.prepare(
    `UPDATE "link_check" SET "state" = 'dead', "checkedDate" = ? WHERE "id" IN (SELECT "linkId" FROM "post_link" WHERE "postId" = ?)`,
  )
  await expect.poll(() => update.run(new Date().toISOString(), id).changes, 'the link is checked').toBeGreaterThan(0)
  data.close()
  // An edit copies the state of the link to the post.
  const edited = await request.post(`/api/v0/posts/${id}`, { headers: asyncHeader, data: { title } })
  expect(edited.ok(), await edited.text()).toBe(true)
  await expect
    .poll(async () => ((await (await request.get(`/api/v0/posts/${id}`)).json()) as Post).media?.status, 'the status of the post')
    .toBe(404)
}
