/** The medium of a post. Clients may set only times, names and the source of an image; the server detects everything else. */
import type { DataSource } from 'typeorm'
import { cut, limits, messages, sourceAddress, tidy, type CallOutput, type Media, type Stream } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import { currentImage, refusals, uploadAt, versionIn, type Images, type StoredImage } from '../images/service.ts'
import type { MediaService } from '../media/service.ts'

export type MediaInput = NonNullable<CallOutput<'POST /api/v0/posts/:id'>['body']['media']>

export interface ResolvedMedium {
  media: Media
  mediaKey: string
  /** Path of an image that was stored for the post. The caller deletes it if the post is not saved. */
  storedImage: string | null
}

const invalidField = (field: string, message: string): StrandError => new StrandError('invalid', message, { [`media.${field}`]: message })

/** Rejects invalid times of the client; drops invalid times from the URL. */
function timesOf(detected: Media, given: MediaInput): Pick<Media, 'startTime' | 'endTime'> {
  const { duration } = detected
  const startTime = given.startTime ?? detected.startTime ?? 0
  const endTime = given.endTime === null ? undefined : (given.endTime ?? detected.endTime)
  const isGiven = (field: 'startTime' | 'endTime') => given[field] !== undefined
  const times: Pick<Media, 'startTime' | 'endTime'> = {}

  const isStartBeyondEnd = duration !== undefined && startTime >= duration
  if (isStartBeyondEnd && isGiven('startTime')) throw invalidField('startTime', messages.timeBeyondEnd)
  if (startTime > 0 && !isStartBeyondEnd) times.startTime = startTime

  if (endTime === undefined) return times
  const isEndBeyondEnd = duration !== undefined && endTime >= duration
  const isEndBeforeStart = endTime <= (times.startTime ?? 0)
  if (isEndBeyondEnd && isGiven('endTime')) throw invalidField('endTime', messages.timeBeyondEnd)
  if (isEndBeforeStart && (isGiven('endTime') || isGiven('startTime'))) throw invalidField('endTime', messages.timeOrder)
  if (!isEndBeyondEnd && !isEndBeforeStart) times.endTime = endTime
  return times
}

/** Title, work and artists given by the poster. */
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

/** Preserves names given by the poster earlier. Names that the poster clears are replaced by the detected ones. */
function preserveGivenNames(media: Media, before: Media, input: MediaInput, found: Media): Media {
  const { replaced, what, who, artist } = before
  const named: Media = { ...media, ...(replaced && { replaced }) }
  if (what !== undefined) {
    if (input.what === '') delete named.what
    else named.what = what
    if (input.what === '') named.title = found.title
  }
  if (who !== undefined) {
    delete named.who
    delete named.artist
    const [names, name] = input.who?.length === 0 ? [undefined, found.artist] : [who, artist]
    if (names !== undefined) named.who = names
    if (name !== undefined) named.artist = name
  }
  return named
}

/** Source URL of an image. Throws `invalid`. */
function attributionOf(text: string, publicUrl: string): string {
  const address = sourceAddress(text, new URL(publicUrl).host)
  if (address === null) throw invalidField('attribution', messages.attributionUrl)
  return address
}

/** Fields of the medium that the poster sets. Throws `invalid`. */
export function givenFields(known: Media, input: MediaInput, publicUrl: string): Partial<Media> {
  const attribution = input.attribution
    ? attributionOf(input.attribution, publicUrl)
    : (known.attribution ?? (known.href.startsWith('/') ? publicUrl : known.href))
  return { ...namesOf(input), ...(known.type === 'image' ? { attribution } : {}), ...timesOf(known, input) }
}

const emptyIfInvalid = (error: unknown): { media: Pick<Media, 'media' | 'title' | 'duration' | 'href'>; byUri: boolean } => {
  if (error instanceof StrandError && error.code === 'invalid') return { media: { media: [], title: '', href: '' }, byUri: true }
  throw error
}

const isSameStream = (one: Stream, other: Stream): boolean => one.type === other.type && one.uri === other.uri

/** Matches the stream by its URL, or by the detected streams. */
const isCopyOf =
  ({ href, media }: Pick<Media, 'href' | 'media'>) =>
  (one: Stream): boolean =>
    one.href === href || media.some((stream) => isSameStream(stream, one))

/** Durations within two seconds: start and end times then apply to both recordings. */
const hasSameDuration = (one: Pick<Media, 'duration'>, other: Pick<Media, 'duration'>): boolean =>
  one.duration !== undefined && other.duration !== undefined && Math.abs(one.duration - other.duration) <= 2

/** Streams of a post. The first one inherits title, duration and image of the post. */
const streamsWithMetadata = ({ media, title, duration, image }: Media): Stream[] =>
  media.map((stream, index) =>
    index > 0 ? stream : { title, ...(duration !== undefined && { duration }), ...(image !== undefined && { image }), ...stream },
  )

/** Makes a copy of `before` the first stream (BZ1), and preserves the post's own data about it. */
function promoteCopy(copy: Stream, before: Media, found: Media, byUri: boolean): Media {
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
    ...(hasSameDuration(before, known) && { ...(startTime !== undefined && { startTime }), ...(endTime !== undefined && { endTime }) }),
    ...(known.image === undefined && before.image !== undefined && { image: before.image }),
  }
}

export interface MediumResolverDeps {
  db: DataSource
  detector: MediaService
  images: Images
  publicUrl: string
}

export interface MediumResolver {
  /**
   * @param before the current medium, which is kept if the URL is unchanged and the provider does not answer.
   * Throws `invalid`, `too_large`, `unsupported_type`. May store an image (`storedImage`).
   */
  resolve(postId: string, input: MediaInput, before: Media | null): Promise<ResolvedMedium>
  /** The medium at `href` as replacement of `before`, with the names that the poster gave. Throws as `resolve`. */
  resolveReplacement(postId: string, href: string, before: Media): Promise<ResolvedMedium>
}

/** Detects the streams of a post. */
function createStreamDetector(detector: MediaService) {
  /** The stream at a URL. A known one is reused, so that an outage of the provider does not remove it. */
  async function detectCopy(href: string, known: readonly Stream[]): Promise<Stream | null> {
    const existing = known.find((stream) => stream.href === href)
    if (existing) return existing
    const { media, byUri } = await detector.detect(href).catch(emptyIfInvalid)
    // The file belongs to another post and is deleted with it.
    if (uploadAt(media.href) !== null) return null
    const [stream] = media.media
    const before = known.find(isCopyOf(media))
    if (before !== undefined && (byUri || stream === undefined)) return before
    // Streams that the server cannot verify are dropped.
    return stream === undefined
      ? null
      : { ...stream, title: stream.title ?? media.title, ...(media.duration === undefined ? {} : { duration: media.duration }) }
  }

  /** The first stream, then the given ones in order, each detected by the server. Without given ones, the `retained` ones. */
  async function detectStreams(
    first: readonly Stream[],
    input: MediaInput,
    before: Media | null,
    retained: readonly Stream[],
  ): Promise<Stream[]> {
    const streams = [...first]
    const add = (stream: Stream): void => {
      if (streams.length < limits.streams && !streams.some((other) => isSameStream(other, stream))) streams.push(stream)
    }
    if (input.media === undefined) {
      retained.forEach(add)
      return streams
    }
    const known = before === null ? [] : streamsWithMetadata(before)
    const copies = await Promise.all(input.media.map(({ href }) => detectCopy(href, known)))
    for (const copy of copies) if (copy) add(copy)
    return streams
  }

  return detectStreams
}

/** Stores the images of image posts. */
function createImageStore({ db, images, publicUrl }: Pick<MediumResolverDeps, 'db' | 'images' | 'publicUrl'>) {
  const saveUpload = (postId: string, input: MediaInput): Promise<ResolvedMedium> =>
    saveImage(input, () => images.savePost(postId, { image: input.imageBase64 }))

  /**
   * Copies an image that was uploaded for another entity, because it is deleted together with that entity. Null for static images.
   * Throws `invalid` if the image is gone, or belongs to a draft and the URL lacks its version.
   */
  async function copyUpload(
    postId: string,
    input: MediaInput,
    { media, mediaKey }: { media: Media; mediaKey: string },
  ): Promise<ResolvedMedium | null> {
    const upload = uploadAt(media.href)
    if (upload === null) return null
    const path = versionIn(upload.path) === null ? await currentImage(db, upload.kind, upload.id) : upload.path
    if (path !== null && versionIn(path) === null) return null
    const picture = await saveImage(input, async () => {
      const copy = path === null ? null : await images.copyToPost(postId, path)
      if (copy === null) throw refusals.gone()
      return copy
    })
    return { ...picture, mediaKey }
  }

  /** Saves after validation, so that a refused input leaves no file. */
  async function saveImage(input: MediaInput, save: () => Promise<StoredImage>): Promise<ResolvedMedium> {
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
    return { media, mediaKey: `own:${path.replace(/\?.*/, '')}`, storedImage: path }
  }

  /** Checks that an external image exists and is large enough (B5), and stores a copy for thumbnails. */
  async function storeExternalImage(postId: string, { href, media: [stream] }: Media): Promise<StoredImage | null> {
    const format = stream?.format ?? ''
    if (href.startsWith('/')) return null
    if (['image/gif', 'image/webp', 'image/avif'].includes(format)) {
      await images.checkPost(href)
      return null
    }
    return ['image/jpeg', 'image/png'].includes(format) ? images.savePost(postId, { imageSrc: href }) : null
  }

  return { saveUpload, copyUpload, storeExternalImage }
}

export function createMediumResolver({ db, detector, images, publicUrl }: MediumResolverDeps): MediumResolver {
  const detectStreams = createStreamDetector(detector)
  const { saveUpload, copyUpload, storeExternalImage } = createImageStore({ db, images, publicUrl })

  return {
    async resolveReplacement(postId, href, before) {
      const { what, who } = before
      const found = await this.resolve(postId, { href, ...(what !== undefined && { what }), ...(who !== undefined && { who }) }, null)
      const { startTime: _start, endTime: _end, ...media } = found.media
      const { startTime, endTime } = hasSameDuration(before, media) ? before : found.media
      return {
        ...found,
        media: {
          ...media,
          ...(startTime !== undefined && { startTime }),
          ...(endTime !== undefined && { endTime }),
          // Keeps the image if the new medium has none.
          ...(media.image === undefined && before.image !== undefined && { image: before.image }),
          replaced: true,
        },
      }
    },

    async resolve(postId, input, before) {
      if (input.imageBase64 !== undefined) return saveUpload(postId, input)
      const isOwnImage = before !== null && input.href === before.href && before.source === 'Strand' && before.type === 'image'
      const detection = await detector.detect(input.href!)
      const { mediaKey, byUri } = detection
      const isSameMedium = before !== null && (isOwnImage || before.href === detection.media.href)
      const copied = isSameMedium ? null : await copyUpload(postId, input, detection)
      if (copied) return copied
      const copy = isSameMedium ? undefined : before?.media.find(isCopyOf(detection.media))
      const { startTime, endTime } = detection.media
      const known: Media = isOwnImage
        ? before
        : byUri && isSameMedium
          ? { ...before, startTime, endTime }
          : copy !== undefined
            ? promoteCopy(copy, before!, detection.media, byUri)
            : detection.media
      const { startTime: _start, endTime: _end, ...media }: Media = known
      const image = media.type === 'image' && !isSameMedium ? await storeExternalImage(postId, media) : null
      try {
        const given = givenFields(known, input, publicUrl)
        // After a change of the order, all copies are already known.
        const retained =
          isSameMedium || copy !== undefined
            ? streamsWithMetadata(before!).filter((_stream, index) => (isSameMedium ? index > 0 : before!.media[index] !== copy))
            : []
        const streams = await detectStreams(media.media.slice(0, 1), input, before, retained)
        const named = isSameMedium || copy !== undefined ? preserveGivenNames(media, before!, input, detection.media) : media
        // Keeps a stored image of the same medium, and any image if the medium has none.
        const shouldKeepImage =
          isSameMedium && before.image !== undefined && (versionIn(before.image) !== null || media.image === undefined)
        const found: Media = {
          ...named,
          ...given,
          media: streams,
          ...(image !== null ? { image: image.path } : shouldKeepImage ? { image: before.image! } : {}),
        }
        return { media: found, mediaKey, storedImage: image?.path ?? null }
      } catch (error) {
        await images.drop(image?.path)
        throw error
      }
    },
  }
}
