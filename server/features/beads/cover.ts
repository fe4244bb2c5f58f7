/** A playlist's picture: who may choose it how, and whose it is (B5, decisions 17 and 18). */
import type { Viewer } from '../../access/viewer.ts'
import { messages, type CallOutput } from '../../contract/index.ts'
import { StrandError } from '../../http/errors.ts'
import type { Images, StoredImage } from '../images/service.ts'
import { mayDraft } from './access.ts'
import { attributionOf } from './attribution.ts'
import type { BeadRow } from './entities.ts'

export type CoverInput = Pick<CallOutput<'POST /api/v0/beads/:id'>['body'], 'image' | 'imageSrc' | 'crop' | 'resize' | 'skippedImage' | 'attribution'>

/** Where many of the image searches' pictures lie: their addresses are found, not pasted, whenever it was. */
const searched = ['staticflickr.com', '500px.org', '500px.com', 'behance.net', 'wikimedia.org', 'openverse.org']

const isSearched = (address: string): boolean => {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return searched.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

const refuse = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

const wantsPicture = ({ image, imageSrc }: CoverInput): boolean => Boolean(image) || Boolean(imageSrc)

export interface CoverRules {
  isOpen: boolean
  /** A draft that is made now: without a picture it is one that skipped it. */
  isNewDraft?: boolean
  viewer: Viewer
  /** The product's own. */
  host: string
  /** Whether an image search answered this address: the services' pictures lie on many hosts. */
  isFound: (address: string) => boolean
}

/** Throws `forbidden`, or `invalid` for a picture of which nobody says whose it is. */
export function demandCover(input: CoverInput, { isOpen, isNewDraft = false, viewer, host, isFound }: CoverRules): void {
  const free = isOpen || mayDraft(viewer)
  if (!wantsPicture(input)) {
    if ((input.skippedImage === true || isNewDraft) && !free) throw new StrandError('forbidden', messages.cannotSkipImage)
    return
  }
  if (!input.image && !free && !isSearched(input.imageSrc!) && !isFound(input.imageSrc!)) throw new StrandError('forbidden', messages.cannotPasteImage)
  // The basic creator (B7) sends an address and where it comes from; a name and a crop come from the dialog.
  const byHand = Boolean(input.image) || input.crop !== undefined
  const { name = '', url = '' } = attributionOf(input.attribution, host) ?? {}
  if (byHand && name === '') throw refuse('attribution.name', messages.attributionName)
  if (byHand && url === '') throw refuse('attribution.url', messages.attributionUrl)
}

type CoverColumns = Pick<BeadRow, 'image' | 'imageSrc' | 'crop'>

/**
 * Keeps the picture that is asked for, and answers what the row is to say of it; null where it stays
 * as it is. Throws the refusals of pictures.
 *
 * @param before the path that the playlist has.
 */
export async function saveCover(images: Images, id: string, input: CoverInput, before: string | null): Promise<CoverColumns | null> {
  const columns = ({ path, crop }: StoredImage, imageSrc?: string | null): CoverColumns => ({ image: path, crop, ...(imageSrc === undefined ? {} : { imageSrc }) })
  if (wantsPicture(input)) return columns(await images.saveBead(id, input), input.image ? null : input.imageSrc!)
  if (input.skippedImage === true) return before === null ? null : { image: null, imageSrc: null, crop: null }
  if (input.crop === undefined || before === null) return null
  const cut = await images.cropBead(id, before, input.crop, input.resize)
  if (cut === null) throw refuse('crop', messages.cropInvalid)
  return columns(cut)
}
