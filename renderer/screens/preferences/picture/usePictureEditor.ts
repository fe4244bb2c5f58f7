import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { useUpdateImageMutation } from '#data/accounts.ts'
import { wholeCrop, wholePixels, type CropArea, type CropRules } from '#ui/crop.ts'
import { readPicture } from '#widgets/pictures/index.ts'

/** Minimum width and height in pixels; both are equal, since profile pictures are square. */
const minSize = limits.imageSize.profile
const readRules = { minSize, tooLarge: messages.profileImageTooLarge, tooSmall: messages.profileImageTooSmall }

export interface SelectedPicture {
  /** As read by `readPicture`; sent to the server unchanged, with the crop. */
  src: string
  rules: CropRules
  crop: CropArea
}

/** State of the picture editor. A file that cannot be used clears the selection. */
export function usePictureEditor(onSaved: () => void) {
  const [chosen, setChosen] = useState<SelectedPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [update, { isLoading }] = useUpdateImageMutation()
  const latestFile = useRef<File | null>(null)

  return {
    chosen,
    problem,
    saving: isLoading,
    async choose(file: File) {
      latestFile.current = file
      const { picture, problem = null } = await readPicture(file, readRules)
      // Stale: another file was chosen, or the dialog was closed, while this one was read.
      if (latestFile.current !== file) return
      setProblem(problem)
      if (!picture) return setChosen(null)
      const rules: CropRules = { image: picture.size, ratio: 1, minSize: minSize[0] }
      setChosen({ src: picture.src, rules, crop: wholeCrop(rules) })
    },
    move: (crop: CropArea) => setChosen((now) => now && { ...now, crop }),
    async save() {
      if (isLoading) return
      if (!chosen) return setProblem(messages.imageMissing)
      const { x, y, width, height } = wholePixels(chosen.crop, chosen.rules)
      const { error } = await update({
        body: { image: chosen.src, crop: { xCoord: x, yCoord: y, xDimen: width, yDimen: height }, resize: { type: 'profile' } },
      })
      // The specification requires only a log entry (B8). The selection stays, so it can be saved again.
      if (error) console.error('Unable to update image.', error)
      else onSaved()
    },
    reset() {
      latestFile.current = null
      setChosen(null)
      setProblem(null)
    },
  }
}
