import { pageTitles } from '#contract/messages.ts'
import { n } from './number.ts'
import { sentence } from './sentence.ts'

/** The verb agrees with its subject: "You follow", "Ann follows". */
const follows = (you: boolean): string => (you ? 'follow' : 'follows')

export const feed = {
  activity: pageTitles.activity,
  trending: pageTitles.trending,
  home: pageTitles.tagline,
  everybody: 'Latest posts',
  intro: {
    activity: 'What the members, playlists and tags you follow are up to.',
    visitor: 'The latest from everybody. Sign up, and this becomes the feed of what you follow.',
    readOnly: 'The latest from everybody.',
    trending: 'What members collect, play and talk about most at the moment.',
  },
  kinds: 'Feeds',
  latest: 'What happened',
  loading: 'Loading the feed…',
  end: "You're all caught up.",
  category: 'Category',
  everything: 'Everything',
  /** Counted to a bound. */
  counted: (count: number, most: boolean) => `${n(count)}${most ? '+' : ''}`,
  /** Word for word (A4.5). */
  newer: (count: string) => `${count} New`,
  titleWith: (count: string, title: string) => `(${count}) ${title}`,
  updates: 'New',
  updatesText: (count: string) => `${count} since you last looked`,
  upToDate: 'Nothing yet: that is the latest',
  refreshFailed: "The feed couldn't be loaded anew.",
  welcome: 'Welcome to your feed',
  welcomeText: 'Follow members, playlists and tags, and what they do shows up here.',
  welcomeTags: 'Choose tags',
  welcomeDone: 'Got it',

  emptyTitle: 'Join the party!',
  emptyText: 'You do not follow anything yet. Start with a playlist that you like.',
  silentTitle: 'All is quiet',
  silentText: 'Nothing has happened around what you follow. There is more to follow, though.',
  emptyCategory: (category: string) => `Nothing in ${category} yet.`,
  emptyProfile: (name: string) => `${name} hasn't done anything here yet.`,
  emptySite: 'Nobody has posted anything yet.',
  showAll: 'Show everything',
  discover: 'Discover playlists',
  join: 'Join Strand',
  joinText: 'Make playlists of anything, together. It is free.',
  signUp: 'Sign up',

  /** Sentences, with links in their places: who did it, and what it is about. */
  you: 'You',
  collected: '{who} collected',
  commented: '{who} commented',
  posted: '{who} posted',
  newIn: 'New in {what}',
  tagged: 'Tagged {what}',
  trendingIn: 'Trending in {what}',
  started: '{who} started a playlist',
  published: '{who} published a playlist',
  taggedBead: 'New playlist with {what}',
  followsBeads: (total: number, you: boolean) => `{who} ${follows(you)} ${total === 1 ? 'a playlist' : `${n(total)} playlists`}`,
  followsMembers: (total: number, you: boolean) => `{who} ${follows(you)} ${total === 1 ? 'a member' : `${n(total)} members`}`,
  followsTags: (total: number, you: boolean) => `{who} ${follows(you)} ${total === 1 ? 'a tag' : `${n(total)} tags`}`,
  andMore: (count: number) => `and ${n(count)} more`,
  suggested: 'Suggested for you',
  by: 'by',
  inPlaylist: 'in',

  /** What is said of an item's reason (BZ9). */
  because: (name: string) => `because you follow ${name}`,
  alsoBecause: (name: string) => `and ${name}`,
  goTo: (name: string) => `Go to ${name}`,
  unfollow: (name: string) => `Unfollow ${name}`,
  fewer: 'Fewer like this',
  unfollowed: (name: string) => sentence(`You no longer follow ${name}`),
  fewerDone: (name: string) => sentence(`You'll see less of ${name}`),
  followedBy: (name: string) => `Followed by ${name}`,
  popular: 'Popular at the moment',

  dismiss: "Don't suggest this",
  dismissName: (name: string) => `Don't suggest ${name}`,
  expand: 'Show more',
  collapse: 'Show less',
  expandName: (title: string) => `Show more of ${title}`,
  collapseName: (title: string) => `Show less of ${title}`,
  comment: 'Comment',
  commentSignIn: 'Sign in before commenting',
  commentName: (title: string) => `Comment on ${title}`,
  comments: 'Latest comments',
  menuOf: (name: string) => `Why this is here: ${name}`,

  side: 'Beside the feed',
  suggestions: 'You might like',
}
