import { pageTitles } from '#contract/messages.ts'
import { n } from './number.ts'
import { sentence } from './sentence.ts'

/** The verb after the subject: "You follow", "Ann follows". */
const follows = (you: boolean): string => (you ? 'follow' : 'follows')

/** The activity feed, its sidebar and its suggestions. `{who}` and `{what}` are placeholders for links. */
export const feed = {
  activity: pageTitles.activity,
  trending: pageTitles.trending,
  home: pageTitles.tagline,
  everyone: 'Latest posts',
  intro: {
    activity: 'Activity from the members, playlists and tags you follow.',
    visitor: 'The latest posts from everyone. Sign up to follow what you like and make this feed yours.',
    readOnly: 'The latest posts from everyone.',
    trending: 'What members are collecting, playing and commenting on most right now.',
  },
  kinds: 'Feeds',
  latest: 'Latest activity',
  loading: 'Loading the feed…',
  end: "You're all caught up.",
  category: 'Category',
  everything: 'Everything',
  /** "3", or "50+" if the count has reached its maximum (`most`). */
  counted: (count: number, most: boolean) => `${n(count)}${most ? '+' : ''}`,
  /** The button that loads new items. Prescribed by the specification (A4.5). */
  newer: (count: string) => `${count} New`,
  titleWith: (count: string, title: string) => `(${count}) ${title}`,
  updates: 'New',
  updatesText: (count: string) => `${count} since you last looked`,
  upToDate: "You're up to date",
  refreshFailed: "Couldn't refresh the feed.",
  welcome: 'Welcome to your feed',
  welcomeText: 'Follow members, playlists and tags to see their activity here.',
  welcomeTags: 'Choose tags',
  welcomeDone: 'Got it',

  emptyTitle: 'Join the party!',
  emptyText: "You don't follow anything yet. Start with a playlist you like.",
  silentTitle: 'All is quiet',
  silentText: 'There is no recent activity. Find more to follow.',
  emptyCategory: (category: string) => `Nothing in ${category} yet.`,
  emptyProfile: (name: string) => `${name} hasn't done anything here yet.`,
  emptySite: 'No one has posted anything yet.',
  showAll: 'Show everything',
  join: 'Join Strand',
  joinText: 'Make playlists of anything, together. Free.',
  signUp: 'Sign up',

  /** Sentences of the items. `{who}` lists the actors, `{what}` is the playlist, tag or category. */
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

  /** The reasons for an item, and the menu of each reason (BZ9). */
  because: (name: string) => `because you follow ${name}`,
  alsoBecause: (name: string) => `and ${name}`,
  goTo: (name: string) => `Go to ${name}`,
  unfollow: (name: string) => `Unfollow ${name}`,
  fewer: 'Fewer like this',
  unfollowed: (name: string) => sentence(`You no longer follow ${name}`),
  fewerDone: (name: string) => sentence(`You'll see fewer posts from ${name}`),
  followedBy: (name: string) => `Followed by ${name}`,
  popular: 'Popular right now',

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

  side: 'Sidebar',
  suggestions: 'You might like',
}
