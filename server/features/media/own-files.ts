import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Media } from '#contract/index.ts'
import { withFacts } from './facts.ts'

const Catalogue = z.array(
  z.object({
    file: z.string(),
    title: z.string(),
    artist: z.string().optional(),
    duration: z.number().optional(),
    image: z.string().optional(),
  }),
)

/** Metadata of a file that Strand serves itself, or null. */
export type OwnFiles = (path: string) => Promise<Omit<z.infer<typeof Catalogue>[number], 'file'> | null>

/** Demo clips are described by a catalogue in their folder. */
export function clipCatalogue(root: string): OwnFiles {
  return async (path) => {
    if (!path.startsWith('/clips/')) return null
    let text: string
    try {
      text = await readFile(join(root, 'server/demo/clips/catalogue.json'), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
    return Catalogue.parse(JSON.parse(text)).find((clip) => `/clips/${encodeURIComponent(clip.file)}` === path) ?? null
  }
}

/** Merges the catalogue's data. Its picture is a path of this server. */
export async function describeOwn(media: Media, files: OwnFiles): Promise<{ media: Media; known: boolean }> {
  const clip = await files(media.href)
  if (!clip) return { media, known: false }
  const described = withFacts(media, { title: clip.title, artist: clip.artist, duration: clip.duration })
  const image = clip.image && (clip.image.startsWith('/') ? clip.image : `/clips/${clip.image}`)
  return { media: image ? { ...described, image } : described, known: true }
}
