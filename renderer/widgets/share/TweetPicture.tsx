import { useEffect, useState } from 'react'
import { Copy, Download } from 'lucide-react'
import { failureMessage, track } from '#data/index.ts'
import { useAutoshareMutation } from '#data/sharing.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { showToast } from '#ui/toast.ts'
import { openShareWindow } from './networks.ts'
import type { ShareTarget } from './shareTarget.ts'
import styles from './TweetPicture.module.css'

/** Converts the picture to PNG, the only image format that every browser writes to the clipboard. */
async function asPng(address: string): Promise<Blob> {
  const bitmap = await createImageBitmap(await (await fetch(address)).blob())
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

async function copyPicture(address: string): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(address) })])
    showToast({ text: t.share.pictureCopied, length: 'short', now: true })
  } catch {
    // The picture's site sends no CORS headers, or clipboard access is denied.
    showToast({ text: t.share.pictureFailed, kind: 'error', now: true })
  }
}

/** A tweet with a picture (S3). X's web intent accepts no image, so the user copies or saves it and adds it to the prefilled tweet. */
export default function TweetPicture({ of: { kind, id }, onClose }: { of: ShareTarget; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const [fetchOffer, { data, error, isError }] = useAutoshareMutation()
  useEffect(() => void fetchOffer({ kind, id, picture: true }), [fetchOffer, kind, id])
  const address = data?.offers[0]?.href
  const picture = data?.picture ?? null

  const tweet = () => {
    if (address === undefined) return
    const popup = openShareWindow()
    if (!popup) return showToast({ text: t.share.blocked, kind: 'error', now: true })
    track('share', { id, to: 'twitter' })
    popup.navigate(address)
  }
  return (
    <Dialog
      open={open}
      title={t.share.pictureTitle}
      description={picture === null ? undefined : t.share.pictureText}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      actions={
        <>
          <Button kind="plain" onClick={() => setOpen(false)}>
            {t.common.cancel}
          </Button>
          <Button kind="primary" disabled={address === undefined} onClick={tweet}>
            {t.share.tweet}
          </Button>
        </>
      }
    >
      {isError ? (
        <ErrorState level={3} message={failureMessage(error)} onRetry={() => void fetchOffer({ kind, id, picture: true })} />
      ) : !data ? (
        <Skeleton ratio="16/9" />
      ) : picture === null ? (
        <p>{t.share.noPicture}</p>
      ) : (
        <div className={styles.picture}>
          <Image src={picture} alt="" fit="contain" eager />
          <div className={styles.acts}>
            <Button size="small" icon={<Icon as={Copy} size={18} />} onClick={() => void copyPicture(picture)}>
              {t.share.copyPicture}
            </Button>
            <a className={styles.save} href={picture} download target="_blank" rel="noopener">
              <Icon as={Download} size={18} />
              {t.share.savePicture}
            </a>
          </div>
        </div>
      )}
    </Dialog>
  )
}
