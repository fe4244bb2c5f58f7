import { Upload } from 'lucide-react'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { useFileDrop } from '#ui/useFileDrop.ts'
import styles from './ImportDialog.module.css'

interface FileInputProps {
  /** A file has been imported already. */
  done: boolean
  /** A file is selected; this smaller control replaces it. */
  small: boolean
  onFile: (file: File | null) => Promise<void>
}

/** File input and drop target. */
export function FileInput({ done, small, onFile }: FileInputProps) {
  const { over, drop } = useFileDrop((file) => void onFile(file))
  return (
    <label className={classes(styles.drop, small && styles.small, over && styles.over)} {...drop}>
      <Icon as={Upload} size={small ? 20 : 28} />
      <span className={styles.name}>{done ? t.importing.another : small ? t.importing.change : t.importing.choose}</span>
      {!small && <span className={styles.about}>{t.importing.formats}</span>}
      <input
        type="file"
        className={styles.input}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Reset the input, so that selecting the same (corrected) file fires a change event again.
          void onFile(file ?? null).finally(() => (currentTarget.value = ''))
        }}
      />
    </label>
  )
}
