import { t } from '#texts/index.ts'
import { Button } from './Button.tsx'
import styles from './DraftNotice.module.css'

/** Above a form that was restored from a draft. */
export const DraftNotice = ({ onStartOver }: { onStartOver: () => void }) => (
  <p className={styles.notice} role="status">
    <span>{t.common.draftRestored}</span>
    <Button size="small" kind="plain" onClick={onStartOver}>
      {t.common.startOver}
    </Button>
  </p>
)
