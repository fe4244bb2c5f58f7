import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressedExtensions = new Set(['.js', '.css', '.svg', '.webmanifest'])

/** Compression saves little of smaller files. */
const minBytes = 400

/** The highest levels, which are too slow for compression per request. @type {[string, (content: Buffer) => Promise<Buffer>][]} */
const formats = [
  [
    '.br',
    (content) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  ],
  ['.gz', (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })],
]

/** Writes `x.js.br` and `x.js.gz` for each text file of a folder, for server/http/static.ts. @param {string} folder absolute path */
export async function compressFiles(folder) {
  const files = (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && compressedExtensions.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length < minBytes) return
      for (const [extension, compress] of formats) await writeFile(file + extension, await compress(content))
    }),
  )
}
