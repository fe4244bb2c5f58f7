import { useRef, useState } from 'react'
import { failureMessage } from '#data/index.ts'
import { usePagePicturesMutation } from '#data/postWizard.ts'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { cut } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import { readPicture, readSize, type FoundPicture } from '#widgets/pictures/index.ts'
import type { Form } from './form.ts'
import { isPictureAddress } from './links.ts'
import type { Medium } from './useMedium.ts'
import type { WizardState } from './useWizard.ts'

/** The pictures of a web page to choose from. The address of the page becomes the attribution. */
export interface Choices {
  page: string
  pictures: readonly string[]
  /** Whether the member has not entered the address: they may prefer an upload. */
  isOffered?: true
}

const rules = { minSize: limits.imageSize.post, tooLarge: messages.postImageTooLarge, tooSmall: messages.postImageTooSmall }

/** The fields of the form that an uploaded picture sets or empties. */
const uploadedPicture = (name: string): Partial<Form> => ({
  media: { type: 'image', href: '', title: name, source: 'Strand', media: [] },
  uploaded: true,
  fresh: true,
  what: name,
  who: [],
  names: [],
  attribution: '',
  start: '',
  end: '',
  copies: [],
  query: '',
  byAddress: false,
  repeat: false,
})

/**
 * The ways to choose a picture (D5): upload, the address of a file or of a page, or a search result. Pictures smaller
 * than `limits.imageSize.post` are refused.
 */
export function useImages(wizard: WizardState, medium: Medium) {
  const [fetchPagePictures] = usePagePicturesMutation()
  const [problem, setProblem] = useState<string | undefined>()
  const [looking, setLooking] = useState<string | null>(null)
  const [reading, setReading] = useState(false)
  const [choices, setChoices] = useState<Choices | null>(null)
  const [pickedId, setPickedId] = useState<string | null>(null)
  // Each choice increments it; results that arrive for an older number are ignored.
  const requestNumber = useRef(0)

  const clear = () => {
    requestNumber.current += 1
    setProblem(undefined)
    setLooking(null)
    setReading(false)
    setChoices(null)
  }
  const refuse = (message: string) => {
    setLooking(null)
    setProblem(message)
  }
  const measure = (src: string) => readSize(src, limits.imageSize.post, t.wizard.linkedImageTooSmall)

  /** The browser loads each picture to measure it, so only the first 24. */
  const measureAll = (pictures: readonly string[]) =>
    Promise.all(pictures.slice(0, 24).map(async (src) => ({ src, ...(await measure(src)) })))
  const withoutProblem = (measured: Awaited<ReturnType<typeof measureAll>>) =>
    measured.filter(({ problem: pictureProblem }) => pictureProblem === undefined).map(({ src }) => src)

  /** Puts the picture at an address into the form; `more` are further form fields. */
  async function takePicture(src: string, more: Parameters<Medium['lookUp']>[1]) {
    const ownNumber = (requestNumber.current += 1)
    setProblem(undefined)
    setLooking(src)
    const { problem: pictureProblem } = await measure(src)
    if (ownNumber !== requestNumber.current) return
    if (pictureProblem !== undefined) return refuse(pictureProblem)
    const media = await medium.lookUp(src, more)
    if (ownNumber !== requestNumber.current) return
    setLooking(null)
    // The browser could load a picture there, but the server found something else.
    if (media && media.type !== 'image') {
      medium.remove()
      setProblem(messages.imageGone)
    }
  }

  return {
    problem,
    looking,
    reading,
    choices,
    clear,

    async upload(file: File | null) {
      clear()
      const ownNumber = requestNumber.current
      setReading(true)
      const { picture, problem: pictureProblem } = await readPicture(file, rules)
      if (ownNumber !== requestNumber.current) return
      setReading(false)
      if (!picture) return setProblem(pictureProblem)
      const name = cut(file!.name.replace(/\.\w+$/, '').replace(/[_-]+/g, ' '), limits.who.length)
      wizard.setPicture(picture.src)
      wizard.change(uploadedPicture(name))
    },

    /** Takes the picture at an address, or offers those of the page there. */
    async fromLink(link: string) {
      clear()
      const address = /^https?:\/\//i.test(link.trim()) ? link.trim() : `https://${link.trim()}`
      if (isPictureAddress(address)) return takePicture(address, {})
      const ownNumber = requestNumber.current
      setLooking(address)
      try {
        const { images } = await fetchPagePictures({ query: { url: address } }).unwrap()
        const measured = await measureAll(images)
        if (ownNumber !== requestNumber.current) return
        const largeEnough = withoutProblem(measured)
        if (largeEnough.length === 0)
          return refuse(
            measured.some(({ problem: pictureProblem }) => pictureProblem === t.wizard.linkedImageTooSmall)
              ? t.wizard.linkedImageTooSmall
              : messages.imageGone,
          )
        setLooking(null)
        setChoices({ page: address, pictures: largeEnough })
      } catch (error) {
        if (ownNumber === requestNumber.current) refuse(failureMessage(error))
      }
    },

    /** Offers pictures that another page has shared, without those that cannot be used. */
    async offer({ page, pictures }: Choices) {
      const ownNumber = requestNumber.current
      const usable = withoutProblem(await measureAll(pictures))
      if (ownNumber === requestNumber.current && usable.length > 0) setChoices({ page, pictures: usable, isOffered: true })
    },

    /** Takes one of `choices`. */
    pick: (src: string) => takePicture(src, choices ? { attribution: choices.page } : {}),

    /** Id of the search result that is being taken. */
    busyResult: looking === null ? null : pickedId,

    /** Takes a search result. */
    pickFound(found: FoundPicture) {
      setPickedId(found.id)
      return takePicture(found.image, {
        attribution: found.href,
        what: cut(found.title || t.wizard.kinds.image, limits.who.length),
        who: found.author === '' ? [] : [found.author],
      })
    },
  }
}

export type Images = ReturnType<typeof useImages>
