import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Bead, MemberRef } from '#contract/schemas.ts'
import { useListing } from '#data/index.ts'
import { useBeadFollowersInfiniteQuery } from '#data/people.ts'
import { t } from '#texts/index.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { MemberList } from '#widgets/people/index.ts'

const uidOf = ({ uid }: MemberRef): string => uid

/** Followers of a playlist with follow buttons (B8). The followers page has the same list (W5). */
export default function FollowersDialog({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const list = useListing(useBeadFollowersInfiniteQuery({ params: { id: bead.id }, query: { limit: limits.page.followers } }), uidOf)
  return (
    <Dialog
      open={open}
      size="medium"
      title={t.people.followersOfTitle(bead.title)}
      description={list.state === 'ready' ? t.people.followedBy(list.total) : undefined}
      onClose={() => setOpen(false)}
      onClosed={onClose}
    >
      <MemberList list={list} label={t.people.followers} empty={t.people.noBeadFollowers} />
    </Dialog>
  )
}
