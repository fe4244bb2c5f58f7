import { useRef, useState } from 'react'
import { Pause, Play } from 'lucide-react'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './Film.module.css'

/** Decorative muted background video. If it cannot load or autoplay, the poster image remains. */
export default function Film() {
  const video = useRef<HTMLVideoElement>(null)
  const [started, setStarted] = useState(false)
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
        className={classes(styles.film, started && styles.begun)}
        aria-hidden="true"
        tabIndex={-1}
        autoPlay
        muted
        loop
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        onPlaying={() => setStarted(true)}
      >
        <source src="/landing/landing.webm" type="video/webm" />
        <source src="/landing/landing.mp4" type="video/mp4" />
      </video>
      {/* Motion longer than five seconds needs a pause control (WCAG 2.2.2). */}
      {started && (
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
