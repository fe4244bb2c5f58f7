/** What every page has to know of the site, told once with its document. */
import type { DataSource } from 'typeorm'
import type { Site, Skin } from '#contract/endpoints/site.ts'
import type { Config } from '../../config.ts'
import { sql } from '#db/sql.ts'
import { createMemo } from '#http/memo.ts'
import type { Networks } from '../oauth/service.ts'
import type { Skins } from '../partner/service.ts'

export interface SiteFacts {
  /** @param skin of the page that is asked for. */
  facts(skin: Skin | null): Promise<Site>
  /** Ids of the playlists on the page about the site. */
  featured(): Promise<Featured>
  skins: Skins
}

type Featured = Site['featured']
const places = ['blog', 'team', 'feedback'] as const

export interface SiteDeps {
  db: DataSource
  config: Pick<Config, 'readOnly' | 'minPassword' | 'staff' | 'copyrightYear' | 'apps' | 'contacts' | 'featured'>
  networks: Pick<Networks, 'available'>
  skins: Skins
  /** Titles of the playlists that are shown where the operator names none, and whose they are: the demo world's. Null where there is none. */
  house: { uid: string; titles: Readonly<Record<keyof Featured, string>> } | null
}

/** Ids of the demo world differ by when it was seeded, so that they are looked for; how long (ms) what is found is believed. */
const keepMs = 60_000

export function createSite({ db, config, networks, skins, house }: SiteDeps): SiteFacts {
  const { readOnly, minPassword, staff, copyrightYear, apps, contacts } = config
  const known = createMemo<Featured>({ size: 1, ttlMs: () => keepMs })

  async function ofHouse(): Promise<Featured> {
    const titles = house === null ? [] : places.map((place) => house.titles[place])
    const rows =
      titles.length === 0
        ? []
        : await sql<{ id: string; title: string }>(
            db,
            'SELECT "id", "title" FROM "bead" WHERE "creatorUid" = :uid AND "title" IN (:...titles)',
            { uid: house!.uid, titles },
          )
    const idOf = (place: keyof Featured): string | null => rows.find(({ title }) => title === house!.titles[place])?.id ?? null
    return { blog: idOf('blog'), team: idOf('team'), feedback: idOf('feedback') }
  }

  const featured = async (): Promise<Featured> =>
    config.featured === null ? known.get('house', ofHouse) : { blog: null, team: null, feedback: null, ...config.featured }

  return {
    skins,
    featured,
    facts: async (skin) => ({
      readOnly,
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

export { keepPartner, partnerOf } from './partner.ts'
