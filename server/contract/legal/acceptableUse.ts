import type { LegalText } from './text.ts'

export const acceptableUse: LegalText = {
  updated: '2026-11-21',
  summary:
    'Post what you would gladly find, and treat others as people. What is illegal, hateful, sexually explicit, violent for its own sake, deceptive or simply spam does not belong on Strand.',
  sections: [
    {
      id: 'spirit',
      heading: 'The idea',
      blocks: [
        'A playlist is good when somebody cared about what is in it. Add what fits its question, say in a sentence why it is there, and leave room for what others add. Disagree with ideas, not with people.',
      ],
    },
    {
      id: 'never',
      heading: 'What has no place here',
      blocks: [
        [
          'Anything that sexualises or endangers children. It is removed at once and reported to the authorities.',
          'Pornography and other sexually explicit material, and intimate pictures of anybody who did not agree to their being shown.',
          'Attacks on a person or a group for who they are: their origin, colour, faith, sex, gender, orientation, disability or age.',
          'Harassment, threats, calls to violence, and help or encouragement to harm oneself.',
          'Graphic violence that is shown for its own sake. Reporting, history and art may need hard pictures; then say in the headline what is coming.',
          'Private details of others: addresses, telephone numbers, documents, conversations that were not meant for everybody.',
          'Passing yourself off as another person, a company or a member of the team.',
          'Offers and instructions for what is against the law where you are or where we are.',
          'Work that is not yours to give, as described in [Copyright](/copyright).',
        ],
      ],
    },
    {
      id: 'spam',
      heading: 'Spam and tricks',
      blocks: [
        [
          'The same link over and over, links whose only purpose is to sell, chains of playlists that lead nowhere else.',
          'Tags and titles that promise something other than what is there.',
          'Accounts, follows, collects, upvotes and plays that no person stands behind.',
          'Sharing by e-mail to people who do not know you. Strand sends a limited number of such mails a day, and every one holds a link that stops them for good.',
          'Links to malware, to pages that pretend to be others, and to anything that does something else than it says.',
        ],
      ],
    },
    {
      id: 'technique',
      heading: 'The machinery',
      blocks: [
        [
          'Do not try to get at what is not meant for you: accounts, drafts, playlists that you were not invited to, or the server itself. If you find a way, tell us before you tell others; we are grateful, and take no action against whoever looks in good faith and harms nobody.',
          'Do not overload Strand or go around its limits. When it answers “too many requests”, wait for as long as it says.',
          'Programs are welcome where they behave as described in the [terms](/tos#programs).',
        ],
      ],
    },
    {
      id: 'flags',
      heading: 'Flagging',
      blocks: [
        'If you see something that breaks these rules, open the menu of the post or comment and choose “Flag”. You can say that it is spam, that it does not belong in this playlist, that its link is dead, that it is sexually explicit, that it attacks a group or an individual, or that it shows graphic violence. Nobody but the administrators learns that it was you.',
        'Somebody whom you do not want to hear from you can mute or block: muted, what they do is no longer shown to you; blocked, they can no longer follow, mention or answer you either.',
      ],
    },
    {
      id: 'consequences',
      heading: 'What happens then',
      blocks: [
        'Flags wait in a queue that administrators work through, most flagged first. They may dismiss a flag, remove the post or comment, or take abilities from an account: posting, commenting, following, starting playlists. What they do is recorded and cannot be erased.',
        'We look at the whole picture: what was meant, whether it happened before, who was hurt. If you think that a decision about you was wrong, write to the general address on the [About page](/about) and a person will look at it again.',
      ],
    },
  ],
}
