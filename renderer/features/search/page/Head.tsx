import type { SearchAsked } from '../../../../server/contract/searchPage.ts'
import { t } from '../../../texts/index.ts'
import { PlayAll } from '../../playAll/index.ts'
import { sourceOf } from './source.ts'
import styles from './Head.module.css'

export const Head = ({ asked }: { asked: SearchAsked }) => (
  <header className={styles.head}>
    <h1 className={styles.title} tabIndex={-1}>{t.search.heading(asked.q)}</h1>
    {(asked.tab === 'all' || asked.tab === 'posts') && <PlayAll source={sourceOf(asked)} />}
  </header>
)
