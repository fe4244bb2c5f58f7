/** Links that have died, for the stories of browser tests: a day of misses is not waited for. */
import { join } from 'node:path'
import { expect, type APIRequestContext } from '@playwright/test'
import Database from 'better-sqlite3'
import type { Post } from '#contract/index.ts'
import { asyncHeader } from './api.ts'

/** From now on the checks know the post's link to be dead, and the post says so. `request` is its creator's. */
export async function kill({ folder }: { folder: string }, request: APIRequestContext, { id, title }: Post): Promise<void> {
  const data = new Database(join(folder, 'strand.sqlite'), { timeout: 10_000 })
  const die = data.prepare(
    `UPDATE "link_check" SET "state" = 'dead', "checkedDate" = ? WHERE "id" IN (SELECT "linkId" FROM "post_link" WHERE "postId" = ?)`,
  )
  await expect.poll(() => die.run(new Date().toISOString(), id).changes, 'the link is checked').toBeGreaterThan(0)
  data.close()
  // Applies the reported state of a post to it.
  const edited = await request.post(`/api/v0/posts/${id}`, { headers: asyncHeader, data: { title } })
  expect(edited.ok(), await edited.text()).toBe(true)
  await expect
    .poll(async () => ((await (await request.get(`/api/v0/posts/${id}`)).json()) as Post).media?.status, 'the post says that it is dead')
    .toBe(404)
}
