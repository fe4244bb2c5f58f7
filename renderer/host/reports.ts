import type { PlayReports } from '#player/index.ts'
import { call } from '#data/client.ts'

export const reports: PlayReports = {
  async report(postId) {
    const { error } = await call('POST /api/v0/posts/:id/play', { params: { id: postId } })
    // Thrown, it is sent again; a refusal would only be repeated.
    if (error && (error.status === 0 || error.status >= 500)) throw new Error(error.message)
  },
}
