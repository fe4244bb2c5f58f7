import { useEffect, useRef } from 'react'
import { ImageUp } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Cropper, CropPreview } from '#ui/Cropper.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { pictureTypes } from '#widgets/pictures/index.ts'
import { usePicture } from './usePicture.ts'
import { usePictureAllowed } from './usePictureAllowed.ts'
import styles from './PictureEditor.module.css'

/** Chooses a picture of oneself and the square of it that is shown (P5, F4). */
export default function PictureEditor({ open, onClose }: { open: boolean; onClose: () => void }) {
  const allowed = usePictureAllowed()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const { chosen, problem, saving, ...picture } = usePicture(onClose)
  const { mayClose, question } = useUnsaved({ busy: saving, dirty: chosen !== null, onClose })
  const gone = open && !allowed
  useEffect(() => {
    if (gone) onClose()
  }, [gone, onClose])

  return (
    <Dialog
      open={open && allowed}
      size="medium"
      title={t.preferences.picture}
      description={t.preferences.pictureHint}
      canClose={mayClose}
      onClose={onClose}
      onClosed={picture.reset}
      initialFocus={choose}
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
        <Button ref={choose} icon={<Icon as={ImageUp} />} onClick={() => input.current?.click()}>
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
            // The same file again is a choice too.
            currentTarget.value = ''
            if (file) void picture.choose(file)
          }}
        />
      </div>
      {question}
    </Dialog>
  )
}
