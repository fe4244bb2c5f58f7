import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { adminContentPath, adminMemberPath } from '#navigation/adminPaths.ts'
import { t } from '#texts/index.ts'
import { AdminPage } from '../AdminPage.tsx'
import { Lookup } from '../Lookup.tsx'
import { contentLinkOf, type ContentLink } from './contentLink.ts'
import { ContentPage } from './ContentPage.tsx'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

/** The id of the playlist in the hash, which has the form `#?beadid=…` (R12). */
const beadIdInHash = (): string => new URLSearchParams(location.hash.replace(/^#\??/, '')).get('beadid') ?? ''

/** `/admin/playlists?id=` and `/r/admin/index.html#?beadid=` (R12): a playlist, post or comment by id or link. */
export default function ContentScreen() {
  const search = useSearch()
  const inHash = useSyncExternalStore(subscribe, beadIdInHash)
  const given = inHash || (new URLSearchParams(search).get('id') ?? '')
  return (
    <AdminPage title={t.admin.title} section="beads">
      <Content key={given} given={given} />
    </AdminPage>
  )
}

/** @param given an id or a link, or empty. */
function Content({ given }: { given: string }) {
  const [, navigate] = useLocation()
  const [link, setLink] = useState<ContentLink | null>(() => (given === '' ? null : contentLinkOf(given, location.host)))
  const id = link !== null && 'id' in link ? link.id : null

  function lookUp(text: string): void {
    const found = contentLinkOf(text, location.host)
    setLink(found)
    if ('id' in found && found.id !== given) navigate(adminContentPath(found.id))
  }

  return (
    <>
      <Lookup
        label={t.adminContent.lookup}
        hint={t.adminContent.lookupHint}
        name="id"
        initial={given}
        error={problemOf(link)}
        onLookup={lookUp}
      />
      {id !== null && <ContentPage key={id} id={id} />}
    </>
  )
}

/** Why a text is no playlist, post or comment; null if it is one. */
function problemOf(link: ContentLink | null): ReactNode {
  if (link === null) return null
  if ('uid' in link)
    return (
      <>
        {t.adminContent.isMember} <Link href={adminMemberPath(link.uid)}>{t.adminContent.toMember(link.uid)}</Link>
      </>
    )
  if (!('problem' in link)) return null
  return link.problem === 'otherSite' ? t.adminContent.otherSite(link.host) : t.adminContent.problems[link.problem]
}
