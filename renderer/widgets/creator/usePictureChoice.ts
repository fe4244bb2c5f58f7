import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import type { Bead } from '#contract/schemas.ts'
import { wholeCrop, type CropArea } from '#ui/crop.ts'
import { readSize, squareOf, type FoundPicture } from '../pictures/index.ts'
import { originalOf, type BeadForm } from './form.ts'

type Picture = NonNullable<BeadForm['picture']>

/** Crop area of the playlist's current picture. */
const cropOf = ({ crop }: Bead): CropArea | null =>
  crop ? { x: crop.xCoord, y: crop.yCoord, width: crop.xDimen, height: crop.yDimen } : null

/**
 * Choice of a playlist's picture: a search result, an address, or the current picture to crop again. `onChoose` gets the loaded
 * picture with its size.
 */
export function usePictureChoice(bead: Bead | null, onChoose: (picture: Picture) => void) {
  const [query, setQuery] = useState('')
  /** Key of the picture that is loading: result id, pasted address, or `own`. */
  const [opening, setOpening] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Key of the last selected picture; null after `cancel`. */
  const latest = useRef<string | null>(null)
  const original = bead && originalOf(bead)

  const open = async (key: string, picture: Omit<Picture, 'size' | 'crop'>, crop: CropArea | null = null) => {
    latest.current = key
    setOpening(key)
    setProblem(null)
    const { size, problem: reason } = await readSize(picture.src, limits.imageSize.bead, messages.profileImageTooSmall)
    // Ignore a stale answer: another picture was selected, or the user went back.
    if (latest.current !== key) return
    setOpening(null)
    if (!size) return setProblem(reason)
    // The stored crop area may exceed the loaded picture; then the whole picture is selected.
    const isInside = crop !== null && crop.x + crop.width <= size.width && crop.y + crop.height <= size.height
    onChoose({ ...picture, size, crop: isInside ? crop : wholeCrop(squareOf(size)) })
  }

  return {
    query,
    setQuery,
    opening,
    problem,
    pick: ({ id, image, author, href }: FoundPicture) => void open(id, { src: image, name: author, url: href, own: false }),
    paste: (address: string) => void open(address, { src: address, name: '', url: '', own: false }),
    /** Null where the current picture cannot be cropped again. */
    recrop:
      bead && original !== null
        ? () => {
            const { attribution } = bead
            void open('own', { src: original, name: attribution?.name ?? '', url: attribution?.url ?? '', own: true }, cropOf(bead))
          }
        : null,
    /** Ignores the picture that is loading. */
    cancel() {
      latest.current = null
      setOpening(null)
      setProblem(null)
    },
  }
}
