import { Unlink } from 'lucide-react'
import { Link, useSearch } from 'wouter'
import { useDeadCountQuery } from '#data/repair.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './DeadLink.module.css'

/** Link that filters a playlist by dead links, with their number; hidden if there are none and the filter is off. */
export function DeadLinkFilter({ bead, href }: { bead: string; href: (dead: '1' | null) => string }) {
  const on = new URLSearchParams(useSearch()).get('dead') === '1'
  const { data: { count } = { count: 0 } } = useDeadCountQuery({ bead })
  if (count === 0 && !on) return null
  return (
    <Link
      href={href(on ? null : '1')}
      className={styles.filter}
      aria-current={on ? 'true' : undefined}
      title={on ? t.repair.filterOff : undefined}
    >
      <Icon as={Unlink} size={16} />
      {t.repair.filter(count)}
    </Link>
  )
}
