import type { PlayReports } from '#player/index.ts'
import { call } from '#data/client.ts'

/** The port by which the player reports plays of posts to the server. */
export const reports: PlayReports = {
  async report(postId) {
    const { error } = await call('POST /api/v0/posts/:id/play', { params: { id: postId } })
    // The player retries after an exception. A refusal by the server is final, so it throws none.
    if (error && (error.status === 0 || error.status >= 500)) throw new Error(error.message)
  },
}
