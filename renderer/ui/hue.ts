/** A hue from 0 to 359, deterministic per text. */
export function hueOf(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return Math.abs(hash) % 360
}
