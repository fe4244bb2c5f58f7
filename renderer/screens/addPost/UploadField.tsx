import { useEffect, useRef } from 'react'
import { ImageUp } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { useFileDrop } from '#ui/useFileDrop.ts'
import { pictureTypes } from '#widgets/pictures/index.ts'
import styles from './UploadField.module.css'

/** Picture upload by file dialog or drag and drop. `onFile` receives null if the dialog is cancelled. */
export function UploadField({ busy, onFile }: { busy: boolean; onFile: (file: File | null) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { over, drop } = useFileDrop(onFile)
  const latestOnFile = useRef(onFile)
  useEffect(() => {
    latestOnFile.current = onFile
  })
  // React has no `onCancel` for file inputs.
  useEffect(() => {
    const element = input.current
    const cancel = () => latestOnFile.current(null)
    element?.addEventListener('cancel', cancel)
    return () => element?.removeEventListener('cancel', cancel)
  }, [])
  return (
    <div className={classes(styles.drop, over && styles.over)} {...drop}>
      <Button icon={<Icon as={ImageUp} />} busy={busy} onClick={() => input.current?.click()}>
        {t.wizard.upload}
      </Button>
      <p className={styles.hint}>{t.wizard.uploadHint}</p>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join()}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0] ?? null
          // Otherwise, choosing the same file again triggers no change event.
          currentTarget.value = ''
          onFile(file)
        }}
      />
    </div>
  )
}
