/** Settings of the site for the renderer, sent with each document. */
import type { DataSource } from 'typeorm'
import type { Site, Skin } from '#contract/endpoints/site.ts'
import type { Config } from '../../config.ts'
import { sql } from '#db/sql.ts'
import { createMemo } from '#http/memo.ts'
import type { Networks } from '../oauth/service.ts'
import type { SiteState, SiteStates } from '../notices/service.ts'
import type { Skins } from '../partner/service.ts'

export interface SiteFacts {
  /** @param skin of the requested page. */
  facts(skin: Skin | null): Promise<Site>
  /** Ids of the playlists on the about page. */
  featured(): Promise<Featured>
  skins: Skins
}

type Featured = Site['featured']
const slots = ['blog', 'team', 'feedback'] as const

const factsOf = ({ version, readOnly, exemptsAdmins, notices }: SiteState) => ({ version, readOnly, exemptsAdmins, notices })

export interface SiteDeps {
  db: DataSource
  config: Pick<Config, 'minPassword' | 'staff' | 'copyrightYear' | 'apps' | 'contacts' | 'featured'>
  networks: Pick<Networks, 'available'>
  skins: Skins
  states: SiteStates
  /** Creator and titles of the demo data's playlists, shown if none are configured. Null without demo data. */
  house: { uid: string; titles: Readonly<Record<keyof Featured, string>> } | null
}

/** Lifetime (ms) of the cached ids of demo playlists, which differ by installation. */
const ttlMs = 60_000

export function createSite({ db, config, networks, skins, states, house }: SiteDeps): SiteFacts {
  const { minPassword, staff, copyrightYear, apps, contacts } = config
  const cache = createMemo<Featured>({ size: 1, ttlMs: () => ttlMs })

  async function readHouse(): Promise<Featured> {
    const titles = house === null ? [] : slots.map((slot) => house.titles[slot])
    const rows =
      titles.length === 0
        ? []
        : await sql<{ id: string; title: string }>(
            db,
            'SELECT "id", "title" FROM "bead" WHERE "creatorUid" = :uid AND "title" IN (:...titles)',
            { uid: house!.uid, titles },
          )
    const idOf = (slot: keyof Featured): string | null => rows.find(({ title }) => title === house!.titles[slot])?.id ?? null
    return { blog: idOf('blog'), team: idOf('team'), feedback: idOf('feedback') }
  }

  const featured = async (): Promise<Featured> =>
    config.featured === null ? cache.get('house', readHouse) : { blog: null, team: null, feedback: null, ...config.featured }

  return {
    skins,
    featured,
    facts: async (skin) => ({
      ...factsOf(await states.current()),
      networks: [...networks.available],
      minPassword,
      staff: [...staff],
      copyrightYear,
      apps,
      contacts,
      featured: await featured(),
      skin,
      skins: [...skins.all],
    }),
  }
}

export { partnerOf, setPartnerCookie } from './partner.ts'
