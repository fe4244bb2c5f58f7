const two = (value: number): string => String(value).padStart(2, '0')

/** Seconds as `1:05`, from an hour on as `1:02:09`; what is no time, such as the length of a live stream, as `0:00`. */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
