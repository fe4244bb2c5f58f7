import type { Site } from '#contract/endpoints/site.ts'
import { useSelector } from 'react-redux'
import { meIn, siteIn } from './api.ts'
import type { ApiState } from './cachePatches.ts'

/** Settings until the site's own are loaded, or if they fail to load. */
export const defaultSite: Site = {
  version: '',
  readOnly: false,
  exemptsAdmins: false,
  notices: [],
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

/** The site's settings, inlined in the document; `app/watchSite.ts` updates them. Read-only mode can exempt admins. */
export function useSite(): Site {
  const site = useSelector(siteIn) ?? defaultSite
  const isExempt = useSelector((state: ApiState) => site.exemptsAdmins && meIn(state)?.isAdmin === true)
  return isExempt ? { ...site, readOnly: false } : site
}
