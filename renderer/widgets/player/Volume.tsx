import { useEffect, useState } from 'react'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { canSetVolume, player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Slider } from '#ui/Slider.tsx'
import { usePlayer } from './usePlayer.ts'
import styles from './Volume.module.css'

/** Mute button. */
export function Mute() {
  const dispatch = useDispatch()
  const { volume, muted } = usePlayer()
  const silent = muted || volume === 0
  return (
    <IconButton
      name={silent ? t.player.unmute : t.player.mute}
      icon={<Icon as={silent ? VolumeX : volume < 0.5 ? Volume1 : Volume2} />}
      // At volume 0 unmuting alone stays silent.
      onClick={() => dispatch(volume === 0 ? player.setVolume(0.5) : player.setMuted(!muted))}
    />
  )
}

/** Mute button, with a slider where the browser allows scripts to set the volume. */
export function Volume() {
  const dispatch = useDispatch()
  const { volume, muted } = usePlayer()
  const settable = useSettable()
  const set = (percent: number) => dispatch(player.setVolume(percent / 100))
  return (
    <div className={styles.volume}>
      <Mute />
      {settable && (
        <Slider
          name={t.player.volume}
          className={styles.slider}
          value={muted ? 0 : Math.round(volume * 100)}
          max={100}
          step={5}
          valueText={(value) => (value === 0 ? t.player.muted : t.player.percent(value))}
          onMove={set}
          onCommit={set}
        />
      )}
    </div>
  )
}

/** Result of the volume check; undefined before it has run. */
let cachedSettable: boolean | undefined

/** Whether scripts can set the volume; iOS, for example, does not allow it. */
function useSettable(): boolean {
  const [settable, setSettable] = useState(cachedSettable ?? true)
  useEffect(() => {
    if (cachedSettable === undefined) void canSetVolume().then((can) => setSettable((cachedSettable = can)))
  }, [])
  return settable
}
