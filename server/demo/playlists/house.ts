import * as clips from '../media/clips.ts'
import { image, type DemoPlaylist } from '../tables.ts'

/** What the page about Strand shows where the operator names nothing else, by title: all of it is the account `strand`'s. */
export const houseTitles = {
  blog: 'Notes from the workshop',
  team: 'The people behind Strand',
  feedback: 'What should Strand do next?',
} as const

export const house: readonly DemoPlaylist[] = [
  {
    slug: 'workshop-notes',
    title: houseTitles.blog,
    by: 'strand',
    started: 240,
    pull: 0.4,
    cover: 'letter/fjord',
    invitees: [],
    tags: ['Strand', 'News'],
    description: 'What we have built, what we took out again, and why. Short, and only when there is something to say.',
    posts: [
      [
        null,
        'Why every playlist is a question',
        'An answer is easier to give than a post. The day we put a question mark behind the titles, twice as many people wrote something.',
        'strand',
      ],
      [
        clips.duskOverNothing,
        'The player no longer stops between two posts',
        'The next one is made ready while the last one plays. You should not notice; that was the work.',
        'strand',
      ],
      [
        null,
        'We took the counters off the front page',
        'They made people look at the numbers first and at the posts second. They are still there, one tap further in.',
        'strand',
      ],
      [
        image('contour-2', 'Map of a search'),
        'Search finds words that you did not type',
        'Spelling mistakes, half words, and what a post calls the same thing. A question finds the playlist that asked it.',
        'strand',
      ],
      [
        null,
        'Fewer like this',
        'You can go on following somebody and hear less of them. Tap the reason above a post in your feed.',
        'strand',
      ],
    ],
  },
  {
    slug: 'behind-strand',
    title: houseTitles.team,
    by: 'strand',
    started: 236,
    pull: 0.4,
    cover: 'network/citrus',
    invitees: ['admin', 'mara.lindqvist', 'jonas_b'],
    tags: ['Strand', 'People'],
    description: 'Four people, three time zones, one kettle. Everybody who posts here works here.',
    posts: [
      [
        null,
        'We started with a shared tape',
        'One side each. The rule was that you could not put on anything the other one already knew.',
        'strand',
      ],
      [
        null,
        'I keep the lights on',
        'Servers, backups and the inbox. If you wrote to us and got an answer at an odd hour, that was me.',
        'admin',
      ],
      [
        clips.nightBusHome,
        'I listen for a living',
        'Radio by night, playlists by day. I read every open question before it goes out.',
        'mara.lindqvist',
      ],
      [null, 'I tune things', 'Pianos first. Here it is the player: the half second that nobody hears when it is right.', 'jonas_b'],
    ],
  },
  {
    slug: 'what-next',
    title: houseTitles.feedback,
    by: 'strand',
    started: 232,
    pull: 0.4,
    cover: 'blobs/sage',
    tags: ['Strand', 'Ideas for Strand'],
    description: 'Say what is missing, what is in the way and what you would miss. We read all of it and answer what we can.',
    posts: [
      [
        null,
        'Let me play a tag from the beginning',
        'I follow Field recording and would like to hear all of it in order, oldest first.',
        'sam.whitefeather',
      ],
      [
        null,
        'A keyboard for everything',
        'I edit all day without a mouse. Most of it is there already. The rest I wrote down.',
        'dmitri.v',
      ],
      [null, 'Show me who found it first', 'When something is passed on three times, I want to thank the first one.', 'bridget.oshea'],
      [null, 'Please do not add streaks', 'I have enough things that count my days.', 'priya_r'],
    ],
  },
]
