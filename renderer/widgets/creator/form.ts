/** Form model of the playlist dialog (C1, C2): validation, draft format and request bodies. Pure. */
import { messages } from '#contract/messages.ts'
import { beadDescriptionProblem, beadTitle, beadTitleProblem, isCategory, sourceAddress, tidy, type Category } from '#contract/rules.ts'
import type { Bead, Me } from '#contract/schemas.ts'
import type { CropArea, Size } from '#ui/crop.ts'
import { wholePixels } from '#ui/crop.ts'
import { squareOf, type Cut } from '../pictures/index.ts'

export interface BeadForm {
  /** Open community. Otherwise a personal playlist: only invited members can post. */
  open: boolean
  title: string
  description: string
  category: Category | ''
  tags: readonly string[]
  /** `own`: a new crop of the playlist's current picture. */
  picture: (Cut & { own: boolean }) | null
  /** Saving removes the playlist's current picture. */
  removed: boolean
}

/** Fields of the first step. */
export const detailFields = ['title', 'description', 'category', 'tags'] as const

/** Error messages by field; `name`, `url` and `crop` belong to the picture, `form` to no field. */
export type BeadErrors = Partial<Record<(typeof detailFields)[number] | 'name' | 'url' | 'crop' | 'form', string>>

export const emptyForm: BeadForm = { open: false, title: '', description: '', category: '', tags: [], picture: null, removed: false }

/** The form values of a playlist to edit. Only personal playlists have `invitees`. */
export const formOf = ({ invitees, title, description, category, tags }: Bead): BeadForm => ({
  open: invitees === undefined,
  title,
  description,
  category,
  tags,
  picture: null,
  removed: false,
})

export const isSame = (a: BeadForm, b: BeadForm): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Validation of the first step (B5). */
export function detailProblems({ open, title, description, category }: BeadForm): BeadErrors {
  const found: Record<string, string | null> = {
    title: beadTitleProblem(title, open),
    description: beadDescriptionProblem(description, open),
    category: category === '' ? messages.categoryRequired : null,
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

/** Validation of the picture's attribution: owner's name and source address. */
export function pictureProblems({ picture }: BeadForm, host: string): BeadErrors {
  if (picture === null) return {}
  return {
    ...(tidy(picture.name) === '' && { name: messages.attributionName }),
    ...(picture.url.trim() === ''
      ? { url: messages.attributionUrl }
      : sourceAddress(picture.url, host) === null && { url: messages.linkInvalid }),
  }
}

/** Whether the member may create the playlist without a picture, and may paste the address of one (decision 17). */
export const canSkipPicture = (open: boolean, me: Pick<Me, 'isAdmin' | 'verified' | 'privileges'> | null): boolean =>
  open || (me !== null && (me.isAdmin === true || me.verified || me.privileges.canCreateDraftBead !== false))

/** The server has no originals for pictures of playlists created before this date (B2). */
const originalsSince = '2014-03-05'

/**
 * Address of the uncropped original of a playlist's picture. Null if the picture cannot be cropped again: it is not in
 * the server's own storage (`/beads/`), or the server has no original of it.
 */
export function originalOf({ image, creationDate }: Pick<Bead, 'image' | 'creationDate'>): string | null {
  if (image === null || !/^\/beads\/\w+\.jpg\?v=/.test(image) || creationDate < originalsSince) return null
  return image.replace('/beads/', '/beads/original/')
}

/** Size in pixels and format that the server stores. */
const resize = { xDimen: 800, yDimen: 800, format: 'jpg' }

/** Request body shared by create and edit. */
export function bodyOf({ open, title, description, category, tags, picture, removed }: BeadForm) {
  const area = picture && wholePixels(picture.crop, squareOf(picture.size))
  return {
    title: beadTitle(title, open),
    description: description.trim(),
    category: category as Category,
    tags: [...tags],
    ...(removed && !picture && { skippedImage: true }),
    ...(picture &&
      area && {
        ...(!picture.own && { imageSrc: picture.src, resize }),
        crop: { xCoord: area.x, yCoord: area.y, xDimen: area.width, yDimen: area.height },
        attribution: { name: tidy(picture.name), url: picture.url.trim() },
      }),
  }
}

/** Body of an edit: unchanged fields are left out, so concurrent edits by others are not overwritten. */
export function changesOf(form: BeadForm, initial: BeadForm): Partial<ReturnType<typeof bodyOf>> {
  const [next, previous] = [bodyOf(form), bodyOf(initial)]
  const same = detailFields.filter((field) => JSON.stringify(next[field]) === JSON.stringify(previous[field]))
  return Object.fromEntries(Object.entries(next).filter(([name]) => !(same as string[]).includes(name)))
}

/** Maps a field in the server's error to the form field that shows it. */
const formFields: Readonly<Record<string, keyof BeadErrors>> = {
  title: 'title',
  description: 'description',
  category: 'category',
  tags: 'tags',
  'attribution.name': 'name',
  'attribution.url': 'url',
  image: 'crop',
  imageSrc: 'crop',
  crop: 'crop',
}

/** The server's field errors by form field; errors of unknown fields are dropped. */
export const formErrors = (fields: Readonly<Record<string, string>>): BeadErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, text]) => {
      const formField = formFields[field] ?? formFields[field.split('.')[0]!]
      return formField === undefined ? [] : [[formField, text]]
    }),
  )

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const areNumbers = (value: unknown, names: readonly string[]): boolean =>
  isRecord(value) && names.every((name) => Number.isFinite(value[name]))

/** Stored draft of the form. `of`: the values before editing; absent for a new playlist. */
export interface StoredForm extends BeadForm {
  of?: BeadForm
}

/**
 * Restores a draft. For an edited playlist (`initial`: its current values; `original`: the address of its uncropped picture) only fields
 * that the draft changed are restored, so later changes by others remain. The type (open or personal) can only be set at creation.
 */
export function restoreForm({ of, ...found }: StoredForm, initial: BeadForm, original: string | null): BeadForm {
  const isChanged = (field: (typeof detailFields)[number]) => of === undefined || JSON.stringify(found[field]) !== JSON.stringify(of[field])
  return {
    ...found,
    open: initial.open,
    ...Object.fromEntries(detailFields.filter((field) => !isChanged(field)).map((field) => [field, initial[field]])),
    // A crop of the current picture is void if that picture has been replaced.
    picture: found.picture?.own === true && found.picture.src !== original ? null : found.picture,
  }
}

/** Parses a stored draft; null where the format differs (written by another version). */
export function parseForm(value: unknown): StoredForm | null {
  if (!isRecord(value)) return null
  const { open, title, description, category, tags, picture, removed } = value
  if (typeof open !== 'boolean' || typeof title !== 'string' || typeof description !== 'string' || typeof category !== 'string') return null
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) return null
  const of = parseForm(value.of)
  return {
    open,
    title,
    description,
    category: isCategory(category) ? category : '',
    tags,
    picture: parsePicture(picture),
    removed: removed === true,
    ...(of && { of }),
  }
}

function parsePicture(value: unknown): BeadForm['picture'] {
  if (!isRecord(value)) return null
  const { src, size, crop, name, url, own } = value
  if (typeof src !== 'string' || typeof name !== 'string' || typeof url !== 'string' || typeof own !== 'boolean') return null
  if (!areNumbers(size, ['width', 'height']) || !areNumbers(crop, ['x', 'y', 'width', 'height'])) return null
  return { src, size: size as Size, crop: crop as CropArea, name, url, own }
}
