import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { cut } from '#contract/rules.ts'
import type { Media, Post } from '#contract/schemas.ts'
import { mediumFields, withoutMedium, withProposedTags, type Form } from './form.ts'
import { useLookup, type Detection } from './useLookup.ts'
import type { WizardState } from './useWizard.ts'

/**
 * The post of the playlist that has the same medium (D4), found by a lookup, or by the server when the form was sent
 * (`sent`). Null: no duplicate, or the member has decided about it.
 */
export type Duplicate = { post: Post | undefined; sent: boolean } | null

/**
 * Puts a medium into the form: looks its address up and checks for duplicates in the playlist. `category` is that of
 * the playlist; `post` is the edited post, which is not a duplicate of itself.
 */
export function useMedium(wizard: WizardState, category: string | undefined, post: Post | null) {
  const { form, change } = wizard
  const [duplicate, setDuplicate] = useState<Duplicate>(null)
  const { lookup, lookUp: look, clear } = useLookup(form.bead?.id ?? null, category)

  /** Fills the form from a detection; `overrides` replace single fields. */
  const applyDetection = ({ media, detected }: Pick<Detection, 'media' | 'detected'>, overrides: Partial<Form> = {}) => {
    const fields = mediumFields(media)
    change({
      ...fields,
      what: cut(detected.what, limits.who.length),
      who: fields.who.length > 0 && media.who ? fields.who : detected.who.artists,
      names: [...new Set([detected.what, media.title])],
      ...withProposedTags(form, detected.tags),
      fresh: true,
      uploaded: false,
      byAddress: detected.byuri,
      repeat: false,
      query: '',
      copies: [],
      ...overrides,
    })
    wizard.setPicture(null)
  }
  const isOtherPost = (existing: Post | undefined) => existing !== undefined && existing.id !== post?.id

  return {
    lookup,
    duplicate,
    clear,
    /** Looks an address up and puts its medium into the form. Null if that failed, or another lookup replaced it. */
    async lookUp(link: string, overrides?: Partial<Form>): Promise<Media | null> {
      const detection = await look(link)
      if (!detection) return null
      applyDetection(detection, overrides)
      if (isOtherPost(detection.post)) setDuplicate({ post: detection.post, sent: false })
      return detection.media
    },
    /** Checks for a duplicate if the playlist is chosen after the medium, or if another copy becomes the main one. */
    async checkDuplicate(bead: string, href = form.media?.href): Promise<void> {
      if (href === undefined || form.uploaded) return
      const detection = await look(href, bead)
      clear()
      if (detection && isOtherPost(detection.post)) setDuplicate({ post: detection.post, sent: false })
    },
    applyDetection,
    /** Called after the server refused to post a duplicate: looks up which post it is. */
    reportDuplicate: async () => {
      const detection = form.media && !form.uploaded ? await look(form.media.href) : null
      clear()
      setDuplicate({ post: detection?.post, sent: true })
    },
    remove() {
      clear()
      setDuplicate(null)
      wizard.setPicture(null)
      change(withoutMedium(form))
    },
    /** Closes the question about a duplicate; the medium stays. */
    dismiss: () => setDuplicate(null),
  }
}

export type Medium = ReturnType<typeof useMedium>
