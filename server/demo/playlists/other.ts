import * as clips from '../media/clips.ts'
import * as v from '../media/films.ts'
import * as m from '../media/songs.ts'
import { image, page, wikipedia, type DemoPlaylist } from '../tables.ts'

export const other: readonly DemoPlaylist[] = [
  {
    slug: 'sounds-of-home', title: 'What does your street sound like?', by: 'sam.whitefeather', started: 318, pull: 1.1, cover: 'city/fjord',
    tags: ['Field recording', 'Cities', 'Home'],
    description: 'Open the window for one minute. Write down what you hear, in order. I have been doing this for thirty years and it is never the same list.',
    posts: [
      [null, 'Albuquerque, six in the morning', 'Swamp cooler. Dove. A truck that does not want to start. Dove, commenting.', 'sam.whitefeather'],
      [null, 'Tromsø, January, noon, dark', 'Snow shovel. Snow shovel, further off. My own ears.', 'ingrid.dahl'],
      [null, 'Lagos, anywhere, any time', 'Generator in F. Generator in F sharp. A preacher. A hawker who is better than the preacher.', 'tunde_a'],
      [null, 'Fes, the coppersmiths’ square', 'They hammer in turns and do not notice that they swing.', 'fatima.zahra'],
      [null, 'Busan, fourth floor', 'Ferry. Scooter. Somebody practising the high part of the same song as me, one floor down, better.', 'hana.kim'],
      [clips.tides, 'The sea wall, the way I remember it', ''],
      [null, 'Glasgow close', 'Rain on a bin lid. Somebody laughing two floors up at something on the radio. Now I want to know what.', 'finn.mac'],
      [null, 'Wellington', 'Wind.', 'aroha.t'],
      [page('https://aporee.org/maps/', 'radio aporee: sound maps', 'bars'), 'Everybody else’s street', 'A map with tens of thousands of minutes on it. Click on a place you miss.', 'sam.whitefeather'],
      [null, 'Kraków, the hour', 'A trumpet from the tower that stops in the middle of a note. It has stopped there for seven hundred years.', 'greta_w'],
      [null, 'Hội An, after the rain', 'Frogs. A bicycle that I should fix. Frogs.', 'minh.tran'],
    ],
  },
  {
    slug: 'welcome', title: 'How does this place work?', by: 'strand', started: 428, pull: 1.5, cover: 'riso/lagoon',
    tags: ['Strand', 'Help', 'Feedback'],
    description: 'Ask here. Open playlists are questions, so this one is too. The team reads everything.',
    posts: [
      [null, 'A playlist is a question, a post is an answer', 'Open playlists take posts from everybody. Invite-only ones are for a few friends, and everybody may listen.', 'strand'],
      [null, 'You can add almost anything', 'A video, a song, a file, a picture, a page, or only words. Paste a link and we work out the rest.', 'strand'],
      [clips.duskOverNothing, 'Try the player with this', 'Press play, then go and read something else on the site. It keeps going.', 'strand'],
      [null, 'Collecting is keeping, upvoting is nodding', 'Both help other people find things. Neither tells anybody that you listened four times in a row.', 'strand'],
      [null, 'Can I change the order of my playlist?', 'Asking for a kitchen.', 'demo'],
      [null, 'What happens when a link dies?', 'Some of mine are ten years old and held together with hope.', 'mara.lindqvist'],
      [v.vimeoPlayer, 'A brief history of our competition', 'Somebody once filmed an advert for a play button. We think about it often.', 'strand'],
      [null, 'Dark theme at night, light theme by day: thank you', 'My eyes and my husband’s eyes say hello.', 'elena.marchetti'],
      [v.greetings, 'Hello from the other end of the protocol', 'Just checking that Dailymotion links work here. They do.', 'dani.levi'],
      [null, 'Is there a limit on how many playlists I may follow?', 'No. There is a limit to the evening.', 'admin'],
    ],
  },
  {
    slug: 'small-joys', title: 'What made you stop today?', by: 'mara.lindqvist', started: 226, pull: 1.5, cover: 'hills/ember',
    tags: ['Small joys', 'Today', 'Noticing'],
    description: 'One minute, one thing. It does not have to be beautiful, it has to have stopped you.',
    posts: [
      [v.murmuration, 'Starlings over the harbour', 'Not these, but these are the ones that I found when I looked up whether I had dreamt it.', 'mara.lindqvist'],
      [null, 'A child explaining escalators to a dog', 'In great detail. The dog had doubts.'],
      [image('sea-3', 'The harbour at a quarter to four'), 'The sun, for eleven minutes', 'I stood by the bins and looked at it like everybody else.', 'mara.lindqvist'],
      [v.wildlife, 'A whole minute of animals doing their jobs', ''],
      [null, 'The man in the key shop sharpened my knife and refused the money', '“It wanted it,” he said.', 'lea.fontaine'],
      [v.learn, 'The third of three short films about going somewhere', 'He learns to surf, cook, fence, blow glass, one second each. I signed up for glass.', 'chloe.nguyen'],
      [m.overRainbow, 'In the supermarket, by the onions', 'Three of us stopped. None of us looked at each other. We all knew.'],
      [null, 'My train was late and the announcer sang the apology', 'Not well. Completely.', 'hamza.k'],
      [image('leaves-3', 'A fern, by torchlight'), 'Found on the way to the bins', '', 'aroha.t'],
      [clips.duskOverNothing, 'Seven seconds, watched it six times', ''],
      [v.doubleRainbow, 'One rainbow, single, ordinary', 'But I now stop for all of them because of this man.'],
      [null, 'Somebody had mended the bench', 'No sign, no plaque. A new plank, lighter than the others.', 'arjun.s'],
      [m.joshuaBell, 'A busker I nearly walked past', 'And then remembered this film and stopped, and missed the train, and it was fine.'],
    ],
  },
  {
    slug: 'lost-things', title: 'What did you lose and never replace?', by: 'chloe.nguyen', started: 4.2, isDraft: true, cover: 'window/fjord',
    tags: ['Lost', 'Objects', 'Stories'],
    description: 'An umbrella, a language, a recipe. Waiting for the team to let this one through.',
    posts: [
      [null, 'A green umbrella with a duck’s head', 'Tram 96, 2011. I have been wet in principle since.', 'chloe.nguyen'],
      [wikipedia('Lost_film', 'cinema'), 'Most silent films, for a start', 'We think of it as something that happened to other people.', 'chloe.nguyen'],
      [image('rain-2', 'The duck, from memory'), 'Artist’s impression', '', 'chloe.nguyen'],
    ],
  },
  {
    slug: 'empty-chair', title: 'Who taught you something without noticing?', by: 'quietpetra', started: 1.3, pull: 0.15, cover: 'window/plum',
    tags: ['Teachers', 'Gratitude'],
    description: 'I will go second.',
    posts: [],
  },
]
