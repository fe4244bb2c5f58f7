/** Behance, REST API v2. Behance issues no new keys. All rights of the works are reserved. */
import { z } from 'zod'
import type { Answer } from '#contract/index.ts'
import { idText, lenientList, number, optionalText, toImages, type QueryService, type Image, type Source } from '../source.ts'

const endpoint = 'https://api.behance.net/v2/projects'

/** The schema of a successful answer. */
const ok = <T extends z.ZodRawShape>(shape: T) => z.object({ http_code: z.literal(200), ...shape })
const addresses = z.record(z.string(), z.string()).catch({})

const Project = z.object({
  id: idText,
  name: optionalText,
  url: z.string(),
  covers: addresses,
  owners: lenientList(z.object({ display_name: optionalText, url: optionalText })).catch([]),
})
type Project = z.output<typeof Project>

const Module = z.object({ id: idText, type: z.literal('image'), src: optionalText, width: number, height: number, sizes: addresses })

/** Fixed sizes of covers, largest first: name (the width), width and height in pixels. */
const coverSizes = [
  ['808', 808, 632],
  ['404', 404, 316],
] as const

/** Fields that all pictures of a project have in common. */
const shared = ({ owners: [owner], url }: Project) => ({
  source: 'behance' as const,
  author: owner?.display_name ?? '',
  authorUrl: owner?.url ?? '',
  href: url,
  license: { name: 'All rights reserved' },
  copyright: true,
})

function cover(project: Project): Image[] {
  const [name, width, height] = coverSizes.find(([size]) => project.covers[size] !== undefined) ?? ['original', 0, 0]
  return toImages({
    ...shared(project),
    id: project.id,
    title: project.name,
    image: project.covers[name] ?? '',
    thumbnail: project.covers['404'] ?? '',
    width,
    height,
  })
}

type Details = NonNullable<Answer<'GET /api/v0/imagesearch/behance_project'>['data']>

export interface Behance extends Source {
  project(id: string): Promise<Details>
}

export function createBehance(ask: QueryService, key: string): Behance {
  return {
    name: 'behance',
    title: 'Behance',
    async search(query, page) {
      const { projects } = await ask(endpoint, { q: query, page, client_id: key }, ok({ projects: lenientList(Project) }))
      // The answer has no total: use the number on this page. Only the last page has fewer than twelve projects.
      return { images: projects.flatMap(cover), total: projects.length, more: projects.length >= 12 }
    },
    async project(id) {
      const { project } = await ask(
        `${endpoint}/${encodeURIComponent(id)}`,
        { client_id: key },
        ok({ project: Project.extend({ modules: lenientList(Module).catch([]) }) }),
      )
      const { author, href } = shared(project)
      const images = project.modules.flatMap(({ id: module, src, sizes, width, height }) =>
        toImages({
          ...shared(project),
          id: module,
          title: project.name,
          image: sizes.original ?? src,
          thumbnail: sizes.disp ?? src,
          width,
          height,
        }),
      )
      return { id: project.id, title: project.name, author, href, images }
    },
  }
}
