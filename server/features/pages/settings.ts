/** What pages read of the configuration, as meta elements. */
import type { Config } from '../../config.ts'
import { tag } from './html.ts'

/** By the names of the elements; null: absent. */
export type PageSettings = Record<string, string | null>

/** The settings of the configuration that a page needs. */
export type PageConfig = Pick<Config, 'dailymotionPlayerId' | 'castAppId' | 'castFrames'>

export const pageSettings = ({ dailymotionPlayerId, castAppId, castFrames }: PageConfig): PageSettings => ({
  'dailymotion-player-id': dailymotionPlayerId,
  'cast-app-id': castAppId,
  'cast-frames': castAppId !== null && castFrames ? 'true' : null,
})

export const settingTags = (settings: PageSettings): string[] =>
  Object.entries(settings).flatMap(([name, content]) => (content === null ? [] : [tag('meta', { name, content })]))
