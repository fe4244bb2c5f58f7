import { useState } from 'react'
import { CircleAlert, CopyCheck, Plus } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import type { PreviewAnswer } from './useImport.ts'
import styles from './ImportDialog.module.css'

type Entry = PreviewAnswer['entries'][number]

const count = ({ entries }: PreviewAnswer, state: Entry['state']): number => entries.filter((entry) => entry.state === state).length
/** Number of loaded entries that the import would add. */
export const countNew = (preview: PreviewAnswer): number => count(preview, 'new')

/** Counts of the file's entries by state. */
function Summary({ name, preview }: { name: string; preview: PreviewAnswer }) {
  const [newCount, repeatedCount, refusedCount] = [countNew(preview), count(preview, 'repeat'), count(preview, 'refused')]
  const parts = [
    newCount > 0 && t.importing.fresh(newCount),
    repeatedCount > 0 && t.importing.there(repeatedCount),
    refusedCount > 0 && t.importing.unread(refusedCount),
  ].filter(Boolean)
  return (
    <>
      <p className={styles.name}>{t.importing.found(name, preview.total)}</p>
      {preview.next !== null && <p>{t.importing.first(preview.entries.length, preview.total)}</p>}
      <p>{parts.join(', ')}</p>
      {newCount === 0 && preview.next === null && <p>{t.importing.nothing}</p>}
    </>
  )
}

/** The loaded entries of the file, with a button that loads more. */
function List({ preview, onMore }: { preview: PreviewAnswer; onMore: () => Promise<void> }) {
  const [loading, setLoading] = useState(false)
  return (
    <>
      <ul className={styles.entries} tabIndex={0} aria-label={t.importing.preview}>
        {preview.entries.map((entry, index) => (
          <Row key={index} entry={entry} />
        ))}
      </ul>
      {preview.next !== null && (
        <Button
          size="small"
          className={styles.more}
          busy={loading}
          onClick={() => {
            setLoading(true)
            void onMore().finally(() => setLoading(false))
          }}
        >
          {t.importing.more}
        </Button>
      )}
    </>
  )
}

/** `repeat`: the playlist already contains it, or it occurs earlier in the file. `refused`: it cannot become a post. */
const icons = { new: Plus, repeat: CopyCheck, refused: CircleAlert }

function Row({ entry: { line, title, href, artist, duration: seconds, state, reason } }: { entry: Entry }) {
  const about = [artist, seconds !== undefined && duration(seconds), href].filter(Boolean).join(' · ')
  return (
    <li className={styles.entry} data-state={state}>
      <span className={styles.mark} aria-hidden="true">
        <Icon as={icons[state]} size={18} />
      </span>
      <span className={styles.words}>
        <span className={styles.entryTitle}>{title}</span>
        {about !== '' && <span className={styles.where}>{about}</span>}
        {state !== 'new' && (
          <span className={styles.why}>
            {state === 'repeat' ? t.importing.repeat : `${t.importing.line(line)}: ${reason ?? t.importing.refused}`}
          </span>
        )}
      </span>
    </li>
  )
}

export const Preview = { Summary, List }
