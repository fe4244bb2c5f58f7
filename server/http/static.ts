/** Serves static files: the built scripts and styles, and the demo clips and pictures. */
import { basename, extname, join } from 'node:path'
import express, { Router, type RequestHandler } from 'express'
import staticGzip from 'express-static-gzip'
import { widgetBuild, widgetLoader } from '#contract/pages/entries.js'
import type { Config } from '../config.ts'
import { notFound } from './errors.ts'
import { documentHeaders } from './security.ts'
import { hashedFolders, sharedFolderOf } from './sharedAssets.ts'

/** Explicit, because players rely on the type and the MIME tables of operating systems differ. */
const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpegts': 'video/mp2t',
  '.mpd': 'application/dash+xml',
  '.m4s': 'video/iso.segment',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
}

type Options = NonNullable<staticGzip.ExpressStaticGzipOptions['serveStatic']>

const plain: Options = { index: false, redirect: false, dotfiles: 'ignore' }

/** Other sites may show clips and pictures, and receivers may fetch them, as with any link in a post. */
const shareable: Options = {
  ...plain,
  maxAge: '1h',
  setHeaders: (response, path) => {
    const type = types[extname(path)]
    if (type !== undefined) response.setHeader('Content-Type', type)
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    response.setHeader('Access-Control-Allow-Origin', '*')
  },
}

/** Files with a content hash in their name. */
const hashed: Options = {
  ...plain,
  immutable: true,
  maxAge: '1y',
  // Never revalidated: the address changes with the content.
  lastModified: false,
  setHeaders: (response, path) => {
    if (/\.(js|css)(\.\w+)?$/.test(path))
      for (const name of [...documentHeaders, 'X-Request-Id', 'X-Strand-Build']) response.removeHeader(name)
  },
}

/** Pages of other sites and sandboxed frames may load the script: their origin is another one. */
const forAnyOrigin = (options: Options): Options => ({
  ...options,
  setHeaders: (response, path, stat) => {
    options.setHeaders?.(response, path, stat)
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    response.setHeader('Access-Control-Allow-Origin', '*')
  },
})

/** Byte ranges are those of the file on disk, so this router comes before compression. */
export function mediaFiles({ root }: Pick<Config, 'root'>): Router {
  const router = Router()
  router.use('/clips', express.static(join(root, 'server/demo/clips'), shareable), notFound)
  router.use('/images', express.static(join(root, 'server/demo/pictures'), shareable), notFound)
  return router
}

/** Serves the compressed copies that the build made; the compression middleware handles files without one. */
function compressedFiles(folder: string, options: Options): RequestHandler {
  const files = staticGzip(folder, { enableBrotli: true, orderPreference: ['br', 'gzip'], serveStatic: options, index: false })
  return (request, response, next) => {
    if (!isDecodable(request.path)) return next()
    files(request, response, (error?: unknown) => {
      // The file was removed after the start: the answer of the next handler is not encoded.
      for (const name of ['Content-Encoding', 'Content-Type']) response.removeHeader(name)
      next(error)
    })
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Vite's output: files with a content hash in their name are immutable, the others are revalidated. */
export function webFiles({ root, assetsDir = null }: Pick<Config, 'root'> & Partial<Pick<Config, 'assetsDir'>>): Router {
  const web = join(root, 'dist/web')
  const widget = join(root, widgetBuild.folder)
  const router = Router()
  for (const { base, folder } of hashedFolders) {
    const options = base === widgetBuild.base ? forAnyOrigin(hashed) : hashed
    const shared = assetsDir === null ? [] : [express.static(sharedFolderOf(assetsDir, folder), options)]
    router.use(`${base}assets`, compressedFiles(join(root, folder, 'assets'), options), ...shared, notFound)
  }
  router.get(`/${widgetLoader.file}`, compressedFiles(widget, forAnyOrigin({ ...plain, maxAge: '1h' })), notFound)
  const files = compressedFiles(web, {
    ...plain,
    maxAge: '1h',
    setHeaders: (response, path) => {
      // A cached worker would keep serving pages of an old build.
      if (/^sw\.js(\.\w+)?$/.test(basename(path))) response.setHeader('Cache-Control', 'no-cache')
      if (path.endsWith('.webmanifest')) response.setHeader('Content-Type', 'application/manifest+json')
    },
  })
  // No file has such a path; skipping the lookup saves each API call a disk access.
  router.use((request, response, next) => (request.path.startsWith('/api/') ? next() : files(request, response, next)))
  return router
}
