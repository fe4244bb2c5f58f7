import { useState } from 'react'
import { adminActions } from '#contract/rules.ts'
import { serverUrl } from '#data/client.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { searchOf, usedFields, type LogFilter } from './logFilter.ts'
import styles from './Log.module.css'

const noFilter: LogFilter = { by: '', target: '', action: '', since: '', until: '' }

const actionOptions = [
  { value: '', title: t.admin.log.allActions },
  ...adminActions.map((action) => ({ value: action, title: t.admin.log.actions[action] })),
]

const plainInput = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** The filters of the admin log, and its export with the filters of the page. */
export function LogFilterForm({ filter, onChange }: { filter: LogFilter; onChange: (filter: LogFilter) => void }) {
  const [draft, setDraft] = useState(filter)
  const set = (changes: Partial<LogFilter>): void => setDraft((before) => ({ ...before, ...changes }))
  const trimmed = { ...draft, by: draft.by.trim(), target: draft.target.trim() }
  return (
    <form
      role="search"
      aria-label={t.admin.log.filter}
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(trimmed)
      }}
    >
      <Field
        {...plainInput}
        label={t.admin.log.by}
        name="by"
        maxLength={50}
        value={draft.by}
        onChange={(event) => set({ by: event.currentTarget.value })}
      />
      <Field
        {...plainInput}
        label={t.admin.log.target}
        name="target"
        maxLength={64}
        value={draft.target}
        onChange={(event) => set({ target: event.currentTarget.value })}
      />
      <SelectField
        label={t.admin.log.action}
        name="action"
        options={actionOptions}
        value={draft.action}
        onChange={(event) => set({ action: event.currentTarget.value as LogFilter['action'] })}
      />
      <Field
        label={t.admin.log.since}
        type="date"
        name="since"
        value={draft.since}
        onChange={(event) => set({ since: event.currentTarget.value })}
      />
      <Field
        label={t.admin.log.until}
        type="date"
        name="until"
        value={draft.until}
        onChange={(event) => set({ until: event.currentTarget.value })}
      />
      <div className={styles.buttons}>
        <Button type="submit" kind="primary">
          {t.admin.show}
        </Button>
        {Object.keys(usedFields(filter)).length > 0 && (
          <Button kind="plain" onClick={() => onChange(noFilter)}>
            {t.admin.log.showAll}
          </Button>
        )}
        <a href={serverUrl(`/api/v0/admin/actions/export${searchOf(filter)}`)} download className={styles.export}>
          {t.admin.log.export}
        </a>
      </div>
    </form>
  )
}
