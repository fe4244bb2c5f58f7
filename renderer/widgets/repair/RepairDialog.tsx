import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Post } from '#contract/schemas.ts'
import { failureMessage, isSessionEnd } from '#data/index.ts'
import {
  invalidateRepaired,
  useAcceptRepairMutation,
  useCheckRepairMutation,
  useRejectRepairMutation,
  useRepairQuery,
  useSearchRepairMutation,
  useUndoRepairMutation,
  type RepairState,
} from '#data/repair.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { showToast } from '#ui/toast.ts'
import { useUnsaved } from '#ui/useUnsaved.tsx'
import { Broken } from './Broken.tsx'
import { History } from './History.tsx'
import { OwnLink } from './OwnLink.tsx'
import { Suggestions } from './Suggestions.tsx'
import styles from './Repair.module.css'

interface RepairDialogProps {
  post: Post
  onClose: () => void
}

/** Repairs a dead link: suggestions, own link, history. Links are replaced only manually, and each replacement can be undone (BZ2). */
export function RepairDialog({ post, onClose }: RepairDialogProps) {
  const { id } = post
  const params = { id }
  const [open, setOpen] = useState(true)
  const dispatch = useDispatch()
  const { data: state, error, refetch } = useRepairQuery({ params })
  const [search, searching] = useSearchRepairMutation()
  const [accept, accepting] = useAcceptRepairMutation()
  const [undo, undoing] = useUndoRepairMutation()
  const [reject] = useRejectRepairMutation()
  const [check, checking] = useCheckRepairMutation()
  /** Error of an action, displayed at its control. */
  const [refused, setRefused] = useState<{ href: string; message: string } | null>(null)
  /** Link typed into `OwnLink` but not submitted. */
  const [typed, setTyped] = useState('')
  const content = useRef<HTMLDivElement>(null)
  /** True after a change that affects lists of dead links. */
  const changed = useRef(false)
  const busy = accepting.isLoading || undoing.isLoading
  const close = () => setOpen(false)
  const { mayClose, question } = useUnsaved({ busy, dirty: state?.dead === true && typed.trim() !== '', onClose: close })

  // The first member who opens the dialog triggers the search.
  const unsearched = state?.dead === true && state.searchedDate === null
  useEffect(() => {
    if (unsearched) void search({ params: { id }, body: {} })
  }, [id, search, unsearched])

  /** The pressed button may be unmounted; move the focus to the content. */
  const told = (text: string) => {
    showToast({ text, now: true })
    content.current?.focus()
  }
  async function act(href: string, work: Promise<RepairState>, done: (state: RepairState) => string | null): Promise<boolean> {
    setRefused(null)
    try {
      const text = done(await work)
      changed.current = true
      if (text !== null) told(text)
      return true
    } catch (reason) {
      if (!isSessionEnd(reason)) setRefused({ href, message: failureMessage(reason) })
      return false
    }
  }
  const take = (href: string) =>
    act(
      href,
      accept({ params, body: { href, version: state!.version } }).unwrap(),
      ({ post: { media } }) => media && t.repair.replaced(media.title, media.source),
    )
  const leave = () => {
    onClose()
    // Lists of dead links are updated after the dialog has closed.
    if (changed.current) dispatch(invalidateRepaired(post))
  }

  return (
    <Dialog open={open} size="large" title={t.repair.title} onClose={close} onClosed={leave} canClose={mayClose} initialFocus={content}>
      <div ref={content} tabIndex={-1} className={styles.content}>
        {!state ? (
          error ? (
            <ErrorState level={3} message={failureMessage(error)} onRetry={() => void refetch()} />
          ) : (
            <SkeletonGroup label={t.repair.loading}>
              <Skeleton height="5rem" />
              <Skeleton height="5rem" />
              <Skeleton height="5rem" />
            </SkeletonGroup>
          )
        ) : (
          <>
            <Broken
              state={state}
              checking={checking.isLoading}
              refused={refused?.href === '' ? refused.message : null}
              onCheck={() => void act('', check({ params }).unwrap(), ({ dead }) => (dead ? t.repair.stillDead : t.repair.isBack))}
            />
            {state.dead && (
              <>
                <Suggestions
                  state={state}
                  searching={searching.isLoading || (unsearched && !searching.isError)}
                  failure={searching.isError ? failureMessage(searching.error) : null}
                  busy={busy}
                  refused={refused}
                  onAgain={() => void search({ params, body: { again: true } })}
                  onAccept={(href) => void take(href)}
                  onReject={(href, rejected) => void act(href, reject({ params, body: { href, rejected } }).unwrap(), () => null)}
                />
                <OwnLink
                  busy={busy}
                  error={
                    refused && !state.suggestions.some(({ href }) => href === refused.href) && refused.href !== '' ? refused.message : null
                  }
                  onUse={take}
                  onChange={(href) => {
                    setTyped(href)
                    setRefused(null)
                  }}
                />
              </>
            )}
            <History
              history={state.history}
              busy={busy}
              error={refused && state.history.some((one) => one.id === refused.href) ? refused.message : null}
              onUndo={(repair) => void act(repair, undo({ params, body: { repair } }).unwrap(), () => t.repair.undone)}
            />
            {refused !== null && (
              <p className={styles.reload}>
                <Button
                  size="small"
                  kind="plain"
                  onClick={() => {
                    setRefused(null)
                    void refetch()
                  }}
                >
                  {t.repair.reload}
                </Button>
              </p>
            )}
          </>
        )}
      </div>
      {question}
    </Dialog>
  )
}
