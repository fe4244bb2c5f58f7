import { shell } from './shell.ts'

/** The menus, and messages of the app shell that are not part of the first render. Those are in `shell.ts`. */
export const menu = {
  entries: {
    discover: 'Discover',
    activity: shell.activity,
    trending: shell.trending,
    notifications: 'Notifications',
    profile: 'My Profile',
    collection: 'Collection',
    preferences: 'Preferences',
    admin: 'Admin',
    addPost: 'Add a Post',
    startPlaylist: 'Start a Playlist',
    openApp: 'Open in the app',
    shortcuts: 'Keyboard shortcuts',
    ios: 'Strand for iOS',
    android: 'Strand for Android',
    about: 'About',
    terms: 'Terms & Legal',
    logIn: shell.logIn,
    join: 'Join Strand',
    logOut: 'Log out',
  },
  fresh: (count: number) => `${count} new`,
  openingApp: 'Opening the Strand app. If nothing happens, it is not installed.',
  copyright: (year: number) => `© ${year} Strand`,
  loggedOut: 'You are logged out.',
  newVersion: 'A new version of Strand is available.',
  reloadNow: 'Reload',
}
