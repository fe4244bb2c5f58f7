import { pageTitles } from '#contract/messages.ts'
import { n } from './number.ts'

/** The page, the prompt and the tag cloud for following tags. */
export const followTags = {
  readOnly: 'Following tags is unavailable right now. You can still browse.',
  title: pageTitles.followTags,
  heading: 'What are you into?',
  text: (minTags: number) => `Follow at least ${n(minTags)} tags to fill your feed.`,
  visitor: 'Sign in to follow tags and fill your feed.',
  signUp: 'Sign up',
  logIn: 'Log In',
  progress: (followed: number, minTags: number) => `${n(followed)} of ${n(minTags)} tags followed`,
  enough: (followed: number) => `${n(followed)} tags followed`,
  loading: 'Loading tags…',
  suggested: 'For you',
  followed: 'You follow',
  followTag: (name: string) => `Follow #${name}`,
  find: 'Find another tag',
  findHint: 'Type what you like and press Enter',
  add: 'Follow',
  done: 'Go to your feed',
  failed: "The tags couldn't be loaded.",
  cloud: 'Tags',
  cloudOwn: 'Your tags',
  cloudPopular: 'Popular tags',
  more: 'Follow more tags',
  promptTitle: 'What are you into?',
  promptText: 'Follow a few tags to shape your feed.',
  pick: 'Pick tags',
  dismiss: 'Not now',
}
