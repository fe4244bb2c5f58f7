import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Image } from '#ui/Image.tsx'
import { RichText } from '#widgets/postParts/index.ts'
import { MediaPreview } from './MediaPreview.tsx'
import { displayTitle, defaultTitle, headlineOf, isTimed, textOf, type Form } from './form.ts'
import styles from './Preview.module.css'

/**
 * Preview of the post; for a repost, of the original. `post` is the post that is edited or reposted. The text is
 * rendered as HTML: it comes from the member's own editor, or the server has sanitised it.
 */
export function Preview({ form, post, picture }: { form: Form; post: Post | null; picture: string | null }) {
  const reposted = form.mode === 'repost' ? post : null
  const media = reposted ? reposted.media : form.media
  const title = reposted ? reposted.title : headlineOf(form).trim() || defaultTitle(form)
  const text = reposted ? reposted.description : textOf(form)
  const tags = reposted ? reposted.tags : form.tags
  const { start, end } = form
  return (
    <article className={styles.post}>
      {media?.type === 'image' ? (
        <div className={styles.picture}>
          <Image src={picture ?? media.image ?? media.href} alt="" seed={media.href} fit="contain" eager />
        </div>
      ) : reposted ? (
        media && (
          <MediaPreview
            form={{ media, what: media.what ?? media.title, who: media.who ?? [], byAddress: false, uploaded: false }}
            picture={null}
          />
        )
      ) : (
        <MediaPreview form={form} picture={picture} />
      )}
      <h4 className={styles.title}>{title}</h4>
      {media?.type === 'image' && displayTitle(form) !== title && displayTitle(form) !== '' && !reposted && (
        <p className={styles.small}>{displayTitle(form)}</p>
      )}
      {!reposted && isTimed(media) && ((start !== '0:00' && start !== '') || end !== '') && (
        <p className={styles.small}>{t.wizard.plays(start || '0:00', end)}</p>
      )}
      {text !== '' && <RichText html={removeLinks(text)} className={styles.text} />}
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={t.wizard.tags}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              #{tag}
            </li>
          ))}
        </ul>
      )}
      {form.bead && <p className={styles.small}>{t.wizard.goesTo(form.bead.title)}</p>}
    </article>
  )
}

/** Removes the link tags: a click on a link would leave the wizard. */
const removeLinks = (html: string): string => html.replace(/<\/?a\b[^>]*>/gi, '')
