/**
 * Queries over the demo data, each with the result that a user expects, judged by the texts of the demo data, not by the results of the
 * search. If several results are right, all are listed.
 */
export type Expected =
  | { bead: string }
  | { post: string }
  | { member: string }
  | { tag: string }
  /** Any post with this tag, or by this artist. */
  | { tagged: string }
  | { artist: string }

export interface Judged {
  q: string
  expected: readonly Expected[]
  /** Default: `all`. */
  type?: string
  /** The last word may be unfinished. */
  typing?: true
}

const bead = (title: string): Expected => ({ bead: title })
const post = (title: string): Expected => ({ post: title })
const member = (uid: string): Expected => ({ member: uid })
const tag = (key: string): Expected => ({ tag: key })
const tagged = (key: string): Expected => ({ tagged: key })
const artist = (name: string): Expected => ({ artist: name })

const judge = (q: string, ...expected: Expected[]): Judged => ({ q, expected })
const among = (type: string, q: string, ...expected: Expected[]): Judged => ({ q, expected, type })
const typing = (q: string, ...expected: Expected[]): Judged => ({ q, expected, typing: true })
const typingAmong = (type: string, q: string, ...expected: Expected[]): Judged => ({ q, expected, type, typing: true })

const kitchen = bead('Kitchen disco')
const sound = bead('How sound works')
const detroit = bead('From Detroit to everywhere')
const coffee = bead('Is coffee better at home?')
const football = bead('Tuesday football, under the motorway')
const rain = bead('What do you play when it rains?')

export const judged: Readonly<Record<string, readonly Judged[]>> = {
  exact: [
    judge('Kitchen disco', kitchen),
    judge('How sound works', sound),
    judge('From Detroit to everywhere', detroit),
    judge('Is coffee better at home', coffee),
    judge('Words with no way home', bead('Words with no way home')),
    judge('Films that anyone may copy', bead('Films that anyone may copy')),
    judge('Drawn by rules', bead('Drawn by rules')),
    judge('Shapes and sounds', bead('Shapes and sounds')),
    judge('cloth, closely', bead('Cloth, closely')),
    judge('Night swim', post('Night swim')),
    judge('Last light', post('Last light')),
    judge('saudade', post('Saudade')),
    judge('The comma', post('The comma')),
    judge('ice fishing', post('Ice fishing')),
    judge('candy mountain', post('Candy Mountain')),
    judge('what do you play when it rains?', rain),
  ],
  prefix: [
    typing('kit', kitchen),
    typing('kitchen d', kitchen),
    typing('how sou', sound),
    typing('detr', detroit, post('Detroit comes off the bench')),
    typing('saud', post('Saudade')),
    typing('night s', post('Night swim')),
    typing('drawn b', bead('Drawn by rules')),
    typing('films t', bead('Films that anyone may copy')),
    typing('candy m', post('Candy Mountain')),
    typing('words wi', bead('Words with no way home')),
    typing('tuesday f', football),
    typing('shapes', bead('Shapes and sounds')),
    typing('mara', member('mara.lindqvist')),
    typing('synth', tag('synthesizer')),
    typingAmong('bead', 'cof', coffee),
    typingAmong('bead', 'foot', football),
    typingAmong('tag', 'foot', tag('football')),
    typingAmong('tag', 'anim', tag('animation')),
    typingAmong('member', 'rob', member('demo')),
    typingAmong('member', 'w', member('wanjiru_k')),
    typingAmong('tag', 'k', tag('kurzgesagt')),
    judge('kitch', kitchen),
    judge('saudad', post('Saudade')),
  ],
  typo: [
    judge('kichen disco', kitchen),
    judge('kitchen dicso', kitchen),
    judge('how sonud works', sound),
    judge('saudaed', post('Saudade')),
    judge('detriot', detroit, post('Detroit comes off the bench')),
    judge('candy mountian', post('Candy Mountain')),
    judge('everwhere detroit', detroit),
    judge('mara lindquist', member('mara.lindqvist')),
    judge('radiohed', tag('radiohead'), artist('Radiohead')),
    judge('wintergaten', tag('wintergatan'), artist('Wintergatan')),
    judge('kurzgesgat', tag('kurzgesagt'), artist('Kurzgesagt')),
    typing('kitchne d', kitchen),
    typing('sauade', post('Saudade')),
    among('tag', 'footbal', tag('football')),
    among('tag', 'sinthesizer', tag('synthesizer')),
    among('tag', 'matematics', tag('mathematics')),
    among('tag', 'encyclopedia', tag('encyclopaedia')),
    among('tag', 'architecure', tag('architecture')),
    among('member', 'linqvist', member('mara.lindqvist')),
    among('member', 'raghunatan', member('priya_r')),
    among('bead', 'cofee', coffee),
    among('post', 'david bowei', artist('David Bowie')),
    among('post', 'debusy', artist('Claude Debussy')),
  ],
  accent: [
    judge('bjork', tag('bjork'), artist('Björk')),
    judge('Björk', tag('bjork'), artist('Björk')),
    judge('lea fontaine', member('lea.fontaine')),
    judge('carlos benitez', member('carlos.benitez')),
    judge('beyonce', tag('beyonce'), artist('Beyoncé ft. JAY-Z')),
    judge('wojcik', member('greta_w')),
    judge('tran minh', member('minh.tran')),
    judge('thuong', post('Thương')),
    judge('odeon', post('The projection booth of the old Odéon')),
    judge('charlotte bronte', tag('charlottebronte'), artist('Charlotte Brontë')),
    judge('sofia hernandez', member('sofia_h')),
    judge('niccolò machiavelli', tag('niccolomachiavelli'), artist('Niccolò Machiavelli')),
    among('post', 'tromso', post('Tromsø, January, noon, dark')),
    among('member', 'aydin', member('zeynep.a')),
    among('post', 'krakow', post('Kraków, the hour'), post('Kraków, minus fifteen, red tights')),
    among('post', 'hoi an', post('Hội An, after the rain'), post('Hội An, the woman by the bridge')),
    among('post', 'frederic chopin', artist('Frédéric Chopin')),
  ],
  words: [
    judge('coffee home', coffee),
    judge('bass hum', bead('Which bass line can you hum right now?')),
    judge('guitar solo minute', bead('What is the best guitar solo under a minute?')),
    judge('rain play', rain),
    judge('funniest song good', bead('What is the funniest song that is also a good song?')),
    judge('dog escalators', post('A child explaining escalators to a dog')),
    judge('chess club', post('Our chess club')),
    judge('see from before 1930', bead('What should I see from before 1930?')),
    judge('team walks out', bead('What plays as your team walks out?')),
    judge('bread wrong', bead('What went wrong with your bread?')),
    judge('cook five ingredients', bead('What do you cook with five ingredients?')),
    judge('sandstorm milky way', post('A sandstorm from the Sahara crosses the Milky Way')),
    judge('marbles crank', post('Two thousand marbles and one man turning a crank')),
    judge('small room', bead('What is the best small room you have been in?')),
    judge('grandfather agbada', post('My grandfather’s agbada')),
  ],
  /** A frequent word: documents about it rank before those that only mention it. */
  common: [
    judge('bread', bead('What went wrong with your bread?'), post('Bread, close up')),
    judge('coffee', tag('coffee'), coffee),
    judge('chess', tag('chess'), post('Our chess club')),
    judge('jokes', tag('jokes'), bead('What is your best joke that takes under ten seconds?')),
    judge('guitar', tag('guitar'), bead('What is the best guitar solo under a minute?')),
    judge('maths', bead('When did maths finally make sense to you?')),
    judge('sourdough', tag('sourdough'), bead('What went wrong with your bread?')),
    judge('rain', rain, post('What do you play when it rains?')),
    judge('beatles', tag('thebeatles'), artist('The Beatles')),
    judge('street food', tag('streetfood')),
    judge('bass', tag('bass'), bead('Which bass line can you hum right now?')),
    among('bead', 'techno', detroit),
    among('bead', 'disco', kitchen),
    among('post', 'bowie space', post('Nine days before they landed')),
    among('post', 'shakira football', post('Goal music, all of us, all cities')),
    judge('metropolis nosferatu', bead('What should I see from before 1930?')),
    judge('tadiohead', tag('radiohead'), artist('Radiohead')),
    typing('s', bead('Shapes and sounds'), tag('synthesizer')),
    typing('f', tag('football')),
    typingAmong('member', 'm', member('mara.lindqvist')),
    typingAmong('bead', 'k', kitchen),
    typing('the b', tag('thebeatles'), artist('The Beatles')),
  ],
  order: [
    judge('disco kitchen', kitchen),
    judge('works sound how', sound),
    judge('closely cloth', bead('Cloth, closely')),
    judge('lindqvist mara', member('mara.lindqvist')),
    judge('light last', post('Last light')),
    judge('everywhere detroit from', detroit),
    judge('vale robin', member('demo')),
    judge('mountain candy', post('Candy Mountain')),
    typing('rules dra', bead('Drawn by rules')),
  ],
  tag: [
    among('tag', 'football', tag('football')),
    among('tag', 'montypython', tag('montypython')),
    among('tag', 'open movies', tag('openmovies')),
    among('tag', 'stop motion', tag('stopmotion')),
    among('tag', 'street food', tag('streetfood')),
    among('tag', 'weird al', tag('weirdalyankovic')),
    among('tag', 'short film', tag('shortfilm')),
    among('tag', 'david bowie', tag('davidbowie')),
    typingAmong('tag', 'monty p', tag('montypython')),
    judge('kurzgesagt', tag('kurzgesagt'), artist('Kurzgesagt')),
    judge('synthesizer', tag('synthesizer')),
    judge('nightmarket', tag('nightmarket')),
  ],
  hash: [
    judge('#football', tag('football')),
    judge('#Football', tag('football')),
    judge('#david bowie', tag('davidbowie')),
    judge('# synthesizer', tag('synthesizer')),
    typing('#synth', tag('synthesizer')),
    typing('#foot', tag('football')),
    among('post', '#football', tagged('football')),
    among('post', '#davidbowie', tagged('davidbowie')),
    among('bead', '#techno', detroit),
    among('bead', '#disco', kitchen),
  ],
  member: [
    judge('robin vale', member('demo')),
    judge('tunde', member('tunde_a')),
    judge('noor haddad', member('partner')),
    judge('fatima zahra', member('fatima.zahra')),
    judge('jamal washington', member('jamal.w')),
    judge('tunde_a', member('tunde_a')),
    among('member', 'oshea', member('bridget.oshea')),
    among('member', "o'shea", member('bridget.oshea')),
    among('member', 'piano tuner', member('jonas_b')),
    among('member', 'barista', member('chloe.nguyen')),
    among('member', 'kim', member('hana.kim')),
  ],
  at: [
    judge('@mara', member('mara.lindqvist')),
    judge('@tunde_a', member('tunde_a')),
    judge('@robin', member('demo')),
    judge('@demo', member('demo')),
    judge('@kim', member('hana.kim')),
    judge('@jonas', member('jonas_b')),
    typing('@ing', member('ingrid.dahl')),
    typing('@mara lin', member('mara.lindqvist')),
  ],
  playlist: [
    judge('*kitchen', kitchen),
    judge('bead detroit', detroit),
    judge('*how sound', sound),
    judge('*football', football),
    judge('* coffee', coffee),
    typing('*sha', bead('Shapes and sounds')),
    typing('bead drawn', bead('Drawn by rules')),
  ],
  artist: [
    among('post', 'david bowie', artist('David Bowie')),
    among('post', 'radiohead', artist('Radiohead')),
    among('post', 'daft punk', artist('Daft Punk'), artist('Daft Punk ft. Pharrell Williams')),
    among('post', 'the white stripes', artist('The White Stripes')),
    among('post', 'queen', artist('Queen'), artist('Queen and David Bowie')),
    among('post', 'abba', artist('ABBA')),
    among('post', 'pes', artist('PES')),
    among('post', 'nina simone', artist('Nina Simone')),
    among('post', 'kafka', artist('Franz Kafka')),
    among('post', 'vivaldi', artist('Antonio Vivaldi')),
    among('post', 'ac/dc', artist('AC/DC')),
    among('post', 'a-ha', artist('a-ha')),
    among('post', 'weird al yankovic', artist('"Weird Al" Yankovic')),
    among('post', '3blue1brown', artist('3Blue1Brown')),
    judge('rick astley', tag('rickastley'), artist('Rick Astley')),
    judge('cyndi lauper', tag('cyndilauper'), artist('Cyndi Lauper')),
    typing('massive att', tag('massiveattack'), artist('Massive Attack')),
  ],
  description: [
    judge('onions go soft', kitchen),
    judge('karaoke finalists', bead('What song do you get dressed to?')),
    judge('double-decker schoolchildren', bead('Which sketch is still funny the fiftieth time?')),
    judge('porto rain', rain),
    judge('cerulean', post('The blue jumper speech should be taught in schools')),
    judge('expansion joints', bead('What is hiding in plain sight?')),
    among('bead', 'altitude', bead('What made you cry on a plane?')),
    among('member', 'reads on trains', member('hamza.k')),
    among('post', 'forehead against', post('For the last bus, upper deck, front seat')),
    among('post', 'seventy metres embroidery', post('It is not a tapestry')),
    judge('season ticket bad knees', member('tom.okafor')),
    // One of its tags is `SilentFilm`, which counts as several words.
    judge('film before 1930', bead('What should I see from before 1930?')),
  ],
}

/** Queries that do not return the expected result yet; move them to `judged` once they do. */
export const unanswered: readonly Judged[] = []
