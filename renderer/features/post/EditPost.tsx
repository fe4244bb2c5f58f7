import { useRef, useState } from 'react'
import { messages } from '../../../server/contract/messages.ts'
import type { Post } from '../../../server/contract/schemas.ts'
import { failureMessage, isFailure, useEditPostMutation } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { duration } from '../../ui/format.ts'
import { RichTextField } from '../../ui/RichTextField.tsx'
import { TagChooser, TextAutocomplete } from '../lookup/index.ts'
import { headlineLeft, HeadlineField } from './HeadlineField.tsx'
import { parseTime } from './times.ts'
import styles from './EditPost.module.css'

interface Errors {
  title?: string
  text?: string
  start?: string
  end?: string
  form?: string
}

const written = (seconds: number | undefined) => (seconds === undefined ? '' : duration(seconds))

/** Headline, text, tags, and where the medium starts and stops. */
export default function EditPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const { media } = post
  const timed = media !== null && (media.type === 'video' || media.type === 'audio')
  const [open, setOpen] = useState(true)
  const [title, setTitle] = useState(post.title)
  const [text, setText] = useState(post.description)
  const [tags, setTags] = useState<readonly string[]>(post.tags)
  const [start, setStart] = useState(written(media?.startTime))
  const [end, setEnd] = useState(written(media?.endTime))
  const [errors, setErrors] = useState<Errors>({})
  const [refusals, setRefusals] = useState(0)
  const titleInput = useRef<HTMLInputElement>(null)
  const [edit, { isLoading }] = useEditPostMutation()

  const changed = title !== post.title || text !== post.description || tags.join() !== post.tags.join()
    || start !== written(media?.startTime) || end !== written(media?.endTime)

  const refuse = (found: Errors) => {
    setErrors(found)
    setRefusals((n) => n + 1)
  }
  const save = async () => {
    const times = timed ? readTimes(start, end, media.duration) : { errors: {} }
    const found: Errors = { ...times.errors }
    if (title.trim() === '') found.title = t.post.headlineRequired
    else if (headlineLeft(title) < 0) found.title = t.post.headlineTooLong
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    const sameTimes = !timed || (start === written(media.startTime) && end === written(media.endTime))
    try {
      await edit({
        params: { id: post.id },
        body: {
          title: title.trim(),
          tags: [...tags],
          ...(text !== post.description && { description: text }),
          ...(!sameTimes && media && { media: { href: media.href, title: media.title, startTime: times.start, endTime: times.end } }),
        },
      }).unwrap()
      setOpen(false)
    } catch (error) {
      const fields = isFailure(error) ? error.fields : undefined
      refuse({ title: fields?.['title'], text: fields?.['description'], form: `${t.post.submitFailed}: ${failureMessage(error)}` })
    }
  }

  return (
    <FormDialog
      open={open}
      title={t.post.editTitle}
      submit={t.post.save}
      busy={isLoading}
      dirty={changed}
      refusals={refusals}
      error={errors.form}
      initialFocus={titleInput}
      onSubmit={() => void save()}
      onClose={() => setOpen(false)}
      onClosed={onClose}
    >
      <HeadlineField ref={titleInput} value={title} error={errors.title} onChange={setTitle} />
      <TextAutocomplete>
        <RichTextField label={t.post.text} initial={post.description} placeholder={t.post.textPlaceholder} error={errors.text} onChange={setText} />
      </TextAutocomplete>
      <TagChooser spaces label={t.post.tags} hint={t.post.tagsHint} value={tags} onChange={setTags} />
      {timed && (
        <div className={styles.times}>
          <Field label={t.post.startTime} value={start} placeholder="0:00" inputMode="text" hint={t.post.timeHint} error={errors.start} onChange={(event) => setStart(event.currentTarget.value)} />
          <Field label={t.post.endTime} value={end} placeholder={written(media.duration)} inputMode="text" error={errors.end} onChange={(event) => setEnd(event.currentTarget.value)} />
        </div>
      )}
    </FormDialog>
  )
}

/** Both times, or what is wrong with them. `whole` is the medium's duration where it is known. */
function readTimes(startText: string, endText: string, whole: number | undefined): { start?: number; end?: number; errors: Errors } {
  const errors: Errors = {}
  const read = (text: string, field: 'start' | 'end') => {
    if (text.trim() === '') return undefined
    const seconds = parseTime(text)
    if (seconds === null) errors[field] = t.post.timeInvalid
    else if (whole !== undefined && seconds >= whole) errors[field] = messages.timeBeyondEnd
    else return seconds
    return undefined
  }
  const start = read(startText, 'start')
  const end = read(endText, 'end')
  if (start !== undefined && end !== undefined && end <= start) errors.end = messages.timeOrder
  return { start, end, errors }
}
