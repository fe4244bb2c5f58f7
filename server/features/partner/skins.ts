/** Skins of partners (PS1). */
import { tagKey } from '#contract/index.ts'
import type { Skin } from '#contract/endpoints/site.ts'
import type { Partner } from './partners.ts'

/** A skin from the configuration. */
export interface SkinSetting {
  key: string
  name: string
  intro?: string | undefined
  /** Web page with the rules of the challenge. */
  rules?: string | undefined
  theme?: 'white' | undefined
  followBead?: string | undefined
  followUid?: string | undefined
}

export interface Skins {
  /** The skin of the partner with one of these tags. */
  of(tags: readonly string[]): Skin | null
  byKey(key: string | undefined): Skin | null
  all: readonly Skin[]
}

export function createSkins(settings: readonly SkinSetting[], partners: readonly Partner[]): Skins {
  const all = partners.flatMap(({ key, tags }): Skin[] => {
    const setting = settings.find((candidate) => candidate.key === key)
    if (setting === undefined) return []
    const { name, intro = null, rules = null, theme, followBead = null, followUid = null } = setting
    return [{ key, name, tags: [...tags], intro, rules, white: theme === 'white', followBead, followUid }]
  })
  return {
    all,
    byKey: (key) => all.find((skin) => skin.key === key) ?? null,
    of(tags) {
      const keys = new Set(tags.map(tagKey))
      return all.find((skin) => skin.tags.some((tag) => keys.has(tagKey(tag)))) ?? null
    },
  }
}
