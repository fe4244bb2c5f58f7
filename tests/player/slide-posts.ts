/** Lists of posts as letters, of which capitals are texts. */
import { isSlide, player, type QueuePage, type Track } from '#player/index.ts'
import type { Queue } from '#player/state.ts'
import type { TestDevice } from './device-network.ts'
import { advanceTime, slide, source, track, type startEngine } from './harness.ts'

export const names = ({ items }: Pick<Queue, 'items'>): string => items.map(({ title }) => title).join('')
export const media = (title: string): Track => track('y:ok', { title, postId: title })
const text = (title: string): Track => slide(`ok ${title}`, { title, postId: title })
export const posts = (letters: string): Track[] => [...letters].map((one) => (one === one.toUpperCase() ? text(one) : media(one)))
/** What a page without slides has of them. */
export const withMedium = (letters: string): Track[] => posts(letters).filter((post) => !isSlide(post))
export const pageOf = (letters: string, next: number | null = null): QueuePage => ({ tracks: posts(letters), next })

export const playList = (device: TestDevice | ReturnType<typeof startEngine>, letters: string, next: number | null = null) =>
  device.dispatch(player.playQueue({ tracks: withMedium(letters), source, next }))

/** The queue returns to a page that controls another device. */
export async function handBack(page: TestDevice): Promise<void> {
  const returned = page.bringHere()
  await advanceTime(200)
  await returned
  await advanceTime(200)
}
