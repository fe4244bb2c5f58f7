import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useInlineEmbedQuery, useUnsupportedInlineEmbedsQuery } from '#data/embeds.ts'
import { t } from '#texts/index.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { Embed } from './Embed.tsx'
import { splitLinks, findLinks } from './links.ts'
import styles from './Embeds.module.css'

export interface EmbedsProps {
  /** Text with links: sanitised HTML from the server. */
  html: string
  /** Previews start collapsed. */
  condensed?: boolean
  /** Address to skip, because it is shown elsewhere. */
  exclude?: string | undefined
}

/**
 * Previews of a text's links: playable links first, with one request each, then the others in batches of ten. A request
 * is sent when its placeholder comes within 200 px of the viewport.
 */
export default function EmbedList({ html, condensed = false, exclude }: EmbedsProps) {
  const { supported, batches } = useMemo(() => splitLinks(findLinks(html, exclude === undefined ? [] : [exclude])), [html, exclude])
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
  const [placeholder, isNear] = useNearViewport()
  const { data, isError } = useInlineEmbedQuery(href, { skip: !isNear })
  // Without a preview, the link in the text remains.
  if (isError) return null
  return data ? (
    <Embed embed={data} condensed={condensed} />
  ) : (
    <Placeholder ref={placeholder}>
      <Skeleton height={condensed ? '2.5rem' : '12rem'} />
    </Placeholder>
  )
}

function Batch({ hrefs, condensed }: { hrefs: readonly string[]; condensed: boolean }) {
  const [placeholder, isNear] = useNearViewport()
  const { data, isError } = useUnsupportedInlineEmbedsQuery(hrefs, { skip: !isNear })
  if (isError) return null
  if (!data)
    return (
      <Placeholder ref={placeholder}>
        {hrefs.map((href) => (
          <Skeleton key={href} height="2.5rem" />
        ))}
      </Placeholder>
    )
  return data.results.map((embed, n) => <Embed key={hrefs[n]} embed={embed} condensed={condensed} />)
}

const Placeholder = ({ ref, children }: { ref: RefObject<HTMLDivElement | null>; children: ReactNode }) => (
  <div ref={ref}>
    <SkeletonGroup label={t.embeds.loading} className={styles.skeleton}>
      {children}
    </SkeletonGroup>
  </div>
)

/** Distance to the viewport in pixels at which a request is sent. */
const loadDistance = 200

/** Ref of an element, and whether it has come within `loadDistance` of the viewport. */
function useNearViewport(): [RefObject<HTMLDivElement | null>, boolean] {
  const placeholder = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || !placeholder.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: `${loadDistance}px 0px` },
    )
    observer.observe(placeholder.current)
    return () => observer.disconnect()
  }, [isNear])
  return [placeholder, isNear]
}
