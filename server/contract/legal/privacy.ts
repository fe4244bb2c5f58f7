import type { LegalText } from './text.ts'

export const privacy: LegalText = {
  updated: '2026-11-24',
  summary:
    'Strand keeps what it needs to be Strand, for as long as it needs it, and sells nothing. There are no advertising trackers; you can see, export and delete everything that is about you.',
  sections: [
    {
      id: 'short',
      heading: 'In short',
      blocks: [
        [
          'You can browse, search, watch and listen without an account.',
          'What you post, collect and follow is public, as your profile is. Your e-mail address, your password and your preferences are not.',
          'We use no advertising networks and no analytics of others, and we do not sell or rent what we know.',
          'Players of other sites load in your browser when a post plays, and then those sites know of your visit.',
          'In your [preferences](/preferences) you can download everything about you in one archive, and delete your account.',
        ],
        'Responsible is whoever runs this Strand; the addresses are on the [About page](/about).',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      blocks: [
        'To make an account we need a name, an e-mail address and a password. Of the password we keep only a fingerprint made with argon2id, from which it cannot be read. A city, a country, a few words about you and a picture are up to you. Pictures are re-encoded when you upload them, so that the place and the camera that they may carry are gone.',
        'Everybody can see your name, user id, picture, city and description, when you joined, the playlists you started, the posts you added or collected, your comments, and whom and what you follow. Drafts are seen by you, those you invited and administrators.',
        'If you connect Facebook or X, we keep the network’s id of your account there and the name it gives, to recognise you at log-in and, once, to follow friends who connected theirs. No key to that network is kept.',
      ],
    },
    {
      id: 'sessions',
      heading: 'Where you are signed in',
      blocks: [
        'For each browser, app and television that you sign in with there is a session: when it began, when it was last used and what the browser calls itself. We keep a hash of its key, never the key. A session ends 90 days after its last use, when you log out, or when you end it in your [preferences](/preferences).',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and your browser’s storage',
      blocks: [
        'Strand sets no cookie to recognise visitors, and therefore shows no banner about cookies. It sets these, which do what you asked for:',
        [
          '“strand_session” keeps you signed in, for 90 days after the last use. Scripts cannot read it.',
          '“strand_device” shows that you have signed in on this device before, for 400 days, so that strangers who try passwords cannot lock you out of it. Scripts cannot read it. (Over HTTPS the names of these two begin with “__Host-”.)',
          '“theme” remembers whether you chose the light or the dark look.',
          'Two remember that you put off a question: “strand_confirm” to confirm your address, for a week, and “strand_followtags” to choose tags, for 90 days.',
          'A few short-lived ones hold what you were about to do: while you sign up with another network, while you connect a television, or while you look at the pages of a partner. They say nothing of who you are.',
        ],
        'In its own storage your browser keeps the queue of the player (for 30 days), where in a long piece you stopped (for 90 days), which copy of a piece played where another failed (for 7 days), your shortcuts setting, the place on the pages to which you may go back, and up to 200 pictures that you saw, for when there is no network. Nothing of that is sent to us, and logging out removes what belonged to your account.',
      ],
    },
    {
      id: 'counting',
      heading: 'What we count',
      blocks: [
        'How often something was collected, played, posted, commented on, shared or followed on a day is a number in which nobody can be recognised. So that a play counts once an hour for each listener, we remember for that hour that you, or an address that is stored only as a keyed hash, played a post.',
        'Pages report to Strand itself, and to nobody else, which kind of page was shown, what was done with it and what went wrong. With such a report we keep your user id if you are signed in, and never your address, your browser’s name or what you searched for. The reports are deleted after 30 days.',
        'The server writes a log of requests, with the address they came from and how long they took, to find faults and to keep attacks away. It holds no search words and no contents. How long it is kept is up to whoever runs this Strand, and should not be longer than that needs. To limit how often somebody may ask, addresses are counted in memory for minutes.',
      ],
    },
    {
      id: 'mail',
      heading: 'Mail and notifications',
      blocks: [
        'We write to you to confirm your address, to let you set a new password, about what others do with what is yours, and in digests. Each kind can be switched off in your [preferences](/preferences) or with the link in the mail itself. Push messages come only to browsers in which you have allowed them; for that we keep the address that your browser’s maker gives for delivering them, until you switch them off.',
        'When somebody shares something with you by e-mail, your address is used for that mail and is not kept. If you use the link in it to be left alone, we keep a hash of your address so that we can be sure to.',
        'Notifications on Strand are kept for 90 days.',
      ],
    },
    {
      id: 'others',
      heading: 'Other sites that you meet here',
      blocks: [
        'When a post plays, its host’s player is loaded into your browser: from YouTube (in its variant without cookies), Vimeo, SoundCloud, Twitch, TikTok or, where this Strand has an agreement with it, Dailymotion. Your browser then tells the host your address and that you come from Strand, and the host’s own privacy policy applies. Files and pictures on other sites that members link to are fetched from there by your browser in the same way.',
        'When a link is posted, our server visits it once to read its title and picture, as any reader would. The page learns our server’s address and not yours. When you search the web or for pictures from within Strand, our server asks on your behalf, likewise without telling who you are.',
        'A challenge of a partner may ask for more: your age, and where you are under age a parent’s address and telephone number. The form says so before you send it. It is kept with your entry for that partner and goes when your account goes.',
      ],
    },
    {
      id: 'why',
      heading: 'Why we may',
      blocks: [
        'What belongs to your account and to what you do on Strand we process because it is the agreement that you made with us. Logs, limits, counting and the handling of flags serve our legitimate interest in a service that works and is safe. Push messages and connected networks rest on your consent, which you can withdraw. Where the law obliges us to keep or hand over something, we do so to the extent that it demands and, where we may, tell you.',
        'Administrators see what is public, and what members flag. They can change what an account may do; every such act is recorded.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      blocks: [
        [
          'To see and take along: “Download my data” in your [preferences](/preferences) gives you one archive with your account, playlists, posts, comments, follows, notifications, sessions, reports and pictures, in formats that other programs read.',
          'To correct: everything about you can be edited where it stands.',
          'To delete: a post, a comment, a picture, or the whole account.',
          'To object, to restrict, or to ask a question: write to the general address on the [About page](/about). You may also turn to the authority that supervises data protection where you live.',
        ],
      ],
    },
    {
      id: 'deletion',
      heading: 'When you delete your account',
      blocks: [
        'At once go: your name, address, password, picture and profile, your sessions and connected networks, what you collected, liked and follow and who follows you, your notifications and reports, and every playlist in which nobody else had posted.',
        'What others go on using stays, under the name “Deleted member”: playlists that hold the posts of others, your posts in playlists of others, and your comments. Delete those yourself before you leave if you do not want that. Your user id is never given to anybody again.',
        'Copies in backups, if this Strand makes any, go as these are overwritten.',
      ],
    },
    {
      id: 'safety',
      heading: 'How it is protected',
      blocks: [
        'Keys that we send by mail work once and for a limited time, and are stored as hashes, as the keys of sessions are. Guesses at passwords are limited. Pages may load scripts from Strand itself and the named players only. If something goes wrong all the same and concerns you, we tell you.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      blocks: [
        'If what Strand does with data changes, this page changes with it, and so does the date above. Of changes that matter we tell members beforehand.',
      ],
    },
  ],
}
