import { useState } from 'react'
import { Download } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { serverUrl } from '#data/client.ts'
import { t } from '#texts/index.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './ExportDialog.module.css'

const formats = ['jspf', 'xspf', 'm3u', 'csv'] as const

/** Exports a playlist as a file (BY12). */
export default function ExportDialog({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      title={t.beadDialogs.title}
      description={t.beadDialogs.text}
      size="small"
    >
      <ul className={styles.formats}>
        {formats.map((format) => (
          <li key={format}>
            <a href={serverUrl(`/api/v0/beads/${bead.id}/export?format=${format}`)} download className={styles.format}>
              <Icon as={Download} />
              <span className={styles.words}>
                <span className={styles.name}>{t.beadDialogs.formats[format].name}</span>
                <span className={styles.about}>{t.beadDialogs.formats[format].about}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
