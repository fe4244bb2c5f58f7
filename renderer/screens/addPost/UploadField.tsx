import { useEffect, useRef } from 'react'
import { ImageUp } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { useFileDrop } from '#ui/useFileDrop.ts'
import { pictureTypes } from '#widgets/pictures/index.ts'
import styles from './UploadField.module.css'

/** A file from the device: chosen, or dropped here. Null where somebody went without choosing one. */
export function UploadField({ busy, onFile }: { busy: boolean; onFile: (file: File | null) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { over, drop } = useFileDrop(onFile)
  const told = useRef(onFile)
  useEffect(() => {
    told.current = onFile
  })
  // React knows of no such event.
  useEffect(() => {
    const element = input.current
    const cancel = () => told.current(null)
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
          // The same file again is a choice too.
          currentTarget.value = ''
          onFile(file)
        }}
      />
    </div>
  )
}
