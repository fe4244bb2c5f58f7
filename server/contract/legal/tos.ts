import type { LegalText } from './text.ts'

export const tos: LegalText = {
  updated: '2026-11-27',
  summary:
    'What you and Strand can expect from each other. Your words and playlists stay yours, linked works stay their owners’, and you can leave at any time and take everything with you.',
  sections: [
    {
      id: 'agreement',
      heading: 'What this is',
      blocks: [
        'Strand is a place to make playlists together: of videos, music, pictures, articles and ideas that live all over the web. These terms are the agreement between you and the operator of this Strand site (“we”). You can reach us at the addresses on the [About page](/about).',
        'By creating an account, or by using Strand without one, you agree to these terms and to the [acceptable use](/acceptable-use) rules. [Privacy](/privacy) explains how we handle your personal data, and [Copyright](/copyright) what to do about work that was posted without permission.',
        'You may browse, search, listen and watch without an account. If you are too young to enter into this agreement where you live, a parent or guardian must do so on your behalf.',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      blocks: [
        [
          'Provide a name and an e-mail address at which we can reach you. Your name, your user id and anything you add to your profile are public.',
          'Keep your password secret, and do not use it anywhere else. If someone else may know it, change it and end your other sessions in your [preferences](/preferences).',
          'You are responsible for what happens in your account until you tell us that someone else has access to it.',
          'You may have more than one account, but not to get around a block, a mute or a restriction imposed by an administrator.',
        ],
        'Where this site offers it, you can connect your account to Facebook or X. We never post there without your explicit permission, and you can disconnect at any time.',
      ],
    },
    {
      id: 'yours',
      heading: 'What is yours stays yours',
      blocks: [
        'You keep all rights in what you write, upload and arrange: headlines, texts, comments, pictures, playlists and their order. Strand claims no ownership of any of it.',
        'To operate Strand, we need your permission to store what you add, to show and play it to others, to create smaller pictures and previews of it, to make it searchable, to include it in feeds and embeds that other programs read, and to let members collect, repost, comment on and export it. This permission is free of charge and worldwide, covers only what is needed to run Strand, and ends when you delete the content. Anything that others quoted or reposted before that remains in their posts.',
        'You confirm that you are entitled to grant this permission: that the content is your own, that you have permission to add it, or that the law allows it.',
      ],
    },
    {
      id: 'together',
      heading: 'Shared playlists',
      blocks: [
        'Any member can post to an open playlist. Only invited members can post to an invite-only playlist; once it is published, everyone can see it. It is public who added what, and when.',
        'The creator of a playlist manages it and can edit its title and picture and invite others. If the creator leaves, a playlist with posts by others is not deleted; it remains under the name “Deleted member”.',
      ],
    },
    {
      id: 'elsewhere',
      heading: 'Content on other sites',
      blocks: [
        'Most of what plays on Strand is not stored on Strand. A post links to it, and the host’s own player plays it: YouTube, Vimeo, SoundCloud, Twitch, TikTok or Dailymotion, or your browser in the case of a file on the web. It belongs to its creators, and the host’s terms apply just as they do on the host’s own pages. Strand does not copy or alter this media, and does not remove advertising from it.',
        'Hosts may remove content, restrict it to certain countries or change how it can be played. We cannot guarantee that something that played yesterday still plays today. If Strand knows another copy, it tries that one.',
      ],
    },
    {
      id: 'conduct',
      heading: 'How to behave',
      blocks: [
        'Please follow the [acceptable use](/acceptable-use) rules. Members can flag content that breaks them. Administrators review every flag and may leave the content in place, remove it, or stop an account from posting, commenting, following or starting playlists. We record each decision, who made it and when, and you may ask us to review it.',
      ],
    },
    {
      id: 'programs',
      heading: 'Programs, feeds and embeds',
      blocks: [
        'Strand’s interfaces are open: feeds, embeds, exports and a documented API. You may use them in your own programs, provided that these respect the rate limits, do not impersonate anyone, and do not use a response to access content that its author has made a draft or deleted.',
        'The software itself is free under the MIT licence. That licence covers the code only; it grants no rights in what members have posted.',
      ],
    },
    {
      id: 'leaving',
      heading: 'Leaving',
      blocks: [
        'You can delete your account in your [preferences](/preferences) at any time. Before you do, you can download everything we store about you as one archive. [Privacy](/privacy#deletion) describes what happens to your content.',
        'We may close an account that repeatedly breaks these terms, or that the law requires us to close. Unless the law forbids it or others would be harmed, we tell you why and give you time to export your content.',
      ],
    },
    {
      id: 'promises',
      heading: 'What we promise, and what we do not',
      blocks: [
        'We run Strand with care, but provide it “as is”. It may be unavailable, read-only during maintenance, or changed. We do not warrant that it is fit for a particular purpose, or that what members post is accurate, safe or lawful.',
        'To the extent permitted by law, we are not liable for damage arising from the use of Strand, from what members post, or from what other hosts do. Nothing in these terms limits liability that cannot be limited by law, such as liability for intent and gross negligence, or your rights as a consumer.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      blocks: [
        'When these terms change, we update the date above. If a change puts members at a disadvantage, we tell them in advance. If you continue to use Strand after the change, you agree to it; if you do not agree, you can leave as described above.',
        'If any part of these terms is invalid, the rest remains in force. They are governed by the law of the place where the operator of this site is established.',
      ],
    },
  ],
}
