import * as clips from '../media/clips.ts'
import * as v from '../media/films.ts'
import * as m from '../media/songs.ts'
import { image, page, wikipedia, type DemoPlaylist } from '../tables.ts'

/** The skins of the three default partners, which STRAND_PARTNERS can replace. */
export const demoSkins = [
  {
    key: 'northlight',
    name: 'Northlight Film School',
    followUid: 'lea.fontaine',
    intro: 'Sign up to send your minute to Northlight Film School, and to see what everybody else did with theirs.',
  },
  {
    key: 'lowtide',
    name: 'Low Tide Radio',
    intro: 'Low Tide Radio plays what its listeners post. Sign up and hand us the next one.',
    followUid: 'mara.lindqvist',
  },
  { key: 'longtable', name: 'The Long Table', theme: 'white' as const },
]

/** One playlist per partner. `{bead}` in the call of a filter is replaced by the id of the playlist. */
export const partners: readonly DemoPlaylist[] = [
  {
    slug: 'one-minute-films',
    title: 'What can you film in one minute?',
    by: 'lea.fontaine',
    started: 204,
    pull: 0.5,
    cover: 'cinema/ember',
    tags: ['Northlight', 'Short film', 'One minute'],
    description:
      'The open challenge of Northlight Film School: one minute, one place, no words. The school shows its favourites in the spring.',
    extras: {
      isMilqPremier: true,
      cta: { type: 'follow' },
      featured: { description: 'Sixty seconds, one place, no words: the open challenge of Northlight Film School.' },
      partnerMetaData: {
        customFilters: [
          { name: 'Finalists', endpoint: '/api/v0/posts?bead={bead}&tag=Northlight' },
          { name: 'From the school', endpoint: '/api/v0/posts?bead={bead}&createdby=lea.fontaine' },
        ],
        skyscraper: { image: '/images/promos/one-minute-films.jpg', href: 'https://example.org/northlight' },
        onPostShare: { title: 'My minute for Northlight', description: 'One minute, one place, no words. Have a look, and send yours.' },
      },
    },
    posts: [
      [clips.twoStones, 'Two stones, one pond', 'The brief in one picture: nothing happens, and you cannot look away.', 'lea.fontaine'],
      [clips.mandelbrotDive, 'One place, closer', 'No cut, no word. It does leave the place, strictly speaking.', 'ingrid.dahl'],
      [clips.gardenOfCells, 'A garden, one minute, forty years', '', 'priya_r'],
      [v.herMorning, 'A bed is a place', 'Longer than a minute. Take any minute of it.', 'mei.chen'],
      [v.muto, 'A wall is a place', '', 'greta_w'],
      [v.heroShort, 'A line is a place', 'Drawn in the air, which is where I would have put it.', 'arjun.s'],
      [
        image('window-2', 'The window, the whole day'),
        'What I could see from the chair',
        'I could not film that week, so I drew the minute.',
        'zeynep.a',
      ],
      [clips.rule110, 'The minute as a rule', '', 'dmitri.v'],
      [
        v.everyFrameKeaton,
        'What the jury watches before it judges',
        'No words either, and they knew where to put the camera.',
        'lea.fontaine',
      ],
      [v.coffeeRun, 'A morning in one street', '', 'marcus.lee'],
      [null, 'Mine is a bus stop', 'Uploading it tonight. It rained, nobody came, then everybody came.', 'kofi_j'],
      [
        wikipedia('Workers_Leaving_the_Lumière_Factory', 'cinema'),
        'The first one was forty-six seconds',
        'One place, no words. Nobody has done it better since, they have only gone on.',
        'lea.fontaine',
      ],
    ],
  },
  {
    slug: 'low-tide-sessions',
    title: 'What do you play when the tide is out?',
    by: 'mara.lindqvist',
    started: 176,
    pull: 0.5,
    cover: 'sea/plum',
    tags: ['Low Tide', 'Late night', 'Radio'],
    description: 'Low Tide Radio goes on air at one in the morning and plays what it finds here. Slow, please, and nothing that shouts.',
    extras: {
      cta: { type: 'explore' },
      partnerMetaData: { customFilters: [{ name: 'Played on air', endpoint: '/api/v0/posts?bead={bead}&tag=LowTide' }] },
    },
    posts: [
      [clips.tides, 'The jingle, before it was cut', 'Three pieces, as the tide. We use the second one.', 'mara.lindqvist'],
      [m.teardrop, 'The heartbeat at the start', 'I let it run for eight bars before I say anything.', 'marcus.lee'],
      [m.gymnopedie, 'The tide goes out in three', '', 'jonas_b'],
      [m.gloryBox, 'For whoever is driving home', '', 'sofia_h'],
      [clips.glassAndRain, 'It is raining in this one', 'Or it is glass. At one in the morning it is both.', 'finn.mac'],
      [m.youWereHere, 'From a radio in the next room', 'The station before the song is the best part of it.', 'tunde_a'],
    ],
  },
  {
    slug: 'table-for-twelve',
    title: 'What do you cook for twelve?',
    by: 'carlos.benitez',
    started: 150,
    pull: 0.5,
    cover: 'cup/citrus',
    tags: ['Long Table', 'Cooking', 'Company'],
    description: 'The Long Table sets one up in a different street each month. One pot, twelve plates, no recipe longer than a postcard.',
    extras: { partnerMetaData: { customFilters: [{ name: 'One pot', endpoint: '/api/v0/posts?bead={bead}&tag=LongTable' }] } },
    posts: [
      [
        null,
        'Beans, the day before',
        'Soak two kilos, cook them with an onion and a bay leaf, salt at the end. The street does the rest.',
        'carlos.benitez',
      ],
      [null, 'Rice for twelve is rice for four, three times', 'Not in one pot. I have learned that in front of guests.', 'ana.pereira'],
      [v.ratatouille, 'One pan, all the vegetables', 'In circles if somebody is looking.', 'elena.marchetti'],
      [
        page('https://en.wikipedia.org/wiki/Couscous', 'Couscous', 'fruit'),
        'Seven vegetables, one mountain',
        'Everybody eats from their side and nobody has to be asked to sit closer.',
        'fatima.zahra',
      ],
      [null, 'Soup with a lid of bread', 'The bread was a mistake. I have made it on purpose since.', 'chloe.nguyen'],
    ],
  },
]
