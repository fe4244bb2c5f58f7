import type { LegalText } from './text.ts'

export const acceptableUse: LegalText = {
  updated: '2026-11-27',
  summary:
    'Post what you would be glad to find, and treat others with respect. Illegal, hateful, sexually explicit, gratuitously violent or deceptive content and spam do not belong on Strand.',
  sections: [
    {
      id: 'spirit',
      heading: 'The idea',
      blocks: [
        'A good playlist is made with care. Add what fits its topic, say in a sentence why you added it, and leave room for others. Disagree with ideas, not with people.',
      ],
    },
    {
      id: 'never',
      heading: 'What is not allowed',
      blocks: [
        [
          'Anything that sexualises or endangers children. We remove it immediately and report it to the authorities.',
          'Pornography and other sexually explicit material, and intimate pictures of people who did not consent to their publication.',
          'Attacks on a person or group because of who they are: their origin, colour, religion, sex, gender, sexual orientation, disability or age.',
          'Harassment, threats, incitement to violence, and help with or encouragement of self-harm.',
          'Graphic violence shown for its own sake. Journalism, history and art may require disturbing pictures; if so, warn viewers in the headline.',
          'Private information about others, such as addresses, telephone numbers, documents or private conversations.',
          'Impersonating another person, a company or a member of the Strand team.',
          'Offers of, or instructions for, anything that is illegal where you are or where we are.',
          'Work that you have no right to share, as described in [Copyright](/copyright).',
        ],
      ],
    },
    {
      id: 'spam',
      heading: 'Spam and deception',
      blocks: [
        [
          'Posting the same link repeatedly, links whose only purpose is to sell, and playlists that only link to each other.',
          'Misleading tags and titles.',
          'Fake accounts, follows, collects, upvotes and plays.',
          'Sharing by e-mail with people who do not know you. Strand sends a limited number of these messages a day, and each contains a link to unsubscribe permanently.',
          'Links to malware, to phishing pages, and to anything that does not do what it claims.',
        ],
      ],
    },
    {
      id: 'technique',
      heading: 'Technical rules',
      blocks: [
        [
          'Do not try to gain unauthorised access to accounts, drafts, playlists that you were not invited to, or the server itself. If you find a vulnerability, report it to us before you tell others. We are grateful for reports, and take no action against research that is done in good faith and harms no one.',
          'Do not overload Strand or circumvent its limits. If it answers “too many requests”, wait as long as it tells you to.',
          'Programs are welcome if they follow the rules in the [terms](/tos#programs).',
        ],
      ],
    },
    {
      id: 'flags',
      heading: 'Flagging',
      blocks: [
        'If you see something that breaks these rules, open the menu of the post or comment and choose “Flag”. The reasons to choose from are spam, a post that does not belong in the playlist, a dead link, sexually explicit content, an attack on a group or individual, and graphic violence. Only the administrators can see who flagged something.',
        'You can mute or block a member. If you mute them, you no longer see their activity. If you block them, they can no longer follow, mention or reply to you either.',
      ],
    },
    {
      id: 'consequences',
      heading: 'Enforcement',
      blocks: [
        'Administrators review flagged content in a queue, most flagged first. They may dismiss a flag, remove the post or comment, or stop an account from posting, commenting, following or starting playlists. Each action is permanently recorded.',
        'We consider the context: the intent, whether it has happened before, and who was harmed. If you think that a decision about you was wrong, write to the general address on the [About page](/about), and a person will review it.',
      ],
    },
  ],
}
