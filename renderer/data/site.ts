import type { Site } from '#contract/endpoints/site.ts'
import { useSiteQuery } from './api.ts'

/** Settings until the site's own are loaded, or if they fail to load. */
export const defaultSite: Site = {
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

/** The site's settings, inlined in the document and never refetched. */
export function useSite(): Site {
  return useSiteQuery().data ?? defaultSite
}
