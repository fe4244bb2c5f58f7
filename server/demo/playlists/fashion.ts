import * as clips from '../media/clips.ts'
import * as v from '../media/films.ts'
import * as m from '../media/songs.ts'
import { image, page, wikipedia, type DemoPlaylist } from '../tables.ts'

export const fashion: readonly DemoPlaylist[] = [
  {
    slug: 'one-garment', title: 'Which garment would you save from a fire?', by: 'olu.mensah', started: 297, pull: 1.2, cover: 'hanger/tomato',
    tags: ['Clothes', 'Stories', 'Tailoring'],
    description: 'People and pets are already safe. You have one hanger. Tell me what is on it and I will tell you who made it.',
    posts: [
      [null, 'My grandfather’s agbada', 'Hand-loomed, three pieces, heavy as a small child. It fits me only when I stand like him.', 'olu.mensah'],
      [null, 'A rain jacket with a mended elbow', 'The patch is from a tent. The tent is another story.', 'aroha.t'],
      [wikipedia('Sashiko', 'weave'), 'A work coat that is mostly repairs', 'White thread on indigo. There may be no coat left in it, only stitches.', 'yuki.m'],
      [null, 'The cardigan I was proposed to in', 'I was wearing it because the heating had failed. It has a burn on the cuff. That is another story too.'],
      [wikipedia('Kente_cloth', 'weave'), 'A strip of kente, four inches wide', 'Every pattern is a sentence. This one says *I have not come alone*.', 'olu.mensah'],
      [image('hanger-2', 'The rail by the workshop door'), 'Waiting to be collected', 'The red one has been waiting since March. I think he is hoping to lose weight.', 'olu.mensah'],
      [null, 'A football shirt, 1994, polyester, smells of 1994', 'You could not pay me.', 'tom.okafor'],
      [wikipedia('Hanbok', 'hanger'), 'My mother’s wedding hanbok', 'I have the pattern in my hands by now. I could cut it blind.', 'hana.kim'],
      [m.thriftShop, 'For the people who would let it all burn and start again', ''],
      [null, 'Buttons', 'I would save the jar. A coat is only a way of carrying buttons about.', 'greta_w'],
    ],
  },
  {
    slug: 'getting-dressed', title: 'What song do you get dressed to?', by: 'hana.kim', started: 121, pull: 1, cover: 'hanger/berry',
    tags: ['Pop', 'Style', 'Getting ready'],
    description: 'From towel to door. Karaoke finalists may post twice.',
    posts: [
      [m.vogue, 'Even my socks stand up straight', ''],
      [m.sharpDressed, 'Clean shirt, new shoes, same old me', 'They thought the beards were the joke. The beards were the brand.'],
      [m.badRomance, 'White latex, eight dancers, a bed on fire', 'I usually settle for a belt.'],
      [m.boots, 'The shoes choose the song', ''],
      [m.fashionSong, 'Turn to the left', 'It is meant as mockery and works as instruction.'],
      [m.tooSexy, 'Only on bad days, and only with the door shut', ''],
      [m.lifeOnMars, 'The blue suit', 'Freddie Burretti made it. Look him up, everybody should know who made the suit.', 'olu.mensah'],
      [m.ponPonPon, 'For when nothing matches', 'Then nothing has to.'],
      [v.pradaTrailer, 'The blue jumper speech should be taught in schools', 'Cerulean. You think it has nothing to do with you.'],
      [m.heroes, 'Buttoning up for a funeral', 'It was his favourite. I did the cuffs during the second verse.'],
    ],
  },
  {
    slug: 'textile-notes', title: 'Cloth, closely', by: 'greta_w', started: 249, invitees: ['olu.mensah', 'fatima.zahra', 'amara.diallo', 'partner'], cover: 'weave/sage',
    tags: ['Textiles', 'Museums', 'Craft'],
    description: 'A conservator, a tailor, a potter and two people with cameras look at one piece of cloth at a time.',
    posts: [
      [wikipedia('Bayeux_Tapestry', 'weave'), 'It is not a tapestry', 'It is embroidery: wool on linen, seventy metres. Look for the man pulling an arrow from his eye, or putting it in, scholars disagree.', 'greta_w'],
      [page('https://www.vam.ac.uk/collections/fashion', 'V&A: Fashion', 'hanger'), 'Zoom in until you see the thread', 'The backs are more honest than the fronts.', 'greta_w'],
      [wikipedia('Adire_(textile_art)', 'arcs'), 'Indigo and cassava paste', 'My aunt painted it with a feather. The starch keeps the blue out; when it cracks, the cracks are the beauty.', 'olu.mensah'],
      [wikipedia('Ikat', 'weave'), 'Dyed before it is woven', 'The blur is the proof that a person did this.', 'fatima.zahra'],
      [image('weave-3', 'Sample 212, wool, about 1890'), 'Guess the county', 'The green was arsenic. I wore gloves.', 'greta_w'],
      [wikipedia('Jacquard_machine', 'network'), 'A loom that reads', 'Holes in cards. One hundred years later somebody used the same idea for counting.', 'partner'],
      [clips.rule110, 'It looks woven because it is a rule, row after row', 'Shells grow this pattern. So do some carpets.', 'partner'],
      [wikipedia('Bogolanfini', 'weave'), 'Mud, leaves, sun, a year', 'I photographed a sign painter in a shirt of it. He said the shirt was the older sign.', 'amara.diallo'],
      [page('https://www.metmuseum.org/about-the-met/collection-areas/the-costume-institute', 'The Met: The Costume Institute', 'frame'), 'Thirty-three thousand objects, mostly asleep', '', 'greta_w'],
    ],
  },
  {
    slug: 'signs-and-shirts', title: 'What did a stranger wear that you still think about?', by: 'amara.diallo', started: 74, pull: 1, cover: 'riso/paper',
    tags: ['Street style', 'Colour', 'Strangers'],
    description: 'Where, when, what colour. No photographs of people who did not ask; describe them.',
    posts: [
      [null, 'Dakar, the ferry: a suit the yellow of the life jackets', 'Head to toe, gloves as well. He sat under the jackets and vanished.', 'amara.diallo'],
      [null, 'A tram in Gothenburg, a raincoat full of badges', 'The badges were all for the same choir, one a year, since 1971.', 'mara.lindqvist'],
      [null, 'Oakland, a man in a cape', 'Not a costume. A very good cape. He was buying onions.', 'marcus.lee'],
      [null, 'The night nurse', 'Green clogs, one painted with a face. I only ever saw it from the floor up.'],
      [null, 'Kraków, minus fifteen, red tights', 'The whole square was grey and she crossed it like an underline.', 'greta_w'],
      [image('riso-2', 'What I remember of the scarf'), 'Orange on green, on the metro, gone in two stops', '', 'amara.diallo'],
      [null, 'My bus, seat four, an entire wedding', 'Bride, groom, twenty guests, all with day tickets.', 'kofi_j'],
      [wikipedia('La_Sape', 'hanger'), 'Not one stranger, a whole society', 'Brazzaville. Three colours at most, and the walk matters more than the suit.'],
    ],
  },
]
