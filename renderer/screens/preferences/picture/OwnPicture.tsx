import { ImageUp } from 'lucide-react'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePictureAllowed } from './usePictureAllowed.ts'
import styles from './OwnPicture.module.css'

/** One's own picture, which opens the editor where there is room for it (P5); the button beside it says so. */
export function OwnPicture({ me, size, onEdit }: { me: Me; size: 'large' | 'huge'; onEdit: () => void }) {
  const picture = <Avatar member={me} size={size} />
  if (!usePictureAllowed()) return picture
  return (
    <>
      {/* The same as the button, for who presses the picture itself. */}
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
