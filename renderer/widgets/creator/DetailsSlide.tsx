import { useId, type Ref } from 'react'
import { limits } from '#contract/limits.ts'
import { beadDescriptionPlaceholder, beadTitle, categories, isCategory } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import { Field } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TagChooser } from '../lookup/index.ts'
import type { BeadFormState } from './useBeadForm.ts'
import styles from './BeadDialog.module.css'

/** First step: playlist type, title, description, category and tags (C1). */
export function DetailsSlide({
  state: { form, change, errors },
  creating,
  ref,
}: {
  state: BeadFormState
  creating: boolean
  ref?: Ref<HTMLInputElement>
}) {
  const { open, title, description, category, tags } = form
  const left = limits.beadTitle.max - beadTitle(title, open).length
  return (
    <>
      {creating && <TypeSwitch open={open} onChange={(kind) => change({ open: kind })} />}
      <Field
        ref={ref}
        label={t.creator.title}
        placeholder={t.creator.placeholder}
        value={title}
        autoComplete="off"
        error={errors.title}
        hint={open ? t.creator.questionHint : undefined}
        aside={left < 20 ? t.creator.left(left) : undefined}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Field
        multiline
        label={open ? t.creator.description : t.creator.descriptionOptional}
        placeholder={beadDescriptionPlaceholder}
        value={description}
        rows={3}
        maxLength={limits.beadDescription.max}
        error={errors.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <SelectField
        label={t.creator.category}
        prompt={t.creator.chooseCategory}
        value={category}
        error={errors.category}
        options={categories.map((value) => ({ value, title: t.categories[value] }))}
        onChange={({ currentTarget: { value } }) => change({ category: isCategory(value) ? value : '' })}
      />
      <TagChooser
        spaces
        label={t.creator.tags}
        hint={t.creator.tagsHint}
        error={errors.tags}
        value={tags}
        onChange={(chosen) => change({ tags: chosen })}
      />
    </>
  )
}

function TypeSwitch({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  const name = useId()
  const kinds = [
    { value: true, title: t.creator.open, text: t.creator.openText },
    { value: false, title: t.creator.personal, text: t.creator.personalText },
  ]
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.legend}>{t.creator.kind}</legend>
      {kinds.map(({ value, title, text }) => (
        <label key={title} className={styles.kind}>
          <input type="radio" name={name} className={styles.radio} checked={open === value} onChange={() => onChange(value)} />
          <span>
            <span className={styles.kindTitle}>{title}</span>
            <span className={styles.kindText}>{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
