/** Picture of a playlist: permissions, attribution and storage (B5, decisions 17 and 18). */
import type { Viewer } from '#access/viewer.ts'
import { messages, type CallOutput } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { Images, StoredImage } from '../images/service.ts'
import { mayDraft } from './access.ts'
import { attributionOf } from './attribution.ts'
import type { BeadRow } from './entities.ts'

export type CoverInput = Pick<
  CallOutput<'POST /api/v0/beads/:id'>['body'],
  'image' | 'imageSrc' | 'crop' | 'resize' | 'skippedImage' | 'attribution'
>

/** Hosts of the image searches' pictures: addresses on them always count as search results, not as pasted. */
const searchHosts = ['staticflickr.com', '500px.org', '500px.com', 'behance.net', 'wikimedia.org', 'openverse.org']

const isSearched = (address: string): boolean => {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return searchHosts.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

const refuse = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

const hasPicture = ({ image, imageSrc }: CoverInput): boolean => Boolean(image) || Boolean(imageSrc)

export interface CoverRules {
  isOpen: boolean
  /** A new draft without a picture counts as `skippedImage`. */
  isNewDraft?: boolean
  viewer: Viewer
  /** Host of this site. */
  host: string
  /** Whether an image search returned this address: the services use many hosts. */
  isFound: (address: string) => boolean
}

/** Throws `forbidden`, and `invalid` for a picture without attribution. */
export function demandCover(input: CoverInput, { isOpen, isNewDraft = false, viewer, host, isFound }: CoverRules): void {
  const free = isOpen || mayDraft(viewer)
  if (!hasPicture(input)) {
    if ((input.skippedImage === true || isNewDraft) && !free) throw new StrandError('forbidden', messages.cannotSkipImage)
    return
  }
  if (!input.image && !free && !isSearched(input.imageSrc!) && !isFound(input.imageSrc!))
    throw new StrandError('forbidden', messages.cannotPasteImage)
  // The basic creator (B7) sends an address and its source; the dialog sends a name and a crop too.
  const byHand = Boolean(input.image) || input.crop !== undefined
  const { name = '', url = '' } = attributionOf(input.attribution, host) ?? {}
  if (byHand && name === '') throw refuse('attribution.name', messages.attributionName)
  if (byHand && url === '') throw refuse('attribution.url', messages.attributionUrl)
}

type CoverColumns = Pick<BeadRow, 'image' | 'imageSrc' | 'crop'>

/**
 * Stores the requested picture and returns the columns to update; null if nothing changes. Throws the errors of `Images`.
 *
 * @param before the playlist's current path.
 */
export async function saveCover(images: Images, id: string, input: CoverInput, before: string | null): Promise<CoverColumns | null> {
  const columns = ({ path, crop }: StoredImage, imageSrc?: string | null): CoverColumns => ({
    image: path,
    crop,
    ...(imageSrc === undefined ? {} : { imageSrc }),
  })
  if (hasPicture(input)) return columns(await images.saveBead(id, input), input.image ? null : input.imageSrc!)
  if (input.skippedImage === true) return before === null ? null : { image: null, imageSrc: null, crop: null }
  if (input.crop === undefined || before === null) return null
  const cut = await images.cropBead(id, before, input.crop, input.resize)
  if (cut === null) throw refuse('crop', messages.cropInvalid)
  return columns(cut)
}
