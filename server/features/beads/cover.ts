/** The cover (picture) of a playlist: permissions, attribution and storage (B5, decisions 17 and 18). */
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

/** Hosts of the services of the image search. A picture URL on them counts as a search result, not as a pasted URL. */
const searchHosts = ['staticflickr.com', '500px.org', '500px.com', 'behance.net', 'wikimedia.org', 'openverse.org']

const isSearched = (address: string): boolean => {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return searchHosts.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

const refuse = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

const hasPicture = ({ image, imageSrc }: CoverInput): boolean => Boolean(image) || Boolean(imageSrc)

export interface CoverRules {
  isOpen: boolean
  /** For a new draft, no picture means the same as `skippedImage`. */
  isNewDraft?: boolean
  viewer: Viewer
  /** Host of this site. */
  host: string
  /** Whether an image search returned this URL recently. Openverse returns pictures on many hosts. */
  isFound: (address: string) => boolean
}

/**
 * Throws `forbidden` if the viewer may not omit the picture or may not use a pasted URL, and `invalid` for a picture
 * without attribution.
 */
export function demandCover(input: CoverInput, { isOpen, isNewDraft = false, viewer, host, isFound }: CoverRules): void {
  const free = isOpen || mayDraft(viewer)
  if (!hasPicture(input)) {
    if ((input.skippedImage === true || isNewDraft) && !free) throw new StrandError('forbidden', messages.cannotSkipImage)
    return
  }
  if (!input.image && !free && !isSearched(input.imageSrc!) && !isFound(input.imageSrc!))
    throw new StrandError('forbidden', messages.cannotPasteImage)
  // An upload or a crop comes from the dialog, which requires name and URL. The basic playlist creator (B7) sends only
  // the URL of a picture and its source.
  const byHand = Boolean(input.image) || input.crop !== undefined
  const { name = '', url = '' } = attributionOf(input.attribution, host) ?? {}
  if (byHand && name === '') throw refuse('attribution.name', messages.attributionName)
  if (byHand && url === '') throw refuse('attribution.url', messages.attributionUrl)
}

type CoverColumns = Pick<BeadRow, 'image' | 'imageSrc' | 'crop'>

/**
 * Stores the requested picture, or crops the current one again, and returns the columns to update; null if the picture
 * stays the same. Throws the errors of `Images`.
 *
 * @param before path of the playlist's current picture.
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
