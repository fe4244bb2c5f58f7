import { useRef, useState } from 'react'
import type { Bead } from '#contract/schemas.ts'
import { Plus } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { CreatorForm } from './CreatorForm.tsx'
import styles from './InlineCreator.module.css'

interface InlineCreatorProps {
  /** Returning false cancels opening. */
  canOpen?: () => boolean
  /** As in `CreatorForm`. */
  onCreated?: (bead: Bead) => void
}

/** The basic creator inline: a button that turns into a title field and a Start button (C4). */
export default function InlineCreator({ canOpen, onCreated }: InlineCreatorProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <Button ref={button} className={styles.opener} icon={<Icon as={Plus} />} onClick={() => setOpen(canOpen?.() !== false)}>
        {t.creator.label}
      </Button>
    )
  return (
    <div className={styles.creator}>
      <CreatorForm
        {...(onCreated && { onCreated })}
        ref={(input) => input?.focus()}
        onDone={() => {
          setOpen(false)
          // The focused field is unmounted; the button is focused after it has been rendered again.
          setTimeout(() => button.current?.focus())
        }}
      />
    </div>
  )
}
