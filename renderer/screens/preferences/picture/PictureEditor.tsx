import { useEffect, useRef } from 'react'
import { ImageUp } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Cropper, CropPreview } from '#ui/Cropper.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { pictureTypes } from '#widgets/pictures/index.ts'
import { usePictureEditor } from './usePictureEditor.ts'
import { usePictureAllowed } from './usePictureAllowed.ts'
import styles from './PictureEditor.module.css'

/** The dialog that uploads a profile picture: choose a file, crop it, save (P5, F4). */
export default function PictureEditor({ open, onClose }: { open: boolean; onClose: () => void }) {
  const allowed = usePictureAllowed()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { chosen, problem, saving, ...picture } = usePictureEditor(onClose)
  const { mayClose, question } = useUnsaved({ busy: saving, dirty: chosen !== null, onClose })
  // The window may become too narrow while the dialog is open.
  const isNoLongerAllowed = open && !allowed
  useEffect(() => {
    if (isNoLongerAllowed) onClose()
  }, [isNoLongerAllowed, onClose])

  return (
    <Dialog
      open={open && allowed}
      size="medium"
      title={t.preferences.picture}
      description={t.preferences.pictureHint}
      canClose={mayClose}
      onClose={onClose}
      onClosed={picture.reset}
      initialFocus={chooseButton}
      actions={
        <>
          <Button kind="plain" disabled={saving} onClick={() => mayClose() && onClose()}>
            {t.preferences.cancel}
          </Button>
          <Button kind="primary" busy={saving} onClick={() => void picture.save()}>
            {t.preferences.savePicture}
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        {chosen && (
          <>
            <Cropper src={chosen.src} rules={chosen.rules} crop={chosen.crop} onChange={picture.move} />
            <figure className={styles.preview}>
              <div className={styles.round}>
                <CropPreview src={chosen.src} rules={chosen.rules} crop={chosen.crop} round />
              </div>
              <figcaption className={styles.caption}>{t.preferences.preview}</figcaption>
            </figure>
          </>
        )}
        <Button ref={chooseButton} icon={<Icon as={ImageUp} />} onClick={() => input.current?.click()}>
          {chosen ? t.preferences.otherPicture : t.preferences.choosePicture}
        </Button>
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <input
          ref={input}
          type="file"
          accept={pictureTypes.join()}
          hidden
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            // Otherwise choosing the same file again fires no change event.
            currentTarget.value = ''
            if (file) void picture.choose(file)
          }}
        />
      </div>
      {question}
    </Dialog>
  )
}
