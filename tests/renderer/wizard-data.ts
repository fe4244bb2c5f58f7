/** Fixtures of the post wizard's tests. */
import type { Media, Post } from '#contract/schemas.ts'
import { emptyForm, mediumFields, type Form } from '../../renderer/screens/addPost/form.ts'

export const video: Media = {
  type: 'video',
  href: 'https://www.youtube.com/watch?v=abc',
  title: 'A song',
  source: 'YouTube',
  duration: 100,
  media: [],
}
export const form = (changes: Partial<Form> = {}): Form => ({
  ...emptyForm('add', { id: 'b1', title: 'Mine' }),
  ...mediumFields(video),
  fresh: true,
  who: ['A'],
  ...changes,
})
export const initialForm = emptyForm('add', { id: 'b1', title: 'Mine' })

export const post = {
  id: 'p1',
  title: 'Theirs',
  description: 'Said before',
  tags: ['One'],
  media: {
    ...video,
    who: ['A'],
    media: [
      { type: 'youtube', uri: 'abc', href: video.href },
      { type: 'file', uri: '/clips/a.mp4', href: '/clips/a.mp4' },
    ],
  },
  bead: { id: 'b1', title: 'Mine' },
} as unknown as Post
