import type { Media } from '#contract/index.ts'

export type MediumKind = Media['type'] | 'text'

/** Comments by kind of medium. */
export const byKind: Record<MediumKind, readonly string[]> = {
  video: [
    'Watched it on the train and missed my stop. Worth it.',
    'The last ten seconds are why I come to this site.',
    'Full screen, lights off. Trust me.',
    'I have sent this to three people already and two of them answered with capital letters.',
    'How have I never seen this?',
    'The camera work alone deserves a playlist.',
    'Paused it halfway to read the comments, glad I am not the only one.',
    'My daughter asked to see it again. Four times. I did not mind.',
  ],
  audio: [
    'Put this on with headphones and the room got bigger.',
    'On repeat since breakfast.',
    'That bass comes in exactly one beat later than you expect. Perfect.',
    'This is what my kitchen sounds like in a good mood.',
    'I would pay for an hour of this.',
    'Turned it up until the spoons moved.',
  ],
  image: [
    'I want this on my wall, large.',
    'The colours! Who allowed these colours?',
    'Set it as my desktop, had two colleagues ask about it before lunch.',
    'Looks simple until you try to copy it. I tried to copy it.',
    'There is so much air in this picture.',
    'Squint and it becomes a different picture.',
  ],
  webpage: [
    'Went in for five minutes, came out an hour later with eleven tabs.',
    'Bookmarked. The footnotes are better than the article.',
    'Good link. The part near the end about how it was found is worth the scroll.',
    'I knew half of this and it was the wrong half.',
    'Thank you for linking the source and not a screenshot of it.',
    'Read it aloud to my partner, we are still discussing it.',
    'I had heard the legend. The truth is odder.',
    'The picture halfway down is the best thing on it.',
    'Somebody has put years into that page.',
    'Printed it for the train. It lasted two stations longer than the train did.',
  ],
  text: [
    'This should be printed on the bag.',
    'Agreed, and I would go further.',
    'Counterpoint: no. But beautifully put.',
    'I have been saying this for years, though with worse grammar.',
    'You have changed my mind and ruined my plans for Sunday.',
    'Short, and I have read it out to everybody in the room.',
    'Groaned. Then told it to the next person who came in.',
    'I have nothing to add, which is rare.',
    'I came for the links and stayed for this.',
    'Said like somebody who has tried it.',
    'You can hear the shrug in that.',
  ],
}
