/**
 * Serves picture files (R26): `/people/square/{uid}.jpg`, `/beads/{id}.jpg` (also `/beads/small/` and
 * `/beads/original/`) and `/posts/{id}.jpg`, with the version as the query parameter `v`.
 */
import { Router, type RequestHandler, type Response } from 'express'
import type { DataSource } from 'typeorm'
import { idPattern } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { currentImage } from './current.ts'
import { versionIn, type Images, type PictureKind, type Variant } from './service.ts'

/** Lets pages of other sites show the pictures, in embeds and link previews. */
const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' }

export function pictureFiles({ db, images }: { db: DataSource; images: Images }): Router {
  const router = Router()

  /**
   * @param maxAge for a URL with a version, whose file never changes; null without one: the browser revalidates it at
   * every use.
   */
  const send = (response: Response, path: string, maxAge: string | null): void =>
    response.set(shared).sendFile(path, {
      root: images.root,
      dotfiles: 'deny',
      cacheControl: maxAge !== null,
      ...(maxAge === null ? { headers: { 'Cache-Control': 'public, no-cache' } } : { maxAge, immutable: true }),
    })

  const serve =
    (kind: PictureKind, variant: Variant, names: RegExp): RequestHandler =>
    async (request, response) => {
      const id = /^(.+)\.jpg$/.exec(String(request.params.file))?.[1]
      if (id === undefined || !names.test(id)) throw new StrandError('not_found')
      const versioned = images.file(kind, id, request.query.v, variant)
      if (versioned !== null) return send(response, versioned, '1y')
      // Without a valid version: the current picture.
      const current = await currentImage(db, kind, id)
      const file = images.file(kind, id, versionIn(current), variant)
      if (file !== null) return send(response, file, null)
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
