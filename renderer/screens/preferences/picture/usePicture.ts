import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { useUpdateImageMutation } from '#data/accounts.ts'
import { wholeCrop, wholePixels, type CropArea, type CropRules } from '#ui/crop.ts'
import { readPicture } from '#widgets/pictures/index.ts'

const least = limits.imageSize.profile
const reading = { minSize: least, tooLarge: messages.profileImageTooLarge, tooSmall: messages.profileImageTooSmall }

export interface Chosen {
  src: string
  rules: CropRules
  crop: CropArea
}

/** Choosing a picture and its part, and saving it. Whatever is wrong puts it back to where nothing is chosen. */
export function usePicture(onSaved: () => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [update, { isLoading }] = useUpdateImageMutation()
  const latest = useRef<File | null>(null)

  return {
    chosen,
    problem,
    saving: isLoading,
    async choose(file: File) {
      latest.current = file
      const { picture, problem = null } = await readPicture(file, reading)
      // Another was chosen while this one was read.
      if (latest.current !== file) return
      setProblem(problem)
      if (!picture) return setChosen(null)
      const rules: CropRules = { image: picture.size, ratio: 1, least: least[0] }
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
      // B8 wants no more than this: the picture stays as it was chosen, to be saved again.
      if (error) console.error('Unable to update image.', error)
      else onSaved()
    },
    reset() {
      latest.current = null
      setChosen(null)
      setProblem(null)
    },
  }
}
