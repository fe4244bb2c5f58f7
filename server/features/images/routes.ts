/**
 * Serves pictures (R26): `/people/square/{uid}.jpg`, `/beads/{id}.jpg` (also `/beads/small/` and `/beads/original/`) and
 * `/posts/{id}.jpg`, with the version as the query parameter `v`.
 */
import { Router, type RequestHandler } from 'express'
import type { DataSource } from 'typeorm'
import { idPattern } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { addressOf, type Limit, type Limits } from '#http/limits.ts'
import type { ObjectStore } from '#objects/store.ts'
import { currentImage } from './current.ts'
import { sendPicture } from './send.ts'
import { isVersion, versionIn, type Images, type PictureKind, type Variant } from './service.ts'

/** Lets pages of other sites show the pictures, in embeds and link previews. */
const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' }

/** A version never changes. Without a version in the URL, the browser revalidates the picture at every use. */
const cacheControl = { version: 'public, max-age=31536000, immutable', current: 'public, no-cache' } as const

/** Pictures of an address that cost a statement, or a request to the object storage, with which uploads share connections. */
const pictureLimit: Limit = { name: 'Pictures of an address', requests: 3000, seconds: 60 }

interface PictureFilesDeps {
  db: DataSource
  images: Pick<Images, 'stored'>
  objects: Pick<ObjectStore, 'kind'>
  limits: Pick<Limits, 'consume'>
}

export function pictureFiles({ db, images, objects, limits }: PictureFilesDeps): Router {
  const router = Router()

  const serve =
    (kind: PictureKind, variant: Variant, names: RegExp): RequestHandler =>
    async (request, response) => {
      const id = /^(.+)\.jpg$/.exec(String(request.params.file))?.[1]
      if (id === undefined || !names.test(id)) throw new StrandError('not_found')
      const { v } = request.query
      if (objects.kind === 's3' || !isVersion(v)) await limits.consume(pictureLimit, () => addressOf(request))
      const send = (version: string, caching: keyof typeof cacheControl): Promise<void> =>
        sendPicture(request, response, {
          picture: images.stored(kind, id, version, variant),
          version,
          variant,
          headers: { ...shared, 'Cache-Control': cacheControl[caching] },
        })
      if (isVersion(v)) return send(v, 'version')
      // Without a valid version: the current picture.
      const current = await currentImage(db, kind, id)
      const version = versionIn(current)
      if (isVersion(version)) return send(version, 'current')
      // Demo pictures are static files of this server. Other targets are refused, to prevent open redirects.
      if (current === null || !/^\/images\/[\w./-]+$/.test(current)) throw new StrandError('not_found')
      response.set('Cache-Control', 'public, no-cache').redirect(302, current)
    }

  router.get('/people/square/:file', serve('profile', 'main', /^[\w.]{1,50}$/))
  router.get('/beads/small/:file', serve('bead', 'small', idPattern('bead')))
  router.get('/beads/original/:file', serve('bead', 'original', idPattern('bead')))
  router.get('/beads/:file', serve('bead', 'main', idPattern('bead')))
  router.get('/posts/:file', serve('post', 'main', idPattern('post')))
  return router
}
