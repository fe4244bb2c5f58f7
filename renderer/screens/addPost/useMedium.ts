import { useState } from 'react'
import type { Media, Post } from '#contract/schemas.ts'
import { told, withoutMedium, withProposed, type Form } from './form.ts'
import { useLookup, type Finding } from './useLookup.ts'
import type { WizardState } from './useWizard.ts'

/** The post of the playlist that has the medium already (D4); `sent` where the server refused it. */
export type Repeat = { post: Post | undefined; sent: boolean } | null

/** How a medium gets into the form: looked up at its address, and held against what the playlist has. */
export function useMedium(wizard: WizardState, category: string | undefined, post: Post | null) {
  const { form, change } = wizard
  const [repeat, setRepeat] = useState<Repeat>(null)
  const { lookup, look, clear } = useLookup(form.bead?.id ?? null, category)

  /** What was found stands in the form, with what is known of it beside; `more` is the finder's own word. */
  const take = ({ media, detected }: Pick<Finding, 'media' | 'detected'>, more: Partial<Form> = {}) => {
    const fields = told(media)
    change({
      ...fields,
      what: detected.what.slice(0, 120),
      who: fields.who.length > 0 && media.who ? fields.who : detected.who.artists,
      names: [...new Set([detected.what, media.title])],
      ...withProposed(form, detected.tags),
      fresh: true,
      uploaded: false,
      byAddress: detected.byuri,
      repeat: false,
      query: '',
      copies: [],
      ...more,
    })
    wizard.setPicture(null)
  }
  const isOther = (there: Post | undefined) => there !== undefined && there.id !== post?.id

  return {
    lookup,
    repeat,
    clear,
    async lookUp(link: string, more?: Partial<Form>): Promise<Media | null> {
      const finding = await look(link)
      if (!finding) return null
      take(finding, more)
      if (isOther(finding.post)) setRepeat({ post: finding.post, sent: false })
      return finding.media
    },
    /** A playlist was chosen after the medium, or another copy of it: does it have it? */
    async holds(bead: string, href = form.media?.href): Promise<void> {
      if (href === undefined || form.uploaded) return
      const finding = await look(href, bead)
      clear()
      if (finding && isOther(finding.post)) setRepeat({ post: finding.post, sent: false })
    },
    take,
    refuseRepeat: async () => {
      const finding = form.media && !form.uploaded ? await look(form.media.href) : null
      clear()
      setRepeat({ post: finding?.post, sent: true })
    },
    remove() {
      clear()
      setRepeat(null)
      wizard.setPicture(null)
      change(withoutMedium(form))
    },
    dismiss: () => setRepeat(null),
  }
}

export type Medium = ReturnType<typeof useMedium>
