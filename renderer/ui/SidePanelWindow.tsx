import type { ReactNode, RefObject } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { t } from '#texts/index.ts'
import { useBackGuard } from './backGuard.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { useNoticeHold } from './notices.ts'
import { returnTo } from './opener.ts'
import dialog from './Dialog.module.css'
import styles from './SidePanel.module.css'

export interface SidePanelProps {
  open: boolean
  /** Called on Esc, the overlay, the close button and the browser's Back. */
  onClose: () => void
  title: string
  /** Gets the focus after closing; by default the opener. */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | boolean | null)
  children: ReactNode
}

export default function SidePanelWindow({
  open,
  onClose,
  title,
  opener,
  finalFocus = () => returnTo(opener),
  children,
}: SidePanelProps & { opener: HTMLElement | null }) {
  useNoticeHold(open)
  useBackGuard(open, onClose)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialog.backdrop} />
        <Base.Popup className={styles.panel} finalFocus={finalFocus}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton name={t.common.close} icon={<Icon as={X} />} />} />
          </div>
          {/* Its content has tab stops; Firefox adds one for every scroll container. */}
          <div className={styles.body} tabIndex={-1}>
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
