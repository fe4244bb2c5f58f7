import { useRef, useState } from 'react'
import { Pause, Play } from 'lucide-react'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './Film.module.css'

/** Silent and only for the eye. Where it may not begin by itself, or is not to be had, the picture under it stays. */
export default function Film() {
  const video = useRef<HTMLVideoElement>(null)
  const [begun, setBegun] = useState(false)
  const [paused, setPaused] = useState(false)
  const toggle = () => {
    if (paused) void video.current?.play().catch(() => undefined)
    else video.current?.pause()
    setPaused(!paused)
  }
  return (
    <>
      <video
        ref={video}
        className={classes(styles.film, begun && styles.begun)}
        aria-hidden="true"
        tabIndex={-1}
        autoPlay
        muted
        loop
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        onPlaying={() => setBegun(true)}
      >
        <source src="/landing/landing.webm" type="video/webm" />
        <source src="/landing/landing.mp4" type="video/mp4" />
      </video>
      {/* What moves for longer than five seconds can be stopped (WCAG 2.2.2). */}
      {begun && (
        <IconButton
          className={styles.toggle}
          name={paused ? t.landing.play : t.landing.pause}
          icon={<Icon as={paused ? Play : Pause} fill="currentColor" />}
          look="over"
          onClick={toggle}
        />
      )}
    </>
  )
}
