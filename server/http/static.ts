/** Files: the built pages' scripts and styles, and the demo world's clips and pictures. */
import { basename, extname, join } from 'node:path'
import express, { Router } from 'express'
import type { Config } from '../config.ts'
import { notFound } from './errors.ts'

/** Spelt out, because players go by the type, and the tables of operating systems differ. */
const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.mpd': 'application/dash+xml',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
}

type Options = NonNullable<Parameters<typeof express.static>[1]>

const plain: Options = { index: false, redirect: false, dotfiles: 'ignore' }

/** Clips and pictures may be shown by other sites and fetched by a receiver, as any link of a post may. */
const shared: Options = {
  ...plain,
  maxAge: '1h',
  setHeaders: (response, path) => {
    const type = types[extname(path)]
    if (type !== undefined) response.setHeader('Content-Type', type)
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    response.setHeader('Access-Control-Allow-Origin', '*')
  },
}

/** Media answer ranges as they lie on the disk, so this router comes before compression. */
export function mediaFiles({ root }: Pick<Config, 'root'>): Router {
  const router = Router()
  router.use('/clips', express.static(join(root, 'server/demo/clips'), shared), notFound)
  router.use('/images', express.static(join(root, 'server/demo/pictures'), shared), notFound)
  return router
}

/** What Vite built: files whose name holds a hash of their content never change, the rest is asked for again. */
export function webFiles({ root }: Pick<Config, 'root'>): Router {
  const web = join(root, 'dist/web')
  const router = Router()
  router.use('/assets', express.static(join(web, 'assets'), { ...plain, immutable: true, maxAge: '1y' }), notFound)
  const files = express.static(web, {
    ...plain,
    maxAge: '1h',
    setHeaders: (response, path) => {
      // An old worker would go on giving out the pages of an old build.
      if (basename(path) === 'sw.js') response.setHeader('Cache-Control', 'no-cache')
      if (path.endsWith('.webmanifest')) response.setHeader('Content-Type', 'application/manifest+json')
    },
  })
  // No file is called so, and looking for one would cost each call of the API a read of the disk.
  router.use((request, response, next) => (request.path.startsWith('/api/') ? next() : files(request, response, next)))
  return router
}
