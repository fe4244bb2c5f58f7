import { locale } from './language.ts'

/** Page titles, for the tab and link previews: the server renders the first, the page the following ones. */
export const of = (title: string): string => (title === '' ? 'Strand' : `${title} · Strand`)
export const discover = 'Discover'
export const tagline = 'Creating a playlist for every idea. Together.'
export const member = (name: string, uid: string): string => `${name} (@${uid})`
export const search = 'Search'
export const searchFor = (query: string): string =>
  `${query.charAt(0).toLocaleUpperCase(locale)}${query.slice(1)} playlists, posts and collaborators`
export const tagAbout = (tag: string, posts: number): string =>
  `${posts.toLocaleString(locale)} ${posts === 1 ? 'post' : 'posts'} with #${tag}: playlists, posts and collaborators`
export const signUp = 'Sign up'
export const logIn = 'Log in'
export const about = 'About'
export const aboutText =
  'Strand is a place to make playlists together, of videos, music, pictures and ideas from all over the web, and to play them in one queue.'
export const bookmarklet = 'Post from any page'
export const bookmarkletText =
  'A button for your browser that starts a post with the page you are on, its title and the words that you have selected.'
export const quickPost = 'New post'
export const quickPosted = 'Posted'
export const embedFaqs = 'Strand on your site'
export const embedFaqsText =
  'Show a playlist on your blog, shop or school page, where your visitors can play it: by pasting its link, a frame, a script or a pop-up.'
export const legal = { tos: 'Terms of service', 'acceptable-use': 'Acceptable use', copyright: 'Copyright', privacy: 'Privacy' } as const
export const activity = 'Activity'
export const trending = 'Trending'
export const collection = 'Collection'
export const collectionOf = (name: string): string => `${name}’s collection`
export const postsOf = (name: string): string => `Posts by ${name}`
export const followersOf = (name: string): string => `Followers of ${name}`
export const followedBy = (name: string): string => `Followed by ${name}`
export const tagsOf = (name: string): string => `Tags followed by ${name}`
export const preferences = 'Preferences'
export const followTags = 'Follow tags'
export const tvConnect = 'Connect your TV'
export const pair = 'Connect a TV'
export const adminMember = 'Member'
export const adminContent = 'Playlists and posts'
export const review = 'Review queue'
export const adminLog = 'Admin log'
export const adminMembers = 'Members'
export const adminHealth = 'Playlist health'
export const system = 'System'
export const notFound = 'Page not found'
export const noBead = 'Playlist not found'
export const noPost = 'Post not found'
export const noMember = 'Member not found'
