import type { PlayReports } from '#player/index.ts'
import { call } from '#data/client.ts'

export const reports: PlayReports = {
  async report(postId) {
    const { error } = await call('POST /api/v0/posts/:id/play', { params: { id: postId } })
    // Throwing triggers a retry; a refusal is final.
    if (error && (error.status === 0 || error.status >= 500)) throw new Error(error.message)
  },
}
