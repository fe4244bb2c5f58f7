import { useSavePreferencesMutation } from '#data/accounts.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { showToast } from '#ui/toast.ts'
import styles from './Welcome.module.css'

/** Decoration: two strings of beads. A bead is [x, y, radius, category colour], in units of the SVG view box. */
const strings: { path: string; beads: [number, number, number, string][] }[] = [
  {
    path: 'M-10 96 C60 30 110 128 190 74 S330 20 420 66',
    beads: [
      [34, 66, 9, 'music'],
      [96, 84, 14, 'film'],
      [168, 86, 8, 'ideas'],
      [236, 52, 17, 'food'],
      [318, 40, 10, 'art'],
      [372, 50, 13, 'comedy'],
    ],
  },
  {
    path: 'M-10 40 C70 84 150 -8 226 42 S352 112 420 88',
    beads: [
      [48, 58, 12, 'sports'],
      [122, 32, 8, 'books'],
      [196, 28, 12, 'fashion'],
      [276, 72, 9, 'learning'],
      [344, 96, 15, 'music'],
    ],
  },
]

/** The welcome box for new members; dismissing it is saved in their preferences (N4). */
export default function Welcome() {
  const [save, { isLoading }] = useSavePreferencesMutation()
  const dismiss = async () => {
    const { error } = await save({ body: { onboarding: { doFeedOnboarding: false } } })
    if (error) showToast({ text: failureMessage(error), kind: 'error', now: true })
  }
  return (
    <section className={styles.welcome} aria-labelledby="feed-welcome">
      <svg className={styles.image} viewBox="0 0 400 130" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {strings.map(({ path, beads }) => (
          <g key={path}>
            <path d={path} className={styles.string} />
            {beads.map(([x, y, r, colour]) => (
              <circle key={x} cx={x} cy={y} r={r} fill={`var(--category-${colour})`} />
            ))}
          </g>
        ))}
      </svg>
      <div className={styles.words}>
        <h2 id="feed-welcome" className={styles.title}>
          {t.feed.welcome}
        </h2>
        <p className={styles.text}>{t.feed.welcomeText}</p>
        <p className={styles.acts}>
          <ButtonLink href="/followtags" kind="primary" size="small">
            {t.feed.welcomeTags}
          </ButtonLink>
          <Button kind="plain" size="small" busy={isLoading} onClick={() => void dismiss()}>
            {t.feed.welcomeDone}
          </Button>
        </p>
      </div>
    </section>
  )
}
