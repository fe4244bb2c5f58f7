import { pageTitles } from '#contract/messages.ts'

/** The app shell on the first render: top bar, colour themes and the crash page. `menu.ts` has the rest. */
export const shell = {
  skip: 'Skip to content',
  home: 'Strand: discover playlists',
  navigation: 'Strand',
  logIn: 'Log In',
  leftMenu: 'Menu',
  more: 'More',
  activity: pageTitles.activity,
  trending: pageTitles.trending,
  account: (name: string) => `Account of ${name}`,
  theme: 'Colour theme',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  crashedTitle: 'Something is wrong',
  crashedText: 'Sorry about that. Reloading usually helps.',
  reload: 'Reload the page',
  pageOf: pageTitles.of,
}
