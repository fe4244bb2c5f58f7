import { useRef, useState } from 'react'
import { failureMessage } from '#data/index.ts'
import { usePagePicturesMutation } from '#data/postWizard.ts'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { t } from '#texts/index.ts'
import { readPicture, readSize, type FoundPicture } from '#widgets/pictures/index.ts'
import { isPictureAddress } from './links.ts'
import type { Medium } from './useMedium.ts'
import type { WizardState } from './useWizard.ts'

/** The pictures of a page, and the page itself, which their attribution names. */
export interface Choices {
  page: string
  pictures: readonly string[]
}

const rules = { least: limits.imageSize.post, tooLarge: messages.postImageTooLarge, tooSmall: messages.postImageTooSmall }

/** Pictures (D5): of one's own, at an address, on a page, or found by a search. What is under 300 by 200 pixels is none. */
export function useImages(wizard: WizardState, medium: Medium) {
  const [ask] = usePagePicturesMutation()
  const [problem, setProblem] = useState<string | undefined>()
  const [looking, setLooking] = useState<string | null>(null)
  const [reading, setReading] = useState(false)
  const [choices, setChoices] = useState<Choices | null>(null)
  const latest = useRef(0)

  const clear = () => {
    latest.current += 1
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

  /** A picture whose address is known; `more` is what is said of it beside. */
  async function take(src: string, more: Parameters<Medium['lookUp']>[1], turn = latest.current) {
    setLooking(src)
    const { problem: wrong } = await measure(src)
    if (turn !== latest.current) return
    if (wrong !== undefined) return refuse(wrong)
    const media = await medium.lookUp(src, more)
    if (turn !== latest.current) return
    setLooking(null)
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
      const turn = latest.current
      setReading(true)
      const { picture, problem: wrong } = await readPicture(file, rules)
      // Something else was typed, pasted or chosen meanwhile.
      if (turn !== latest.current) return
      setReading(false)
      if (!picture) return setProblem(wrong)
      const name = file!.name
        .replace(/\.\w+$/, '')
        .replace(/[_-]+/g, ' ')
        .slice(0, limits.who.length)
      wizard.setPicture(picture.src)
      wizard.change({
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
    },

    async fromLink(link: string) {
      clear()
      const address = /^https?:\/\//i.test(link.trim()) ? link.trim() : `https://${link.trim()}`
      if (isPictureAddress(address)) return take(address, {})
      const turn = latest.current
      setLooking(address)
      try {
        const { images } = await ask({ query: { url: address } }).unwrap()
        const measured = await Promise.all(images.slice(0, 24).map(async (src) => ({ src, ...(await measure(src)) })))
        if (turn !== latest.current) return
        const fitting = measured.filter(({ problem: wrong }) => wrong === undefined)
        if (fitting.length === 0)
          return refuse(
            measured.some(({ problem: wrong }) => wrong === t.wizard.linkedImageTooSmall)
              ? t.wizard.linkedImageTooSmall
              : messages.imageGone,
          )
        setLooking(null)
        setChoices({ page: address, pictures: fitting.map(({ src }) => src) })
      } catch (error) {
        if (turn === latest.current) refuse(failureMessage(error))
      }
    },

    pick: (src: string) => take(src, choices ? { attribution: choices.page } : {}),

    pickFound: (found: FoundPicture) =>
      take(found.image, {
        attribution: found.href,
        what: (found.title || t.wizard.kinds.image).slice(0, limits.who.length),
        who: found.author === '' ? [] : [found.author],
      }),
  }
}
