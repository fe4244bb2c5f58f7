import type { Category } from '../../contract/index.ts'
import type { DemoPlaylist } from '../tables.ts'
import { showcase } from './showcase.ts'

const of = (category: Category, playlists: readonly DemoPlaylist[]) => playlists.map((playlist) => ({ ...playlist, category }))

export const playlists: readonly (DemoPlaylist & { category: Category })[] = [
  ...of('art', [showcase]),
]
