import type { LegalText } from './text.ts'

export const tos: LegalText = {
  updated: '2026-11-21',
  summary:
    'What you and Strand can expect of each other. Your words and playlists stay yours, what you link to stays theirs, and you can leave with everything at any time.',
  sections: [
    {
      id: 'agreement',
      heading: 'What this is',
      blocks: [
        'Strand is a place to make playlists together: of videos, music, pictures, articles and ideas that live all over the web. These terms are the agreement between you and whoever runs this Strand, who is named as “we” here and can be reached at the addresses on the [About page](/about).',
        'By making an account, or by using Strand without one, you agree to these terms and to the rules of [acceptable use](/acceptable-use). How we treat what we know of you is told in [Privacy](/privacy), and what to do about work that was posted without permission in [Copyright](/copyright).',
        'You may browse, search, listen and watch without an account. If you are too young to make such an agreement where you live, a parent or guardian has to make it for you.',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      blocks: [
        [
          'Give a name and an e-mail address that reach you. Your name, your user id and what you choose to add to your profile can be seen by everybody.',
          'Keep your password to yourself, and choose one that you use nowhere else. If somebody may know it, change it and end your other sessions in your [preferences](/preferences).',
          'What is done from your account counts as done by you, until you tell us that it is in other hands.',
          'One person may have more than one account, but not to get around a block, a mute or something that an administrator took away.',
        ],
        'An account can be connected with one at Facebook or X, where this Strand offers that. We post nothing there without your explicit permission, and you can disconnect it at any time.',
      ],
    },
    {
      id: 'yours',
      heading: 'What is yours stays yours',
      blocks: [
        'You keep every right in what you write, upload and arrange: headlines, texts, comments, pictures, playlists and their order. Strand claims none of it.',
        'So that Strand can do what it is for, you allow us to store what you add, to show and play it to others, to make smaller pictures and previews of it, to let it be found, to include it in feeds and embeds that other programs read, and to let members collect, repost, comment on and export it. The permission costs nothing, holds everywhere, covers no more than running Strand needs, and ends when you delete what you added. What others quoted or reposted from you before stays in their posts.',
        'You promise that you may give this permission: that what you add is your own, or that you have leave to add it, or that the law lets you.',
      ],
    },
    {
      id: 'together',
      heading: 'Playlists that belong to several',
      blocks: [
        'An open playlist takes posts from every member. An invite-only playlist takes them from those who were invited, and can be read by all once it is published. Everybody sees who added what, and when.',
        'Who starts a playlist looks after it: they can edit its title and picture and invite others. A playlist that holds the work of others is not deleted because its creator leaves; then it stays, under the name “Deleted member”.',
      ],
    },
    {
      id: 'elsewhere',
      heading: 'What lives elsewhere',
      blocks: [
        'Most of what plays on Strand is not on Strand. A post points to it, and it is played by the player of whoever hosts it: YouTube, Vimeo, SoundCloud, Twitch, TikTok, Dailymotion, or a plain file on the web. It belongs to those who made it, and the terms of the host apply to it as they do on the host’s own pages. Strand neither copies nor alters such media, and takes no advertisement out of them.',
        'Hosts remove things, restrict them to some countries or change how they can be played. We cannot promise that something which played yesterday plays today. Where the same piece is known in another place, Strand tries that one.',
      ],
    },
    {
      id: 'conduct',
      heading: 'How to behave',
      blocks: [
        'Please keep to the rules of [acceptable use](/acceptable-use). Members can flag what breaks them; administrators look at every flag and may leave a thing alone, remove it, or take from an account the ability to post, to comment, to follow or to start playlists. Every such decision is recorded with who made it and when, and you may ask us to look at it again.',
      ],
    },
    {
      id: 'programs',
      heading: 'Programs, feeds and embeds',
      blocks: [
        'Strand’s interface is open: there are feeds, embeds, exports and a documented API. You may use them in programs of your own as long as these respect the limits on how often one may ask, do not pretend to be somebody else, and do not use an answer to reach what its author has made a draft or deleted.',
        'The software itself is free under the MIT licence. That licence is for the code; it gives no rights in what members have posted.',
      ],
    },
    {
      id: 'leaving',
      heading: 'Leaving',
      blocks: [
        'You can delete your account in your [preferences](/preferences) at any time, and take everything that we keep about you along in one archive before you do. What happens to what you made is described in [Privacy](/privacy#deletion).',
        'We may close an account that keeps breaking these terms, or that the law obliges us to close. Unless the law forbids it or others would be harmed, we say why, and leave you time to export what is yours.',
      ],
    },
    {
      id: 'promises',
      heading: 'What we promise, and what we do not',
      blocks: [
        'We run Strand with care, and offer it as it is. It may be unavailable, switched to read-only for maintenance, or changed. We give no warranty that it fits a particular purpose, or that what members post is right, safe or lawful.',
        'As far as the law allows, we are not liable for damage that follows from using Strand, from what members post, or from what hosts elsewhere do. Nothing here limits what the law says may not be limited, such as liability for intent and gross negligence, or the rights that you have as a consumer.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      blocks: [
        'When these terms change, the date above changes with them. Of a change that takes something from you we tell members beforehand. Going on using Strand afterwards means that you agree; if you do not, you can leave as described above.',
        'Should a part of these terms turn out to be void, the rest stays in force. They are governed by the law of the place where whoever runs this Strand is established.',
      ],
    },
  ],
}
