/** The page of the bookmarklet, and the small window that it opens. */
export const bookmarklet = {
  heading: 'Post from any page',
  lead: '“Post to Strand” is a button for your browser. It starts a post with the page you are on, its title and the words that you have selected. You choose the playlist, look it over, and publish.',
  button: 'Post to Strand',
  drag: 'Drag this button to your bookmarks bar',
  showBar: 'No bookmarks bar? Press Ctrl+Shift+B, or ⌘+Shift+B on a Mac.',
  touch: 'This button is for computers. On a phone or tablet, follow the steps under “On your devices”.',
  pressed: 'This button works on other pages. Drag it to your bookmarks bar, or copy its code.',
  codeTitle: 'Or add it by hand',
  codeText: 'Bookmark any page. Then edit the bookmark, and replace its address with this code.',
  code: 'Code of the bookmark',
  steps: 'How it works',
  stepList: [
    {
      title: 'Find something',
      text: 'A video, a song, an article or a picture, on any site. Select a few words if you want to quote them.',
    },
    { title: 'Press the button', text: 'Strand opens in a small window, with the address, the title and your quote filled in.' },
    { title: 'Publish', text: 'Choose a playlist, change what you like, and post. Close the window, and you are back where you were.' },
  ],
  devices: 'On your devices',
  deviceList: {
    computer: {
      title: 'Computer',
      points: [
        'Chrome, Edge, Firefox, Opera and Brave: show the bookmarks bar with Ctrl+Shift+B, then drag the button there.',
        'Safari: show the favourites bar with ⌘+Shift+B, then drag the button there.',
        'Any other browser: add the bookmark by hand with the code.',
      ],
    },
    phone: {
      title: 'Phone and tablet',
      points: [
        'Android: install Strand with “Install app” in the menu of the browser. Then choose Strand when you share something from any app.',
        'iPhone and iPad: add the bookmark by hand with the code. To use it, type its name into the address bar and tap it.',
      ],
    },
    desktop: {
      title: 'Desktop app',
      points: [
        'The button opens Strand in your browser, where you have to be logged in too.',
        'Other programs can start a post in the app with the link strand://open/bookmarklet/post?url=, followed by an encoded address.',
      ],
    },
  },
  questions: 'Good to know',
  questionList: [
    {
      question: 'What does the button send?',
      answer:
        'Nothing, until you press it. Then it opens a page of Strand with the address and title of the page, the text that you have selected, and the addresses of its largest pictures.',
    },
    {
      question: 'Can a page post in my name?',
      answer: 'No. A page can only open the form, as the button does. Nothing is published before you press “Post”.',
    },
    {
      question: 'Does it work on every page?',
      answer:
        'Yes, except on pages of the browser itself, such as its settings. It loads nothing into the page, so that strict security rules do not stop it. Where a browser does not run it, copy the address of the page and paste it into “Add a Post”.',
    },
    {
      question: 'What if no window opens?',
      answer: 'If your browser blocks the window, Strand opens in the same tab. Go back to return to the page.',
    },
    { question: 'What if I am not logged in?', answer: 'You log in first. What you wanted to post stays.' },
  ],
  embedHelp: 'Do you have a site of your own? Show your playlists there',
  post: {
    heading: 'New post',
    text: 'Choose a playlist and look it over. Nothing is published until you do.',
    start: 'Write the post',
    logIn: 'Log in to post',
    nothing: 'Nothing to post yet',
    nothingText: 'This page is opened by the “Post to Strand” button, or by sharing something with Strand.',
    howTo: 'Get the button',
    posted: 'Posted',
    postedIn: (playlist: string) => `Your post is in “${playlist}”.`,
    view: 'View the post',
    back: (host: string) => `Back to ${host}`,
    close: 'Close the window',
    closeFailed: 'You can close this window now.',
  },
}
