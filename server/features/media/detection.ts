import type { Media } from '../../contract/index.ts'
import type { About } from './entities.ts'

export interface Detection {
  mediaKey: string
  media: Media
  about: About | null
  /** True if the look-up failed and everything was derived from the address. */
  byUri: boolean
}
