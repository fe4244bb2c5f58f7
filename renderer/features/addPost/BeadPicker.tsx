import { useDispatch } from 'react-redux'
import { creatorOpened, failureMessage, useBeadsInfiniteQuery } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import styles from './BeadPicker.module.css'

interface BeadPickerProps {
  uid: string
  value: string | null
  error?: string
  onChange: (bead: string) => void
  /** The member goes off to start a playlist. */
  onLeave: () => void
}

/** Where a post goes, when it was not begun in a playlist: those into which the member may post. */
export function BeadPicker({ uid, value, error, onChange, onLeave }: BeadPickerProps) {
  const dispatch = useDispatch()
  const { currentData, isError, error: failure, refetch } = useBeadsInfiniteQuery({ query: { writer: uid, sort: 'recent', limit: 100 } })
  const beads = currentData?.pages[0]?.results
  if (isError && !beads)
    return (
      <div className={styles.line} role="alert">
        <p>{failureMessage(failure)}</p>
        <Button size="small" onClick={() => void refetch()}>{t.common.retry}</Button>
      </div>
    )
  if (!beads) return <SkeletonGroup label={t.common.loading}><Skeleton height="2.75rem" /></SkeletonGroup>
  if (beads.length === 0)
    return (
      <div className={styles.line}>
        <p>{t.addPost.noPlaylists}</p>
        <Button
          size="small"
          onClick={() => {
            onLeave()
            dispatch(creatorOpened())
          }}
        >
          {t.addPost.startPlaylist}
        </Button>
      </div>
    )
  return (
    <SelectField
      label={t.addPost.playlist}
      prompt={t.addPost.choosePlaylist}
      value={value ?? ''}
      error={error}
      options={beads.map(({ id, title }) => ({ value: id, title }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
