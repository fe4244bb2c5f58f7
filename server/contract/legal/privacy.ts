import type { LegalText } from './text.ts'

export const privacy: LegalText = {
  updated: '2026-11-28',
  summary:
    'Strand stores only the data it needs, for as long as it needs it, and sells none of it. There are no advertising trackers, and you can see, export and delete everything about you.',
  sections: [
    {
      id: 'short',
      heading: 'In short',
      blocks: [
        [
          'You can browse, search, watch and listen without an account.',
          'What you post, collect and follow is public, and so is your profile. Your e-mail address, your password and your preferences are not.',
          'We use no advertising networks and no third-party analytics, and we do not sell or rent your data.',
          'When a post plays, the player of another site may load in your browser, and that site learns of your visit.',
          'In your [preferences](/preferences) you can download everything about you as one archive, and delete your account.',
        ],
        'The operator of this Strand site is responsible for your data (the controller). The contact addresses are on the [About page](/about).',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      blocks: [
        'To create an account, we need a name, an e-mail address and a password. We store the password only as an argon2id hash, from which it cannot be read. A city, a country, a description and a picture are optional. Pictures are re-encoded when you upload them, which removes any location and camera data.',
        'Your name, user id, picture, city and description are public, and so are the date you joined, the playlists you started, the posts you added or collected, your comments, and the members, playlists and tags you follow. Drafts are visible to you, the members you invited and administrators.',
        'If you connect Facebook or X, we store the id of your account there and the name that the network gives us, to recognise you when you log in and, once, to follow friends who have also connected. We do not store access tokens for that network.',
      ],
    },
    {
      id: 'sessions',
      heading: 'Where you are signed in',
      blocks: [
        'For each browser, app and television that you sign in with, we store a session: when it started, when it was last used, and the name that the browser reports. We store a hash of the session key, never the key itself. A session ends 90 days after its last use, when you log out, or when you end it in your [preferences](/preferences).',
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookies and your browser’s storage',
      blocks: [
        'Strand sets no cookies to recognise visitors, so there is no cookie banner. It sets only these cookies, which provide functions that you request:',
        [
          '“strand_session” keeps you signed in for 90 days after the last use. Scripts cannot read it.',
          '“strand_device” records for 400 days that you have signed in on this device, so that others who guess at your password cannot lock you out on it. Scripts cannot read it. (Over HTTPS, the names of these two begin with “__Host-”.)',
          '“theme” stores your choice of the light or dark theme.',
          'Two record that you dismissed a request: “strand_confirm”, to confirm your address, for a week, and “strand_followtags”, to choose tags, for 90 days.',
          'A few short-lived cookies store what you were doing while you sign up with another network, connect a television or view a partner’s pages. They do not identify you.',
        ],
        'Your browser’s local storage contains the player’s queue (for 30 days), your position in long items (for 90 days), which copy of an item played after another had failed (for 7 days), your keyboard shortcuts setting, the scroll positions of pages you may go back to, and, for offline use, up to 200 pictures and up to 100 pages and lists that you have seen (for 30 days; without your e-mail address, preferences and notifications). None of this is sent to us, and logging out removes everything that belongs to your account.',
      ],
    },
    {
      id: 'counting',
      heading: 'What we count',
      blocks: [
        'We count how often content is collected, played, posted, commented on, shared or followed each day. These totals do not identify anyone. To count a play only once an hour for each listener, we store for that hour that you, or an IP address that we store only as a keyed hash, played a post.',
        'Pages report to Strand, and to no third party, which kind of page was shown, which actions were taken and which errors occurred. If you are signed in, we store your user id with the report, but never your IP address, your browser’s name or your search terms. Reports are deleted after 30 days.',
        'The server logs requests, with their IP address and duration, to find errors and prevent attacks. The log contains no search terms and no content. The operator of this site decides how long to keep it, which should be no longer than these purposes require. To limit the rate of requests, IP addresses are counted in memory for a few minutes.',
      ],
    },
    {
      id: 'mail',
      heading: 'Mail and notifications',
      blocks: [
        'We send e-mail to confirm your address, to reset your password, to notify you of activity on your content, and as digests. You can turn off each kind in your [preferences](/preferences) or with the link in the message. We send push notifications only to browsers in which you have allowed them. For this, we store the delivery address provided by your browser’s vendor until you turn them off.',
        'When someone shares something with you by e-mail, we use your address for that message only and do not store it. If you unsubscribe with the link in the message, we store a hash of your address so that we can honour your request.',
        'Notifications on Strand are stored for 90 days.',
      ],
    },
    {
      id: 'others',
      heading: 'Other sites',
      blocks: [
        'When a post plays, your browser loads the host’s player: from YouTube (in privacy-enhanced mode, without cookies), Vimeo, SoundCloud, Twitch, TikTok or, where this site has an agreement with it, Dailymotion. The host then learns your IP address and that you came from Strand, and its own privacy policy applies. In the same way, your browser loads files and pictures on other sites that members have linked to.',
        'When a link is posted, our server visits it once to read its title and picture, as any visitor would. The site learns our server’s address, not yours. When you search the web or for pictures within Strand, our server sends the request on your behalf, again without identifying you.',
        'A partner’s challenge may ask for more: your age and, if you are a minor, a parent’s address and telephone number. The form tells you so before you send it. This information is stored with your entry for that partner and deleted with your account.',
      ],
    },
    {
      id: 'why',
      heading: 'Legal basis',
      blocks: [
        'We process the data of your account and of your activity on Strand to perform our agreement with you. Logs, rate limits, statistics and the handling of flags serve our legitimate interest in a safe and working service. Push notifications and connected networks are based on your consent, which you can withdraw at any time. If the law requires us to keep or disclose data, we do so only to the extent required and, where permitted, tell you.',
        'Administrators can see public content and content that members flag. They can change the permissions of an account; each change is recorded.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      blocks: [
        [
          'Access and portability: “Download my data” in your [preferences](/preferences) gives you one archive with your account, playlists, posts, comments, follows, notifications, sessions, reports and pictures, in formats that other programs can read.',
          'Rectification: you can edit everything about you where it is shown.',
          'Erasure: you can delete a post, a comment, a picture or your whole account.',
          'Objection, restriction and questions: write to the general address on the [About page](/about). You may also contact the data protection authority where you live.',
        ],
      ],
    },
    {
      id: 'deletion',
      heading: 'When you delete your account',
      blocks: [
        'We immediately delete your name, address, password, picture and profile, your sessions and connected networks, your collection and likes, the lists of whom and what you follow and of your followers, your notifications and reports, and every playlist to which only you have posted.',
        'Content that others still use remains, under the name “Deleted member”: playlists with posts by others, your posts in playlists of others, and your comments. If you do not want this, delete them before you leave. Your user id is never reassigned.',
        'Copies in backups, if this site makes any, disappear when the backups are overwritten.',
      ],
    },
    {
      id: 'safety',
      heading: 'Security',
      blocks: [
        'Keys that we send by e-mail work once and for a limited time. Like session keys, they are stored as hashes. Password attempts are limited. Pages may load scripts only from Strand itself and from the players named above. If an incident nevertheless affects your data, we tell you.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      blocks: [
        'If the way Strand handles data changes, we update this page and the date above. We tell members about significant changes in advance.',
      ],
    },
  ],
}
