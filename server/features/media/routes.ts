import type { Mount } from '../../http/mount.ts'
import type { Posts } from '../posts/service.ts'
import type { MediaService } from './service.ts'

export function mediaRoutes(mount: Mount, { media: detector, posts }: { media: MediaService; posts: Posts }): void {
  mount('POST /api/v0/media/detect', async ({ body, actor }) => {
    const { media, mediaKey, byUri } = await detector.detect(body.media.href)
    const post = body.bead === undefined ? null : await posts.holding(body.bead, mediaKey, actor)
    return {
      detected: {
        what: media.title,
        who: { artists: media.artist === undefined ? [] : [media.artist] },
        tags: [],
        source: media.source,
        id: media.media[0]?.uri ?? media.href,
        byuri: byUri,
        bycategory: false,
      },
      media,
      ...(post === null ? {} : { post }),
    }
  })
}
