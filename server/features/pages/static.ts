/** Pages about Strand itself (R2, R3), with their full text for crawlers. */
import type { Viewer } from '#access/viewer.ts'
import { legalTexts, pageTitles, type Bead, type LegalPage } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { Beads } from '../beads/service.ts'
import type { SiteFacts } from '../site/service.ts'
import { preloaded, type Page } from './page.ts'

export interface StaticPages {
  about(viewer: Viewer | null): Promise<Page>
  legal(page: LegalPage): Page
}

export function createStaticPages({ beads, site }: { beads: Pick<Beads, 'get'>; site: Pick<SiteFacts, 'featured'> }): StaticPages {
  /** Null for a deleted or private playlist, which the page omits. */
  const readOrNull = (id: string, viewer: Viewer | null): Promise<Bead | null> =>
    beads.get(id, viewer).catch((error: unknown) => {
      if (error instanceof StrandError) return null
      throw error
    })

  return {
    async about(viewer) {
      const ids = Object.values(await site.featured()).filter((id) => id !== null)
      const featured = (await Promise.all(ids.map((id) => readOrNull(id, viewer)))).filter((bead) => bead !== null)
      return {
        status: 200,
        screen: 'about',
        type: 'website',
        title: pageTitles.about,
        heading: pageTitles.tagline,
        description: pageTitles.aboutText,
        canonical: '/about',
        image: featured[0]?.image,
        links: featured.map(({ href, title }) => ({ href, text: title })),
        data: featured.map((bead) => preloaded('GET /api/v0/beads/:id', { params: { id: bead.id } }, bead)),
      }
    },

    legal: (page) => ({
      status: 200,
      screen: 'legal',
      type: 'website',
      title: pageTitles.legal[page],
      description: legalTexts[page].summary,
      canonical: `/${page}`,
      sections: legalTexts[page].sections,
      links: (Object.keys(legalTexts) as LegalPage[])
        .filter((other) => other !== page)
        .map((other) => ({ href: `/${other}`, text: pageTitles.legal[other] })),
      data: [],
    }),
  }
}
