import { useId } from 'react'
import { widgetPosts, widgetThemes, type WidgetTheme } from '#contract/pages/widget.ts'
import { t } from '#texts/index.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import type { EmbedOptions } from './code.ts'
import styles from './OptionFields.module.css'

/** The colour that the picker shows first: Strand's accent in the light theme. */
const firstAccent = '#d23f2a'

const counts = widgetPosts.map((count) => ({ value: String(count), title: t.embed.count(count) }))
const themes = widgetThemes.map((theme) => ({ value: theme, title: t.embed.themes[theme] }))

interface OptionFieldsProps {
  /** Whether the widget has a list: number and order of the posts apply. */
  isList: boolean
  options: EmbedOptions
  onChange: (options: EmbedOptions) => void
}

/** The options of a widget: number of posts, theme, accent and order. */
export function OptionFields({ isList, options, onChange }: OptionFieldsProps) {
  const id = useId()
  const { posts, theme, accent, filters } = options
  const choose = (chosen: Partial<EmbedOptions>) => onChange({ ...options, ...chosen })
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t.embed.options}</legend>
      {isList && (
        <SelectField
          label={t.embed.posts}
          options={counts}
          value={posts ?? ''}
          onChange={({ currentTarget: { value } }) => choose({ posts: widgetPosts.find((count) => String(count) === value) ?? null })}
        />
      )}
      <SelectField
        label={t.embed.theme}
        options={themes}
        value={theme ?? 'auto'}
        onChange={({ currentTarget: { value } }) => choose({ theme: value === 'auto' ? null : (value as WidgetTheme) })}
      />
      <div className={styles.accent}>
        <Checkbox label={t.embed.accent} checked={accent !== null} onChange={(isOwn) => choose({ accent: isOwn ? firstAccent : null })} />
        {accent !== null && (
          <label htmlFor={id} className={styles.colour}>
            <span className={styles.name}>{t.embed.colour}</span>
            <input
              id={id}
              type="color"
              value={accent}
              className={styles.picker}
              onChange={({ currentTarget: { value } }) => choose({ accent: value })}
            />
          </label>
        )}
      </div>
      {isList && <Checkbox label={t.embed.filters} checked={filters} onChange={(isOn) => choose({ filters: isOn })} />}
    </fieldset>
  )
}
