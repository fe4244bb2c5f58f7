import { useDispatch } from 'react-redux'
import { useMe } from '#data/index.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { followTagAs } from '#data/relationCommands.ts'
import { t } from '#texts/index.ts'
import { TagChooser } from '#widgets/lookup/index.ts'
import styles from './FollowTagsScreen.module.css'

/** A field with autocompletion that follows each entered tag at once, and calls `onFollowed` if it was not followed. */
export function TagSearch({ onFollowed }: { onFollowed: (name: string) => void }) {
  const dispatch = useDispatch<ApiDispatch>()
  const { me } = useMe()
  const follow = (tags: readonly string[]) => {
    for (const name of tags) {
      if (me) void followTagAs(dispatch, me.uid, name).then((done) => done && onFollowed(name))
    }
  }
  return (
    <div className={styles.find}>
      {/* The value stays empty: entered tags are followed, not listed in the field. */}
      <TagChooser label={t.followTags.find} hint={t.followTags.findHint} value={[]} onChange={follow} />
    </div>
  )
}
