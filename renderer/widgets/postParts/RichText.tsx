import { classes } from '#ui/classes.ts'
import styles from './RichText.module.css'

/** A text as HTML, sanitised by the server: only inline markup, line breaks and links. */
export const RichText = ({ html, className }: { html: string; className?: string }) => (
  <div className={classes(styles.text, className)} dangerouslySetInnerHTML={{ __html: html }} />
)
