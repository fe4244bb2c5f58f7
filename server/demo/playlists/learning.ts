import * as clips from '../media/clips.ts'
import * as v from '../media/films.ts'
import * as m from '../media/songs.ts'
import { page, wikipedia, type DemoPlaylist } from '../tables.ts'

export const learning: readonly DemoPlaylist[] = [
  {
    slug: 'maths-finally', title: 'When did maths finally make sense to you?', by: 'priya_r', started: 366, pull: 1.4, cover: 'geometry/plum',
    tags: ['Mathematics', 'Explained', 'Teaching'],
    description: 'A drawing, a teacher, a video at two in the morning. No formulas needed, only the moment.',
    posts: [
      [v.vectors, 'An arrow, a list of numbers, both', 'I had passed three exams by then. I understood it on a bus.', 'priya_r'],
      [v.calculus, 'The circle, cut into rings and unrolled', 'A triangle. It becomes a triangle. I shouted and woke the baby.'],
      [v.fourier, 'Wrap the sound around a circle', 'As a piano tuner I had been doing it by ear for twenty years.', 'jonas_b'],
      [v.countingPuzzle, 'Two blocks, one wall, and the digits of pi', 'There is no circle anywhere. There is always a circle.'],
      [v.countInfinity, 'Past it, how?', 'My class asked for part two during the fire drill.'],
      [v.banach, 'One ball becomes two', 'Do not try it with an orange, I have.'],
      [v.collatz, 'Halve it, or triple it and add one', 'I have used up two notebooks. My wife has hidden the third.', 'arjun.s'],
      [v.fatalFlaw, 'There will always be true things that cannot be proved', 'I find it restful.'],
      [v.twelfth, 'The sum that started a thousand arguments', 'It is wrong, it is right, and it depends what you mean by *is*. Good lesson for fourteen-year-olds.', 'priya_r'],
      [v.strang, 'Professor Strang, chalk, row picture, column picture', 'A whole course, free, by the kindest man in linear algebra.'],
      [v.penrose, 'A floor that never repeats', ''],
      [clips.mandelbrotDive, 'I had the formula on the board for a year', 'Then I showed them this. Eight seconds. “Why did you not start there, Miss?”', 'priya_r'],
      [wikipedia('Monty_Hall_problem', 'letter'), 'Switch. I still do not like it, but switch.', 'Play it twenty times with cups and a peanut. The peanut convinces everybody.'],
    ],
  },
  {
    slug: 'twenty-hours', title: 'What did you learn in one month?', by: 'wanjiru_k', started: 139, pull: 1, cover: 'strings/sage',
    tags: ['Skills', 'Practice', 'Habits'],
    description: 'From nothing to something. Say what the month cost you.',
    posts: [
      [v.tedTwenty, 'Twenty hours, he says, and picks up a ukulele', 'I did it with a bicycle pump, sorry, an accordion.'],
      [null, 'To juggle three', 'Cost: one lamp. Learn over a bed, you will not have to bend down.', 'louis.tremblay'],
      [null, 'The Georgian alphabet', 'Thirty-three letters like grapevines. Now I can read every sign and understand none of them.', 'dmitri.v'],
      [null, 'To whistle with two fingers', 'Cost: the respect of my cat.'],
      [null, 'To say nothing in meetings', 'Hardest skill on this list. Grit, it turns out, is quiet.', 'pekka.salo'],
      [v.tedGrit, 'Six minutes about the thing that is not talent', ''],
      [v.bobIsland, 'To paint a lake', 'It looked like a car park. By the fourth it looked like a wet car park. I am so happy.'],
      [wikipedia('Spaced_repetition', 'bars'), 'The trick behind all the others', 'Ask again just before you forget. That is all, and it is nearly everything.', 'nadia.petrova'],
      [page('https://ocw.mit.edu/', 'MIT OpenCourseWare', 'shelf'), 'Cost: sleep', 'Whole courses, with the exams. I did one in circuits and now I talk to my fridge differently.', 'finn.mac'],
      [null, 'To run five kilometres without hating it', 'Slower. The answer is slower. Then slower than that.', 'wanjiru_k'],
    ],
  },
  {
    slug: 'how-sound-works', title: 'How sound works', by: 'jonas_b', started: 212, invitees: ['marcus.lee', 'sam.whitefeather', 'finn.mac', 'ingrid.dahl'], cover: 'bars/fjord',
    tags: ['Acoustics', 'Physics', 'Listening'],
    description: 'A tuner, a sound designer, a field recordist, an amplifier doctor and a physicist. One phenomenon at a time.',
    posts: [
      [clips.twoStones, 'Beats, first of all', 'Two strings almost the same: they argue, slowly. I tune by making the argument slower until it stops.', 'jonas_b'],
      [wikipedia('Equal_temperament', 'keys'), 'Everything is a little bit wrong', 'A piano is twelve compromises. If one interval is perfect, somebody else pays.', 'jonas_b'],
      [v.fourier, 'Any sound is a chord', '', 'ingrid.dahl'],
      [clips.hearingColours, 'Read it from left to right: low to high', 'The bright lines are the notes, and the fainter ones above them are the notes that came along for free.', 'marcus.lee'],
      [wikipedia('Doppler_effect', 'road'), 'I record trains, this is most of it', 'On the platform a minor third, roughly, on the way out. I have forty of them.', 'sam.whitefeather'],
      [wikipedia('Shepard_tone', 'contour'), 'It rises for ever', 'Film composers owe it money.', 'marcus.lee'],
      [wikipedia('Aeolian_harp', 'strings'), 'The fence I was listening to', 'Wind, wire, a post. One note at dawn, three by noon.', 'sam.whitefeather'],
      [wikipedia('Valve_amplifier', 'bars'), 'Why warm is a kind of damage', 'It rounds the tops off. We like our sound a little bruised.', 'finn.mac'],
      [m.fourThirtyThree, 'Silence, with the lid open', '', 'jonas_b'],
      [clips.glassAndRain, 'FM synthesis in six seconds', 'One wobble inside another. At 3.5 times the pitch it becomes glass.', 'marcus.lee'],
    ],
  },
  {
    slug: 'rabbit-holes', title: 'Which article ate your whole evening?', by: 'nadia.petrova', started: 187, pull: 1.2, cover: 'contour/ember',
    tags: ['Rabbit holes', 'Encyclopaedia', 'Curiosity'],
    description: 'Post the entrance, we will find our own way down.',
    posts: [
      [wikipedia('Voynich_manuscript', 'leaves'), 'Six hundred years, nobody can read it', 'Plants that do not exist, bathing women, and statistics like a real language. I am a linguist. I lost a week.', 'nadia.petrova'],
      [wikipedia('Tunguska_event', 'leaves'), 'Eighty million trees, one morning', ''],
      [wikipedia('Mary_Celeste', 'sea'), 'The table was not laid, that is a myth', 'Conan Doyle made up half of it. The rest is stranger.'],
      [wikipedia('Dyatlov_Pass_incident', 'hills'), 'Do not read it in a tent', 'I was in a tent.', 'aroha.t'],
      [wikipedia('Antikythera_mechanism', 'geometry'), 'A computer in a shipwreck', 'Bronze gears, two thousand years old, that knew about eclipses and the Olympics.'],
      [wikipedia('List_of_common_misconceptions', 'letter'), 'You will be wrong about eleven of them', 'Nine, in my case. I counted the tongue map twice.'],
      [v.zipf, 'Why the second word is half as common', 'And cities, and craters, and the ingredients in cookbooks.'],
      [wikipedia('Cicada_3301', 'network'), 'A puzzle with no sender', ''],
      [wikipedia('Dancing_plague_of_1518', 'flow'), 'Strasbourg, July, four hundred people', 'The council hired musicians to help. It did not help.', 'lea.fontaine'],
      [page('https://en.wikipedia.org/wiki/Wikipedia:Unusual_articles', 'Wikipedia: Unusual articles', 'shelf'), 'The main entrance', 'Say goodbye to your family.', 'bridget.oshea'],
      [wikipedia('Great_Molasses_Flood', 'cup'), 'Fifty-six kilometres an hour, uphill winds', 'They say that on hot days you could still smell it decades later.'],
    ],
  },
]
