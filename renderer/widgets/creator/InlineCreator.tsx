import { useRef, useState } from 'react'
import type { Bead } from '#contract/schemas.ts'
import { Plus } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { CreatorForm } from './CreatorForm.tsx'
import styles from './InlineCreator.module.css'

interface InlineCreatorProps {
  /** Asked before it opens. */
  mayOpen?: () => boolean
  /** As of `CreatorForm`. */
  onCreated?: (bead: Bead) => void
}

/** The basic creator in its place: a button that becomes a title and a Start button (C4). */
export default function InlineCreator({ mayOpen, onCreated }: InlineCreatorProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <Button ref={button} className={styles.opener} icon={<Icon as={Plus} />} onClick={() => setOpen(mayOpen?.() !== false)}>
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
          // The field that had the focus has gone.
          setTimeout(() => button.current?.focus())
        }}
      />
    </div>
  )
}
