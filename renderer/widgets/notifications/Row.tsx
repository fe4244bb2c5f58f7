import { Link } from 'wouter'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Image } from '#ui/Image.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { NotificationEntry } from './useNotifications.ts'
import styles from './List.module.css'

/** One notification; the whole row is a link. */
export const Row = ({
  entry: { sentence, actor, href, image, time },
  unread,
  onLeave,
}: {
  entry: NotificationEntry
  unread: boolean
  onLeave: () => void
}) => (
  <Link href={href} className={styles.row} onClick={onLeave}>
    <Avatar member={{ uid: actor.id, name: actor.title, image: actor.image }} />
    <span className={styles.words}>
      <span>
        {sentence.map(({ text, name }, n) =>
          name ? (
            <bdi key={n} className={styles.name}>
              {text}
            </bdi>
          ) : (
            text
          ),
        )}
      </span>
      <span className={styles.time}>
        {unread && (
          <>
            <span className={styles.unseen} aria-hidden="true" />
            <VisuallyHidden>{t.notifications.unseen}</VisuallyHidden>
          </>
        )}
        <TimeAgo instant={time} />
      </span>
    </span>
    {image !== null && (
      <span className={styles.image}>
        <Image src={image} alt="" ratio="1/1" seed={href} />
      </span>
    )}
  </Link>
)
