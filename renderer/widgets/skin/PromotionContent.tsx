import type { ReactElement } from 'react'
import { useDispatch } from 'react-redux'
import { authOpened } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Skyscraper } from '#ui/Skyscraper.tsx'
import styles from './Promotion.module.css'

/** A partner's promotion picture and its link. */
export interface Picture {
  image: string
  href: string
}

/** The partner's picture, or without one a box with a sign-up button. */
export default function PromotionContent({ skyscraper }: { skyscraper: Picture | undefined }): ReactElement | null {
  const dispatch = useDispatch()
  if (skyscraper)
    return (
      <Skyscraper {...skyscraper} label={t.skin.promotion}>
        {t.skin.promotion}
      </Skyscraper>
    )
  return (
    <aside className={styles.join} aria-label={t.skin.joinTitle}>
      <p className={styles.title}>{t.skin.joinTitle}</p>
      <p>{t.skin.joinText}</p>
      <Button kind="primary" onClick={() => dispatch(authOpened({ mode: 'signup' }))}>
        {t.skin.join}
      </Button>
    </aside>
  )
}
