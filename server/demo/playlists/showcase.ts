import * as clips from '../media/clips.ts'
import type { DemoPlaylist } from '../tables.ts'

export const showcaseTitle = 'Shapes and sounds'

/** Contains every kind of file that the player supports, all served by Strand: it plays to its end without a network. */
export const showcase: DemoPlaylist = {
  slug: 'shapes-and-sounds',
  title: showcaseTitle,
  by: 'strand',
  started: 8.6,
  pull: 6,
  tags: ['Generative art', 'Synthesizer', 'Made here'],
  cover: 'riso/ember',
  invitees: [],
  description:
    'One minute of small things that we made ourselves: formulas that turned into pictures, chords that turned into weather. Press play and leave it alone. It moves from film to sound to picture and back, and steps over the one link that has died.',
  posts: [
    [
      clips.mandelbrotDive,
      'Falling into the same coastline, forever',
      'Eight seconds, and about ten thousand times closer at the end than at the start. The bells are an A minor seventh that keeps changing its mind.',
      'strand',
    ],
    [
      clips.nightBusHome,
      'For the last bus, upper deck, front seat',
      'Electric piano and almost nothing else. Best with your forehead against the glass.',
      'strand',
    ],
    [
      clips.twoStones,
      'Drop two stones, watch them argue',
      'Interference in a pond that does not exist. Where two crests meet it gets brighter; where a crest meets a trough, it is as if nothing had happened.',
      'strand',
    ],
    [
      clips.paperHills,
      'Hills, cut from seven sheets of paper',
      'A picture holds its place in the queue like everything else. Give it a few seconds.',
      'strand',
    ],
    [
      clips.gone,
      'There used to be a swing here',
      'The file behind this post is gone, as links on the web sooner or later are. The post stays, and the player moves on by itself.',
      'strand',
    ],
    [
      clips.glassAndRain,
      'Glass, struck gently, while it rains',
      'Frequency-modulated bells over a very slow pad. No rain was recorded.',
      'strand',
    ],
    [
      clips.tides,
      'The tide comes in three pieces',
      'This one arrives as a stream in three-second segments. You should not be able to hear the seams.',
      'strand',
    ],
    [
      clips.rule110Repaired,
      'A rule so simple that it can compute anything',
      'Rule 110: look at three cells, write one. The first address we had for this no longer answers, so it plays from the second.',
      'strand',
    ],
    [clips.nightSwim, 'Night swim', 'The water was warmer than the air. Drawn from memory.', 'strand'],
    [
      clips.lastLight,
      'Last light',
      'The sun goes down behind the hills, the strings come up, and that is the minute. Thank you for staying.',
      'strand',
    ],
  ],
}
