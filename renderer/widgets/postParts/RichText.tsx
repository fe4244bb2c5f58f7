import { classes } from '#ui/classes.ts'
import styles from './RichText.module.css'

/** HTML that the server made safe: inline marks, line breaks and links, nothing else. */
export const RichText = ({ html, className }: { html: string; className?: string }) => (
  <div className={classes(styles.text, className)} dangerouslySetInnerHTML={{ __html: html }} />
)
