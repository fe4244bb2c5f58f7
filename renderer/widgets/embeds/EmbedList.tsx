import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useInlineEmbedQuery, useUnsupportedInlineEmbedsQuery } from '#data/embeds.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { Embed } from './Embed.tsx'
import { divide, linksOf } from './links.ts'
import styles from './Embeds.module.css'

export interface EmbedsProps {
  /** Sanitised HTML from the server. */
  html: string
  /** Previews start collapsed. */
  condensed?: boolean
  /** Address to skip, because it is shown elsewhere. */
  without?: string | undefined
}

/**
 * Playable links first, one request each; the others in batches of ten. Each request is sent when its placeholder is near the viewport.
 */
export default function EmbedList({ html, condensed = false, without }: EmbedsProps) {
  const { supported, batches } = useMemo(() => divide(linksOf(html, without === undefined ? [] : [without])), [html, without])
  if (supported.length === 0 && batches.length === 0) return null
  return (
    <section className={styles.embeds} aria-label={t.embeds.label}>
      {supported.map((href) => (
        <Supported key={href} href={href} condensed={condensed} />
      ))}
      {batches.map((hrefs) => (
        <Batch key={hrefs[0]} hrefs={hrefs} condensed={condensed} />
      ))}
    </section>
  )
}

function Supported({ href, condensed }: { href: string; condensed: boolean }) {
  const [place, seen] = useSeen()
  const { data, isError } = useInlineEmbedQuery(href, { skip: !seen })
  // The link is still in the text.
  if (isError) return null
  return data ? (
    <Embed embed={data} condensed={condensed} />
  ) : (
    <Bone ref={place}>
      <Skeleton height={condensed ? '2.5rem' : '12rem'} />
    </Bone>
  )
}

function Batch({ hrefs, condensed }: { hrefs: readonly string[]; condensed: boolean }) {
  const [place, seen] = useSeen()
  const { data, isError } = useUnsupportedInlineEmbedsQuery(hrefs, { skip: !seen })
  if (isError) return null
  if (!data)
    return (
      <Bone ref={place}>
        {hrefs.map((href) => (
          <Skeleton key={href} height="2.5rem" />
        ))}
      </Bone>
    )
  return data.results.map((embed, n) => <Embed key={hrefs[n]} embed={embed} condensed={condensed} />)
}

const Bone = ({ ref, children }: { ref: RefObject<HTMLDivElement | null>; children: ReactNode }) => (
  <div ref={ref}>
    <SkeletonGroup label={t.embeds.loading} className={styles.bones}>
      {children}
    </SkeletonGroup>
  </div>
)

/** Distance to the viewport in pixels at which a request is sent. */
const ahead = 200

/** True once the element has been near the viewport. */
function useSeen(): [RefObject<HTMLDivElement | null>, boolean] {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: `${ahead}px 0px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [seen])
  return [place, seen]
}
