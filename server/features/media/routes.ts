import type { Mount } from '#http/mount.ts'
import type { Posts } from '../posts/service.ts'
import { guess } from './guess.ts'
import type { MediaService } from './service.ts'

export function mediaRoutes(mount: Mount, { media: detector, posts }: { media: MediaService; posts: Posts }): void {
  mount('POST /api/v0/media/detect', async ({ body, actor }) => {
    const { media, mediaKey, about, byUri } = await detector.detect(body.media.href)
    const post = body.bead === undefined ? null : await posts.findByMedium(body.bead, mediaKey, actor)
    const { what, artists, tags, byCategory } = guess(media, about, body.category)
    return {
      detected: {
        what,
        who: { artists },
        tags,
        source: media.source,
        id: media.media[0]?.uri ?? media.href,
        byuri: byUri,
        bycategory: byCategory,
      },
      media,
      ...(post === null ? {} : { post }),
    }
  })
  mount('POST /api/v0/media/inlineEmbed', ({ body }) => detector.embed(body.url))
  mount('POST /api/v0/media/unsupportedInlineEmbed', async ({ body }) => ({ results: await detector.embeds(body.urls) }))
  mount('GET /api/v0/media/info/qmedia', ({ query }) => detector.info(query.url))
  mount('GET /api/v0/webfetch/metaimages', ({ query }) => detector.images(query.url))
}
