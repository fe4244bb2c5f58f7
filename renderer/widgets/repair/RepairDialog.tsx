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
import { BrokenPost } from './BrokenPost.tsx'
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
  const [failedAction, setFailedAction] = useState<{ href: string; message: string } | null>(null)
  /** Link typed into `OwnLink` but not submitted. */
  const [typedHref, setTypedHref] = useState('')
  const content = useRef<HTMLDivElement>(null)
  /** True after a change that affects lists of dead links. */
  const changed = useRef(false)
  const busy = accepting.isLoading || undoing.isLoading
  const close = () => setOpen(false)
  const { mayClose, question } = useUnsaved({ busy, dirty: state?.dead === true && typedHref.trim() !== '', onClose: close })

  // The first member who opens the dialog triggers the search.
  const unsearched = state?.dead === true && state.searchedDate === null
  useEffect(() => {
    if (unsearched) void search({ params: { id }, body: {} })
  }, [id, search, unsearched])

  /** The pressed button may be unmounted; move the focus to the content. */
  const announce = (text: string) => {
    showToast({ text, now: true })
    content.current?.focus()
  }
  async function runAction(
    href: string,
    request: Promise<RepairState>,
    messageFor: (state: RepairState) => string | null,
  ): Promise<boolean> {
    setFailedAction(null)
    try {
      const text = messageFor(await request)
      changed.current = true
      if (text !== null) announce(text)
      return true
    } catch (reason) {
      if (!isSessionEnd(reason)) setFailedAction({ href, message: failureMessage(reason) })
      return false
    }
  }
  const acceptLink = (href: string) =>
    runAction(
      href,
      accept({ params, body: { href, version: state!.version } }).unwrap(),
      ({ post: { media } }) => media && t.repair.replaced(media.title, media.source),
    )
  const handleClosed = () => {
    onClose()
    // Lists of dead links are updated after the dialog has closed.
    if (changed.current) dispatch(invalidateRepaired(post))
  }

  return (
    <Dialog
      open={open}
      size="large"
      title={t.repair.title}
      onClose={close}
      onClosed={handleClosed}
      canClose={mayClose}
      initialFocus={content}
    >
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
            <BrokenPost
              state={state}
              checking={checking.isLoading}
              error={failedAction?.href === '' ? failedAction.message : null}
              onCheck={() => void runAction('', check({ params }).unwrap(), ({ dead }) => (dead ? t.repair.stillDead : t.repair.isBack))}
            />
            {state.dead && (
              <>
                <Suggestions
                  state={state}
                  searching={searching.isLoading || (unsearched && !searching.isError)}
                  failure={searching.isError ? failureMessage(searching.error) : null}
                  busy={busy}
                  failedAction={failedAction}
                  onAgain={() => void search({ params, body: { again: true } })}
                  onAccept={(href) => void acceptLink(href)}
                  onReject={(href, rejected) => void runAction(href, reject({ params, body: { href, rejected } }).unwrap(), () => null)}
                />
                <OwnLink
                  busy={busy}
                  error={
                    failedAction && !state.suggestions.some(({ href }) => href === failedAction.href) && failedAction.href !== ''
                      ? failedAction.message
                      : null
                  }
                  onUse={acceptLink}
                  onChange={(href) => {
                    setTypedHref(href)
                    setFailedAction(null)
                  }}
                />
              </>
            )}
            <History
              history={state.history}
              busy={busy}
              error={failedAction && state.history.some((one) => one.id === failedAction.href) ? failedAction.message : null}
              onUndo={(repair) => void runAction(repair, undo({ params, body: { repair } }).unwrap(), () => t.repair.undone)}
            />
            {failedAction !== null && (
              <p className={styles.reload}>
                <Button
                  size="small"
                  kind="plain"
                  onClick={() => {
                    setFailedAction(null)
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
