/** The help page about playlists, posts and members on other sites. */
export const embedFaqs = {
  heading: 'Strand on your site',
  lead: 'Show a playlist, one post or everything that you post on your blog, shop or school page. Your visitors look through it and play it there, without an account, and new posts appear by themselves.',
  start: 'Three steps',
  steps: [
    'Open a public playlist or a post, press “Share”, and choose “Embed…”.',
    'Choose how it looks. The preview shows what your visitors will see.',
    'Copy the code, and paste it into your page where it should appear.',
  ],
  subjects: 'What you can show',
  subjectList: [
    {
      name: 'A playlist',
      text: 'Its title and its posts, with the player. New posts appear at the top or at the end, as in the playlist.',
    },
    { name: 'A post', text: 'One film, song or text, below the title of its playlist. Choose “Embed…” in the “Share” menu of the post.' },
    {
      name: 'A member',
      text: 'The latest posts of one person in all public playlists. Paste the link of the profile. For a frame, put /embed before the path of the profile: /p/name becomes /embed/p/name. The script has data-member="name" in place of data-bead.',
    },
  ],
  ways: 'Four ways to embed',
  wayList: {
    link: {
      title: 'Paste the link',
      text: 'Many editors turn the address of a playlist, a post or a profile into a player. Nothing else is needed. Try this first.',
    },
    frame: {
      title: 'Frame',
      text: 'A box of a fixed height, up to 520 pixels wide. It works wherever you can paste HTML, and your page loads no script for it.',
    },
    script: {
      title: 'Script',
      text: 'The same box, which grows with its content, so that your page has one scroll bar only. Your site has to allow scripts.',
    },
    popup: {
      title: 'Pop-up',
      text: 'A link that opens the player in a small window. The music continues while your visitors go to other pages of your site. It closes after a minute in which nothing plays.',
    },
  },
  editors: 'In your editor',
  editorList: [
    {
      name: 'WordPress',
      text: 'Paste the link on a line of its own. If it stays a link, add a “Custom HTML” block and paste the code of the frame.',
    },
    { name: 'Ghost', text: 'Paste the link on an empty line. For the other ways, type /html and paste the code into the card.' },
    {
      name: 'Discourse',
      text: 'Paste the link on a line of its own. For a player, an administrator adds the address of Strand to “allowed iframes”.',
    },
    { name: 'Notion', text: 'Paste the link and choose “Create embed”.' },
    { name: 'Slack and chats', text: 'Paste the link. The message shows the title and the picture, and for a video its player.' },
    {
      name: 'Any other site',
      text: 'Paste the code into the HTML of the page. If your editor removes it, look for a block that is called “HTML”, “Embed” or “Code”.',
    },
  ],
  options: 'Options',
  optionList: [
    { name: 'Number of posts', text: '15, 25 or 100. The last line leads to the whole playlist.' },
    { name: 'Theme', text: 'Light, dark, or as on the device of each visitor.' },
    { name: 'Colour', text: 'One colour of your own for buttons and for what is playing.' },
    { name: 'Sorting', text: 'Your visitors choose the order of the posts, or see only yours.' },
    { name: 'Size', text: 'Any width from 200 pixels. Change the width and the height in the code; the content adapts.' },
  ],
  privacy: 'What is stored about your visitors?',
  privacyList: [
    'Nothing. The frame sets no cookies, stores nothing in the browser, and does not know who is logged in to Strand. You need no banner for it.',
    'Before a visitor presses play, it loads nothing from other sites but the pictures of the posts. Then the player of the post’s provider, such as YouTube or Vimeo, loads in its own frame, and the terms of that provider apply.',
  ],
  questions: 'When something is wrong',
  questionList: [
    {
      question: 'The frame stays empty',
      answer:
        'If your site has a content security policy, it has to allow the address of Strand in “frame-src”, and in “script-src” for the script. Look at the console of the browser: it names the rule that blocks the frame.',
    },
    {
      question: 'My editor removes the code',
      answer: 'Paste the link of the page on Strand instead. If your editor allows frames but no scripts, use the frame.',
    },
    {
      question: 'The pop-up does not open',
      answer: 'The browser blocks it. The link then opens a new tab, and your visitors can allow pop-ups for your site.',
    },
    {
      question: 'A video does not play',
      answer:
        'Some owners do not allow their videos on other sites, or in some countries. Strand plays another copy if the post has one. Posts whose links are dead are left out.',
    },
    {
      question: 'A new post is missing',
      answer:
        'The frame shows new posts within five minutes. Editors that turned a link into a preview may show an older one for an hour or more.',
    },
    {
      question: 'The playlist or post is not found',
      answer:
        'Only public playlists and their posts can be embedded. A draft appears as soon as it is published. What is deleted on Strand is gone on other sites too.',
    },
  ],
  bookmarklet: 'Do you post often? Get the button for your browser',
}
