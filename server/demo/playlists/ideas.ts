import * as clips from '../media/clips.ts'
import * as v from '../media/films.ts'
import * as m from '../media/songs.ts'
import { page, wikipedia, type DemoPlaylist } from '../tables.ts'

export const ideas: readonly DemoPlaylist[] = [
  {
    slug: 'changed-your-mind', title: 'What changed your mind in under twenty minutes?', by: 'priya_r', started: 312, pull: 1.4, cover: 'network/ember',
    tags: ['Talks', 'Thinking', 'Persuasion'],
    description: 'A talk, a page, a sentence from a bus driver. What did you think before, and what do you think now?',
    posts: [
      [v.rosling200, 'Before: things get worse. After: look at the dots.', 'Four minutes, two hundred countries. I open the school year with it.', 'priya_r'],
      [v.tedRosling, 'The same man, longer, with a sword at the end', 'Not in this one, but keep watching him.'],
      [v.tedSchools, 'Before: I was a bad pupil. After: I was a dancer.', 'Not literally. But I stopped apologising.'],
      [v.tedCain, 'Before: I should speak up. After: I should be asked.', '', 'pekka.salo'],
      [v.tedUrban, 'The monkey has the wheel', 'I watched it instead of doing my taxes. It is about why.'],
      [v.tedBrown, 'I had to pause it twice', 'The sentence about numbing only the bad feelings. You cannot, it turns out.'],
      [v.humansApply, 'The part about horses', 'Before: new jobs always come. After: ask the horses.'],
      [v.gorilla, 'Before: I would notice', 'I did not notice.'],
      [v.stanford, 'Three stories, that is all', 'Old by now, quoted to death, and the dots still connect backwards.'],
      [null, 'A bus driver: “You are not in traffic, you *are* traffic.”', 'Said kindly, through the hatch. I bought a bicycle.'],
      [wikipedia('Chesterton%27s_fence', 'hills'), 'Before you take the fence away', 'Find out who put it there. It has saved two bridges and one marriage.', 'arjun.s'],
    ],
  },
  {
    slug: 'bridges', title: 'What is hiding in plain sight?', by: 'arjun.s', started: 145, pull: 1.1, cover: 'geometry/lagoon',
    tags: ['Design', 'Infrastructure', 'Cities'],
    description: 'Things that work so well that nobody sees them. I will start with expansion joints; stop me.',
    posts: [
      [wikipedia('Expansion_joint', 'road'), 'The clack under your tyres is a bridge breathing', 'Steel grows with the sun. On the long ones you could lose an arm in summer.', 'arjun.s'],
      [wikipedia('Tactile_paving', 'bauhaus'), 'Bumps mean stop, bars mean go on', 'Invented in Okayama in 1965 by a man with a blind friend. You have walked over it today.'],
      [wikipedia('Desire_path', 'leaves'), 'The lawn votes', 'Planners draw a corner, people draw a diagonal. Some universities wait a winter before paving.', 'zeynep.a'],
      [wikipedia('Transport_(typeface)', 'letter'), 'The letters on the signs are a person', 'Margaret Calvert. The cow on the farm sign was called Patience.'],
      [wikipedia('Shipping_container', 'bauhaus'), 'The box', 'A lorry driver got tired of waiting, and the world rearranged its ports around him.'],
      [wikipedia('QWERTY', 'keys'), 'Nobody really knows', 'You have heard the story that it was to slow typists down. Read the doubts.'],
      [wikipedia('Henry_Dreyfuss', 'frame'), 'The round thermostat, the telephone, the alarm clock', 'One man’s hands are all over your grandparents’ house.'],
      [null, 'The smell of rain is added to nothing', 'But the smell of gas is added to gas. Somebody sat down and chose it.'],
      [clips.rule110, 'Complexity, for example', 'One line of rules. Everything else is just what happens.'],
      [null, 'The curb cut', 'Made for wheelchairs, used by prams, trolleys, skaters and me with a piano.', 'jonas_b'],
    ],
  },
  {
    slug: 'pale-blue', title: 'What makes you feel usefully small?', by: 'ingrid.dahl', started: 265, pull: 1.3, cover: 'planet/dusk',
    tags: ['Space', 'Scale', 'Wonder'],
    description: 'Small in the good way. I look up for a living.',
    posts: [
      [v.paleBlueDot, 'A mote of dust', 'He asked them to turn the camera round. It took years to be allowed.', 'ingrid.dahl'],
      [v.powersOfTen, 'Out to the galaxies, back to the hand', 'Nine minutes. The picnic carries on.'],
      [v.earthIss, 'We live *there*', 'The green curtain over the south is my day job.', 'ingrid.dahl'],
      [page('https://apod.nasa.gov/apod/astropix.html', 'Astronomy Picture of the Day', 'planet'), 'Every day since June 1995', 'Same layout, same grey links. The universe does the redesigns.'],
      [v.fermi, 'So where is everybody', 'I prefer the answers in which they are shy.'],
      [v.theEgg, 'A stranger explains', 'Eight minutes, and you look at people in the tram differently.'],
      [v.nihilism, 'If nothing matters, the bad days do not either', '', 'sofia_h'],
      [page('https://science.nasa.gov/mission/voyager/', 'NASA: Voyager', 'planet'), 'Still calling home', 'Twenty-some watts, about a fridge bulb, from outside the wind of the sun.'],
      [wikipedia('Voyager_Golden_Record', 'vinyl'), 'Chuck Berry is on it', 'And a kiss, a mother’s first words, and a train. Instructions on the sleeve.', 'mara.lindqvist'],
      [m.spaceOddity, 'Nine days before they landed', 'The BBC held it back until the crew were safely home.'],
      [clips.mandelbrotDive, 'Small in the other direction', ''],
    ],
  },
  {
    slug: 'machines-and-us', title: 'What should a machine never do?', by: 'sofia_h', started: 39, pull: 1.1, cover: 'network/ink',
    tags: ['Technology', 'Ethics', 'Automation'],
    description: 'Philosophy seminar, open door. One claim per post, and one reason.',
    posts: [
      [null, 'Decide who waits', 'A queue is a moral object. Somebody should have to look the last one in the face.', 'sofia_h'],
      [v.humansApply, 'It is not asking for permission', ''],
      [v.justice, 'Watch this first, all of you', 'A trolley, five people, one person, and a thousand students who are sure of themselves for four minutes.', 'sofia_h'],
      [v.neuralNetwork, 'And then this, so that we know what we are arguing about', 'It is multiplication. There is a great deal of it.', 'priya_r'],
      [null, 'Apologise', 'If nobody is sorry, nobody is sorry.'],
      [wikipedia('ELIZA', 'network'), 'We have been here before', 'His secretary asked him to leave the room so that she could talk to it. 1966.'],
      [wikipedia('Ironies_of_automation', 'network'), 'Four pages from 1983', 'The more a machine does, the harder the part that it leaves you. Every pilot should read it.', 'arjun.s'],
      [null, 'Tune a piano', 'It can measure it. It cannot be in the room when the owner plays the first chord.', 'jonas_b'],
      [null, 'Finish a joke', '', 'kofi_j'],
    ],
  },
]
