/** Picture files: `people/square/{uid}.jpg`, `beads/{id}.jpg`, `beads/small/{id}.jpg`, `posts/{id}.jpg` (R26). */
import { Router, type RequestHandler, type Response } from 'express'
import type { DataSource } from 'typeorm'
import { idPattern } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { currentImage } from './current.ts'
import { versionIn, type Images, type PictureKind, type Variant } from './service.ts'

/** Other sites show pictures too, in embeds and link previews. */
const shared = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' }

export function pictureFiles({ db, images }: { db: DataSource; images: Images }): Router {
  const router = Router()

  /** With a version, cache forever: it is immutable. Without one, revalidate on every request. */
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
      const current = await currentImage(db, kind, id)
      const file = images.file(kind, id, versionIn(current), variant)
      if (file !== null) return send(response, file, null)
      // Redirect only to paths of this server, to prevent open redirects.
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
