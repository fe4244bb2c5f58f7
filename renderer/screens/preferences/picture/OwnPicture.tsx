import { ImageUp } from 'lucide-react'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePictureAllowed } from './usePictureAllowed.ts'
import styles from './OwnPicture.module.css'

/** The member's picture with a button that opens the editor, where that is available (P5). */
export function OwnPicture({ me, size, onEdit }: { me: Me; size: 'large' | 'huge'; onEdit: () => void }) {
  const picture = <Avatar member={me} size={size} />
  if (!usePictureAllowed()) return picture
  return (
    <>
      {/* A larger target for pointers; keyboard and screen readers use the button below. */}
      <button
        type="button"
        className={styles.picture}
        tabIndex={-1}
        aria-hidden="true"
        title={t.preferences.changePicture}
        onClick={onEdit}
      >
        {picture}
      </button>
      <Button size="small" icon={<Icon as={ImageUp} size={18} />} onClick={onEdit}>
        {t.preferences.changePicture}
      </Button>
    </>
  )
}
