/** What a post may say of its medium: everything but times, names and where an image is from is the server's own finding. */
import type { DataSource } from 'typeorm'
import { cut, limits, messages, sourceAddress, tidy, type CallOutput, type Media, type Stream } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { currentImage, refusals, uploadAt, versionIn, type Images, type StoredImage } from '../images/service.ts'
import type { MediaService } from '../media/service.ts'

export type MediaInput = NonNullable<CallOutput<'POST /api/v0/posts/:id'>['body']['media']>

export interface Found {
  media: Media
  mediaKey: string
  /** Path of a picture that was kept for it: whoever gives up the post drops it. */
  kept: string | null
}

const refused = (field: string, message: string): StrandError => new StrandError('invalid', message, { [`media.${field}`]: message })

/** Times a person gave must make sense; those that an address brought along are dropped where they do not. */
function timesOf(detected: Media, given: MediaInput): Pick<Media, 'startTime' | 'endTime'> {
  const { duration } = detected
  const startTime = given.startTime ?? detected.startTime ?? 0
  const endTime = given.endTime === null ? undefined : (given.endTime ?? detected.endTime)
  const asked = (field: 'startTime' | 'endTime') => given[field] !== undefined
  const times: Pick<Media, 'startTime' | 'endTime'> = {}

  const startsBeyond = duration !== undefined && startTime >= duration
  if (startsBeyond && asked('startTime')) throw refused('startTime', messages.timeBeyondEnd)
  if (startTime > 0 && !startsBeyond) times.startTime = startTime

  if (endTime === undefined) return times
  const endsBeyond = duration !== undefined && endTime >= duration
  const endsTooSoon = endTime <= (times.startTime ?? 0)
  if (endsBeyond && asked('endTime')) throw refused('endTime', messages.timeBeyondEnd)
  if (endsTooSoon && (asked('endTime') || asked('startTime'))) throw refused('endTime', messages.timeOrder)
  if (!endsBeyond && !endsTooSoon) times.endTime = endTime
  return times
}

/** What its poster says of who made what. */
function namesOf({ what: givenWhat, who: givenWho, title: givenTitle }: MediaInput): Partial<Media> {
  const what = tidy(givenWhat ?? '')
  const who = [...new Set((givenWho ?? []).map(tidy).filter(Boolean))]
  const title = cut(tidy(givenTitle ?? '') || what, limits.postTitle.max)
  return {
    ...(title === '' ? {} : { title }),
    ...(what === '' ? {} : { what }),
    ...(who.length === 0 ? {} : { who, artist: cut(who.slice(0, limits.artists).join(', '), 300) }),
  }
}

/** What a poster said before stays until they say otherwise; in the place of what they take back is what the server found. */
function withTold(media: Media, before: Media, input: MediaInput, found: Media): Media {
  const { replaced, what, who, artist } = before
  const told: Media = { ...media, ...(replaced && { replaced }) }
  if (what !== undefined) {
    if (input.what === '') delete told.what
    else told.what = what
    if (input.what === '') told.title = found.title
  }
  if (who !== undefined) {
    delete told.who
    delete told.artist
    const [names, name] = input.who?.length === 0 ? [undefined, found.artist] : [who, artist]
    if (names !== undefined) told.who = names
    if (name !== undefined) told.artist = name
  }
  return told
}

/** Where a picture comes from. Throws `invalid`. */
function attributionOf(text: string, publicUrl: string): string {
  const address = sourceAddress(text, new URL(publicUrl).host)
  if (address === null) throw refused('attribution', messages.attributionUrl)
  return address
}

/** What its poster says of a medium, as the post has it. Throws `invalid`. */
export function givenFields(known: Media, input: MediaInput, publicUrl: string): Partial<Media> {
  const where = input.attribution
    ? attributionOf(input.attribution, publicUrl)
    : (known.attribution ?? (known.href.startsWith('/') ? publicUrl : known.href))
  return { ...namesOf(input), ...(known.type === 'image' ? { attribution: where } : {}), ...timesOf(known, input) }
}

const nothing = (error: unknown): { media: Pick<Media, 'media' | 'title' | 'duration' | 'href'>; byUri: boolean } => {
  if (error instanceof StrandError && error.code === 'invalid') return { media: { media: [], title: '', href: '' }, byUri: true }
  throw error
}

const sameStream = (one: Stream, other: Stream): boolean => one.type === other.type && one.uri === other.uri

/** Found at its own address, or as the stream that another address leads to. */
const isAmong =
  ({ href, media }: Pick<Media, 'href' | 'media'>) =>
  (one: Stream): boolean =>
    one.href === href || media.some((stream) => sameStream(stream, one))

/** A part that was picked out of one recording is the same part of another that lasts as long. */
const sameLength = (one: Pick<Media, 'duration'>, other: Pick<Media, 'duration'>): boolean =>
  one.duration !== undefined && other.duration !== undefined && Math.abs(one.duration - other.duration) <= 2

/** The streams of a post, each with what the first one leaves to the post to say. */
const streamsWithin = ({ media, title, duration, image }: Media): Stream[] =>
  media.map((stream, place) =>
    place > 0 ? stream : { title, ...(duration !== undefined && { duration }), ...(image !== undefined && { image }), ...stream },
  )

/** One of the copies that `before` has takes the lead (BZ1): the post keeps what it knows of it, and what was said of them all. */
function leading(copy: Stream, before: Media, found: Media, byUri: boolean): Media {
  const { title = found.title, image, duration } = copy
  const known: Media = !byUri
    ? found
    : {
        ...found,
        title,
        ...(image !== undefined && { image }),
        ...(duration !== undefined && { duration }),
        ...(found.media.length === 0 && { type: before.type, media: [copy] }),
      }
  const { startTime, endTime } = before
  return {
    ...known,
    ...(sameLength(before, known) && { ...(startTime !== undefined && { startTime }), ...(endTime !== undefined && { endTime }) }),
    ...(known.image === undefined && before.image !== undefined && { image: before.image }),
  }
}

export interface MediumDeps {
  db: DataSource
  detector: MediaService
  images: Images
  publicUrl: string
}

export interface MediumFinder {
  /**
   * @param before what the post holds: where nothing answers for the same address, it knows more than the address does.
   * Throws `invalid`, `too_large`, `unsupported_type`. May keep a picture (`kept`).
   */
  find(postId: string, input: MediaInput, before: Media | null): Promise<Found>
  /** What lies there in the place of `before`, of which stays what is a person's word. Throws as `find`. */
  findInstead(postId: string, href: string, before: Media): Promise<Found>
}

export function createMediumFinder({ db, detector, images, publicUrl }: MediumDeps): MediumFinder {
  /** What the post plays at an address it keeps: found once, and not lost because nothing answers there just now. Otherwise it is asked. */
  async function copyAt(href: string, known: readonly Stream[]): Promise<Stream | null> {
    const kept = known.find((stream) => stream.href === href)
    if (kept) return kept
    const { media, byUri } = await detector.detect(href).catch(nothing)
    // The file belongs to another post and is deleted with it.
    if (uploadAt(media.href) !== null) return null
    const [stream] = media.media
    const before = known.find(isAmong(media))
    if (before !== undefined && (byUri || stream === undefined)) return before
    // What the server cannot make sure of is not taken on a client's word.
    return stream === undefined
      ? null
      : { ...stream, title: stream.title ?? media.title, ...(media.duration === undefined ? {} : { duration: media.duration }) }
  }

  /** The first stream, then the others in their order, each found by the server from its address; where none are told, those that `stay`. */
  async function streamsOf(first: readonly Stream[], input: MediaInput, before: Media | null, stay: readonly Stream[]): Promise<Stream[]> {
    const streams = [...first]
    const add = (stream: Stream): void => {
      if (streams.length < limits.streams && !streams.some((there) => sameStream(there, stream))) streams.push(stream)
    }
    if (input.media === undefined) {
      stay.forEach(add)
      return streams
    }
    const known = before === null ? [] : streamsWithin(before)
    const copies = await Promise.all(input.media.map(({ href }) => copyAt(href, known)))
    for (const copy of copies) if (copy) add(copy)
    return streams
  }

  const uploaded = (postId: string, input: MediaInput): Promise<Found> =>
    ownPicture(input, () => images.savePost(postId, { image: input.imageBase64 }))

  /**
   * A picture that was uploaded for something else gets a file of this post's own, because the other one is deleted with
   * what it belongs to. Null for static pictures, which stay. Throws `invalid` where it is gone, or in a draft and named without its version.
   */
  async function copiedUpload(
    postId: string,
    input: MediaInput,
    { media, mediaKey }: { media: Media; mediaKey: string },
  ): Promise<Found | null> {
    const upload = uploadAt(media.href)
    if (upload === null) return null
    const path = versionIn(upload.path) === null ? await currentImage(db, upload.kind, upload.id) : upload.path
    if (path !== null && versionIn(path) === null) return null
    const picture = await ownPicture(input, async () => {
      const copy = path === null ? null : await images.copyToPost(postId, path)
      if (copy === null) throw refusals.gone()
      return copy
    })
    return { ...picture, mediaKey }
  }

  /** Saves last: what is refused leaves no file behind. */
  async function ownPicture(input: MediaInput, save: () => Promise<StoredImage>): Promise<Found> {
    const attribution = input.attribution ? attributionOf(input.attribution, publicUrl) : publicUrl
    const names = namesOf(input)
    const { path, width, height } = await save()
    const stream: Stream = { type: 'image', uri: path, href: path, format: 'image/jpeg', width, height }
    const media: Media = {
      type: 'image',
      href: path,
      source: 'Strand',
      image: path,
      title: names.title ?? '',
      ...names,
      attribution,
      media: [stream],
    }
    return { media, mediaKey: `own:${path.replace(/\?.*/, '')}`, kept: path }
  }

  /** An image of others must be there and large enough (B5); a copy of it stands in where it is shown small. */
  async function checkedImage(postId: string, { href, media: [stream] }: Media): Promise<StoredImage | null> {
    const format = stream?.format ?? ''
    if (href.startsWith('/')) return null
    if (['image/gif', 'image/webp', 'image/avif'].includes(format)) {
      await images.checkPost(href)
      return null
    }
    return ['image/jpeg', 'image/png'].includes(format) ? images.savePost(postId, { imageSrc: href }) : null
  }

  return {
    async findInstead(postId, href, before) {
      const { what, who } = before
      const found = await this.find(postId, { href, ...(what !== undefined && { what }), ...(who !== undefined && { who }) }, null)
      const { startTime: _start, endTime: _end, ...media } = found.media
      const { startTime, endTime } = sameLength(before, media) ? before : found.media
      return {
        ...found,
        media: {
          ...media,
          ...(startTime !== undefined && { startTime }),
          ...(endTime !== undefined && { endTime }),
          // The picture that was there stays where the new one has none.
          ...(media.image === undefined && before.image !== undefined && { image: before.image }),
          replaced: true,
        },
      }
    },

    async find(postId, input, before) {
      if (input.imageBase64 !== undefined) return uploaded(postId, input)
      const kept = before !== null && input.href === before.href && before.source === 'Strand' && before.type === 'image'
      const detection = await detector.detect(input.href!)
      const { mediaKey, byUri } = detection
      const same = before !== null && (kept || before.href === detection.media.href)
      const copied = same ? null : await copiedUpload(postId, input, detection)
      if (copied) return copied
      const copy = same ? undefined : before?.media.find(isAmong(detection.media))
      const { startTime, endTime } = detection.media
      const known: Media = kept
        ? before
        : byUri && same
          ? { ...before, startTime, endTime }
          : copy !== undefined
            ? leading(copy, before!, detection.media, byUri)
            : detection.media
      const { startTime: _start, endTime: _end, ...media }: Media = known
      const image = media.type === 'image' && !same ? await checkedImage(postId, media) : null
      try {
        const said = givenFields(known, input, publicUrl)
        // Of a set in another order each copy is one that the post has had.
        const stay =
          same || copy !== undefined
            ? streamsWithin(before!).filter((_stream, place) => (same ? place > 0 : before!.media[place] !== copy))
            : []
        const streams = await streamsOf(media.media.slice(0, 1), input, before, stay)
        const told = same || copy !== undefined ? withTold(media, before!, input, detection.media) : media
        // A picture of ours is of what lies there still; and what has none keeps the one that it was given.
        const ours = same && before.image !== undefined && (versionIn(before.image) !== null || media.image === undefined)
        const found: Media = {
          ...told,
          ...said,
          media: streams,
          ...(image !== null ? { image: image.path } : ours ? { image: before.image! } : {}),
        }
        return { media: found, mediaKey, kept: image?.path ?? null }
      } catch (error) {
        await images.drop(image?.path)
        throw error
      }
    },
  }
}
