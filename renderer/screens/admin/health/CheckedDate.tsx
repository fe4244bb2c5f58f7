import { t } from '#texts/index.ts'
import { TimeAgo } from '#ui/TimeAgo.tsx'

/** When the links of a playlist were last checked; null: never. */
export const CheckedDate = ({ date }: { date: string | null }) => (
  <span>
    {date === null ? (
      t.adminHealth.unchecked
    ) : (
      <>
        {t.adminHealth.checked} <TimeAgo instant={date} />
      </>
    )}
  </span>
)
