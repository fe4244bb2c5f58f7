import { useRef, useState } from 'react'
import { ArrowDown, ArrowUp, ArrowUpToLine, X } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import type { Media } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { duration } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { isTimed, withCopyMoved } from './form.ts'
import { looksLikeLink } from './links.ts'
import { useLookup } from './useLookup.ts'
import type { Medium } from './useMedium.ts'
import type { WizardState } from './useWizard.ts'
import styles from './Copies.module.css'

interface CopiesProps {
  wizard: WizardState
  medium: Medium
  media: Media
  bead: string | null
}

/**
 * Edits the copies of the medium on other sites (BZ1): adds, removes and reorders them. The first of the list is the
 * post's main medium; the player tries the next one if the one before is unplayable.
 */
export function Copies({ wizard: { form, change, problems }, medium, media, bead }: CopiesProps) {
  const [problem, setProblem] = useState<string | undefined>()
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const { lookup, lookUp: look } = useLookup(null)
  const { copies, copyLink: link } = form
  const looking = lookup.state === 'looking'

  const add = async () => {
    if (looking || link.trim() === '') return
    setProblem(undefined)
    if (!looksLikeLink(link)) return setProblem(t.wizard.copyInvalid)
    const finding = await look(link, bead)
    if (!finding) return
    const { media: found } = finding
    const [stream] = found.media
    if (!isTimed(found) || !stream) return setProblem(t.wizard.copyUnplayable)
    // The same address, or another address of the same stream.
    const same =
      [media, ...copies].some(({ href }) => href === found.href) ||
      media.media.some(({ type, uri }) => type === stream.type && uri === stream.uri)
    if (same) return setProblem(t.wizard.copyKnown)
    change({ copies: [...copies, found], copyLink: '' })
    setAnnouncement(t.wizard.copyAdded(found.source))
  }
  /** Moves a copy. Indexes are those of the shown list: 0 is the main medium, and `copies[n]` has the index n + 1. */
  const move = (from: number, to: number) => {
    const moved = withCopyMoved(form, from, to)
    change(moved)
    const newMain = moved.media
    setAnnouncement(newMain ? t.wizard.copyLeads(newMain.source) : t.wizard.copyMoved(copies[from - 1]!.source, to + 1))
    if (newMain && bead !== null) void medium.checkDuplicate(bead, newMain.href)
    // Focuses the same button in the row's new place, or another one if that is disabled or absent at an end of the
    // list.
    requestAnimationFrame(() => {
      const row = list.current?.children[to]
      const sameButton = row?.querySelector<HTMLElement>(to > from ? '[data-down]' : '[data-up]')
      const target = sameButton && !sameButton.matches(':disabled') ? sameButton : row?.querySelector<HTMLElement>('button:not(:disabled)')
      target?.focus()
    })
  }
  /** `n` is an index of `copies`. */
  const remove = (n: number) => {
    setAnnouncement(t.wizard.copyRemoved(copies[n]!.source))
    change({ copies: copies.filter((_, index) => index !== n) })
    requestAnimationFrame(() => document.getElementById('copy-link')?.focus())
  }
  const row = ({ href, title, source, duration: length }: Media) => (
    <span className={styles.words}>
      <span className={styles.title}>{source}</span>
      <span className={styles.small} title={href}>
        {[title, length !== undefined && duration(length)].filter(Boolean).join(' · ')}
      </span>
    </span>
  )
  return (
    <section className={styles.copies} aria-labelledby="copies-title">
      <div>
        <h4 id="copies-title" className={styles.heading}>
          {t.wizard.copies}
        </h4>
        <p className={styles.small}>{t.wizard.copiesHint}</p>
      </div>
      {copies.length > 0 && (
        <ol ref={list} className={styles.list} aria-label={t.wizard.copies}>
          {[media, ...copies].map((copy, n) => (
            <li key={copy.href} className={styles.copy}>
              {row(copy)}
              {n === 0 ? (
                <span className={styles.main}>{t.wizard.copyMain}</span>
              ) : (
                <>
                  <IconButton name={t.wizard.copyLead(copy.source)} icon={<Icon as={ArrowUpToLine} />} onClick={() => move(n, 0)} />
                  <IconButton data-up name={t.wizard.copyUp(copy.source)} icon={<Icon as={ArrowUp} />} onClick={() => move(n, n - 1)} />
                </>
              )}
              <IconButton
                data-down
                name={t.wizard.copyDown(copy.source)}
                icon={<Icon as={ArrowDown} />}
                disabled={n === copies.length}
                onClick={() => move(n, n + 1)}
              />
              {n > 0 && <IconButton name={t.wizard.copyRemove(copy.source)} icon={<Icon as={X} />} onClick={() => remove(n - 1)} />}
            </li>
          ))}
        </ol>
      )}
      {copies.length < limits.streams - 1 && (
        <div className={styles.line}>
          <Field
            id="copy-link"
            label={t.wizard.copyLink}
            type="url"
            inputMode="url"
            autoComplete="off"
            value={link}
            error={lookup.state === 'failed' ? lookup.message : (problem ?? problems.copyLink)}
            onChange={({ currentTarget }) => {
              change({ copyLink: currentTarget.value })
              setProblem(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Do not submit the surrounding form.
              event.preventDefault()
              void add()
            }}
          />
          <Button busy={looking} className={styles.add} onClick={() => void add()}>
            {t.wizard.copyAdd}
          </Button>
        </div>
      )}
      <p role="status" className={styles.said}>
        {announcement}
      </p>
    </section>
  )
}
