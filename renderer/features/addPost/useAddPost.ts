import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { limits } from '../../../server/contract/limits.ts'
import type { Media, Post } from '../../../server/contract/schemas.ts'
import { failureMessage, isFailure, useAddPostMutation } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { truncate } from '../../ui/format.ts'
import { headlineLeft } from '../post/index.ts'
import { looksLikeLink } from './links.ts'
import { useLookup } from './useLookup.ts'

export interface AddPostErrors {
  bead?: string
  link?: string
  title?: string
  form?: string
}

/** The repeat overlay (D4): open before or after sending, and what "Post Anyways" then does. */
export type Repeat = { post: Post | undefined; sent: boolean } | null

/** The state of a post that is being made, and what can be done with it. */
export function useAddPost(knownBead: string | null, knownLink: string | null, onDone: () => void) {
  const [, navigate] = useLocation()
  const [bead, setBead] = useState(knownBead)
  const [textOnly, setTextOnly] = useState(false)
  const [link, setLink] = useState(knownLink ?? '')
  const [title, setTitle] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [tags, setTags] = useState<string[]>([])
  const [errors, setErrors] = useState<AddPostErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [repeat, setRepeat] = useState<Repeat>(null)
  const allowRepeat = useRef(false)
  const { lookup, look, clear } = useLookup(bead)
  const [add, { isLoading: busy }] = useAddPostMutation()

  const media: Media | null = !textOnly && lookup.state === 'found' ? lookup.finding.media : null
  const headline = title ?? (media ? truncate(media.title, limits.postTitle.max - 1) : '')
  const dirty = media !== null || text !== '' || (title ?? '').trim() !== '' || (!textOnly && link.trim() !== '')

  const refuse = (found: AddPostErrors) => {
    setErrors(found)
    setRefusals((n) => n + 1)
  }
  const lookUp = async (address: string) => {
    setErrors({})
    allowRepeat.current = false
    const finding = await look(address)
    if (finding?.post) setRepeat({ post: finding.post, sent: false })
  }
  const removeLink = () => {
    setLink('')
    clear()
    setRepeat(null)
  }

  const send = async () => {
    const found: AddPostErrors = {}
    if (bead === null) found.bead = t.addPost.playlistRequired
    if (!textOnly && !media && looksLikeLink(link) && lookup.state === 'idle') return lookUp(link)
    if (!textOnly && !media) found.link = lookup.state === 'looking' ? t.addPost.stillLooking : t.addPost.linkInvalid
    if (textOnly && headline.trim() === '') found.title = t.post.headlineRequired
    if (headlineLeft(headline) < 0) found.title = t.post.headlineTooLong
    if (bead === null || Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    try {
      const { post } = await add({
        params: { id: bead },
        body: {
          title: headline.trim(),
          description: text,
          tags,
          media: media && { href: media.href, title: media.title, startTime: media.startTime, endTime: media.endTime },
          repeat: allowRepeat.current,
        },
      }).unwrap()
      onDone()
      navigate(`/${post.href}?newPost`)
    } catch (error) {
      // Somebody was quicker, or the playlist was chosen after the look-up.
      if (isFailure(error) && error.code === 'conflict') setRepeat({ post: (await look(link))?.post, sent: true })
      else refuse({ title: isFailure(error) ? error.fields?.['title'] : undefined, form: `${t.addPost.submitFailed}: ${failureMessage(error)}` })
    }
  }

  return {
    bead, setBead, textOnly, link, lookup, media, headline, setTitle, setText, text, tags, setTags, errors, refusals, busy, dirty, repeat,
    setLink(value: string) {
      setLink(value)
      setErrors({})
      clear()
    },
    lookUp,
    removeLink,
    setTextOnly(value: boolean) {
      setTextOnly(value)
      setErrors({})
    },
    send,
    postAnyway() {
      allowRepeat.current = true
      const again = repeat?.sent === true
      setRepeat(null)
      if (again) void send()
    },
    cancelRepeat() {
      // Before sending, the link is what was refused; afterwards the form stays as it is.
      if (repeat?.sent === false) removeLink()
      setRepeat(null)
    },
    openExisting(post: Post) {
      setRepeat(null)
      onDone()
      navigate(`/${post.href}`)
    },
  }
}
