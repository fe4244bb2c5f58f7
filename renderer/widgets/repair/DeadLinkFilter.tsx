import { Unlink } from 'lucide-react'
import { Link, useSearch } from 'wouter'
import { playablePercent } from '#contract/rules.ts'
import { useDeadCountQuery, usePlayabilityQuery } from '#data/repair.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './DeadLink.module.css'

/**
 * Link that filters a playlist by dead links, with their number, and the share of playable posts; hidden if there are no dead links and
 * the filter is off.
 */
export function DeadLinkFilter({ bead, href }: { bead: string; href: (dead: '1' | null) => string }) {
  const on = new URLSearchParams(useSearch()).get('dead') === '1'
  const { data: { count } = { count: 0 } } = useDeadCountQuery({ bead })
  const { data: numbers } = usePlayabilityQuery({ bead }, { skip: count === 0 })
  if (count === 0 && !on) return null
  return (
    <span className={styles.health}>
      <Link
        href={href(on ? null : '1')}
        className={styles.filter}
        aria-current={on ? 'true' : undefined}
        title={on ? t.repair.filterOff : undefined}
      >
        <Icon as={Unlink} size={16} />
        {t.repair.filter(count)}
      </Link>
      {numbers && numbers.dead > 0 && <span className={styles.share}>{t.repair.playable(playablePercent(numbers))}</span>}
    </span>
  )
}
