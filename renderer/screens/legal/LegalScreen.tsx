import type { LegalPage } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Article } from './Article.tsx'
import { LegalHeader } from './LegalHeader.tsx'
import { useLegalText } from './useLegalText.ts'
import styles from './LegalScreen.module.css'

/** For `app/screens.ts`, which loads the texts with the code of this screen. */
export { loadFirstTexts } from './useLegalText.ts'

/** `/tos`, `/acceptable-use`, `/copyright` and `/privacy` (R3). */
export default function LegalScreen({ page }: { page: LegalPage }) {
  const { shown, failed, retry } = useLegalText(page)
  const title = shown?.page ?? page
  usePageTitle(t.legal.titles[title])
  return (
    <div className={styles.screen}>
      <LegalHeader page={title} />
      {shown ? <Article text={shown.text} /> : failed ? <ErrorState onRetry={retry} /> : <ArticleSkeleton />}
    </div>
  )
}

const ArticleSkeleton = () => (
  <SkeletonGroup label={t.common.loading} className={styles.placeholder}>
    {[60, 100, 96, 88, 100, 40].map((width, n) => (
      <Skeleton key={n} width={`${width}%`} height="1.1rem" />
    ))}
  </SkeletonGroup>
)
