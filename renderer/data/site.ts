import type { Site } from '#contract/endpoints/site.ts'
import { useSiteQuery } from './api.ts'

/** Until the site has said what it is, and where it does not: nothing special. */
const plain: Site = {
  readOnly: false,
  networks: [],
  minPassword: 4,
  staff: [],
  copyrightYear: 2017,
  apps: { ios: null, android: null },
  contacts: { general: null, media: null },
  featured: { blog: null, team: null, feedback: null },
  skin: null,
  skins: [],
}

/** What every page has to know of its site. It comes with the document and is not asked for again. */
export function useSite(): Site {
  return useSiteQuery().data ?? plain
}
