import { useId, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { limits } from '../../../server/contract/limits.ts'
import { messages } from '../../../server/contract/messages.ts'
import { beadTitle, beadTitleProblem, categories, type Category } from '../../../server/contract/rules.ts'
import type { Bead } from '../../../server/contract/schemas.ts'
import { api, failureMessage, isFailure, useEditBeadMutation } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Shake } from '../../ui/Shake.tsx'
import { TagsField, tagsIn } from '../../ui/TagsField.tsx'
import styles from './EditBead.module.css'

/** Title, description, category and tags of a playlist; its page changes in place (C5). */
export default function EditBead({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const dispatch = useDispatch()
  const formId = useId()
  const isOpenBead = bead.invitees === undefined
  const [open, setOpen] = useState(true)
  const [title, setTitle] = useState(bead.title)
  const [description, setDescription] = useState(bead.description)
  const [category, setCategory] = useState<Category>(bead.category)
  const [tags, setTags] = useState(bead.tags.join(', '))
  const [errors, setErrors] = useState<{ title?: string; description?: string; form?: string }>({})
  const [shakes, setShakes] = useState(0)
  const titleInput = useRef<HTMLInputElement>(null)
  const descriptionInput = useRef<HTMLTextAreaElement>(null)
  const [edit, { isLoading }] = useEditBeadMutation()

  const refuse = (found: typeof errors) => {
    setErrors(found)
    setShakes((n) => n + 1)
    if (found.title) titleInput.current?.focus()
    else if (found.description) descriptionInput.current?.focus()
  }
  const save = async () => {
    const found = {
      title: beadTitleProblem(title, isOpenBead) ?? undefined,
      description: isOpenBead && description.trim() === '' ? messages.beadDescriptionRequired : undefined,
    }
    if (found.title ?? found.description) return refuse(found)
    setErrors({})
    try {
      const { data } = await edit({
        params: { id: bead.id },
        body: { title: beadTitle(title, isOpenBead), description: description.trim(), category, tags: tagsIn(tags) },
      }).unwrap()
      dispatch(api.util.upsertQueryEntries([{ endpointName: 'bead', arg: { params: { id: bead.id } }, value: data }]))
      setOpen(false)
    } catch (error) {
      const fields = isFailure(error) ? error.fields : undefined
      refuse({ title: fields?.['title'], description: fields?.['description'], form: failureMessage(error) })
    }
  }

  return (
    <Dialog
      open={open}
      size="medium"
      title={t.bead.editTitle}
      onClose={() => setOpen(false)}
      canClose={() => !isLoading}
      onClosed={onClose}
      initialFocus={titleInput}
      actions={
        <>
          <Button kind="plain" disabled={isLoading} onClick={() => setOpen(false)}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" form={formId} busy={isLoading}>{t.bead.save}</Button>
        </>
      }
    >
      <Shake count={shakes}>
        <form
          id={formId}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!isLoading) void save()
          }}
        >
          <Field
            ref={titleInput}
            label={t.bead.title}
            value={title}
            maxLength={limits.beadTitle.max}
            error={errors.title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Field
            multiline
            ref={descriptionInput}
            label={t.bead.description}
            value={description}
            rows={5}
            maxLength={limits.beadDescription.max}
            error={errors.description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <SelectField
            label={t.bead.category}
            value={category}
            options={categories.map((value) => ({ value, title: t.categories[value] }))}
            onChange={(event) => setCategory(event.currentTarget.value as Category)}
          />
          <TagsField label={t.bead.tags} hint={t.bead.tagsHint} value={tags} onChange={setTags} />
          {errors.form && <p role="alert" className={styles.failed}>{errors.form}</p>}
        </form>
      </Shake>
    </Dialog>
  )
}
