import { X } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import type { TokenFocus } from './useTokenFocus.ts'
import styles from './TokenField.module.css'

interface TokenListProps {
  tokens: readonly string[]
  /** Prefix shown before each token. */
  sign: string
  focus: TokenFocus
}

/** The selected values, each with a button that removes it. */
export const TokenList = ({ tokens, sign, focus: { active, setActive, remove, handleKey } }: TokenListProps) => (
  <ul className={styles.tokens} aria-label={t.lookup.chosen}>
    {tokens.map((token, n) => (
      <li key={token} className={styles.token}>
        <span className={styles.name}>
          {sign}
          {token}
        </span>
        <button
          type="button"
          data-token=""
          className={styles.remove}
          aria-label={t.lookup.remove(token)}
          title={t.lookup.remove(token)}
          tabIndex={n === active ? 0 : -1}
          onFocus={() => setActive(n)}
          onKeyDown={(event) => handleKey(event, n)}
          onClick={() => remove(n)}
        >
          <Icon as={X} size={14} />
        </button>
      </li>
    ))}
  </ul>
)
