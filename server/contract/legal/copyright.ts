import type { LegalText } from './text.ts'

export const copyright: LegalText = {
  updated: '2026-11-21',
  summary:
    'Strand points to work where its makers or their hosts have put it. If something of yours is here without your leave, tell us and it goes.',
  sections: [
    {
      id: 'where',
      heading: 'Where things are',
      blocks: [
        'A post is a link with words around it. Videos and music are played from their host by the host’s own player, with its credits and its advertisements; Strand keeps no copy. What it keeps of a link is its title, the names of who made it, its length, a short description and the address of its preview picture, as the host itself announces them for this purpose.',
        'What members upload is pictures: of themselves, of their playlists and of posts. These are stored here, re-encoded, without the metadata of the camera. A picture that was found by Strand’s image search is kept with its source and, where the source names one, its licence.',
        'Each page of a post names its source and links to it. Work under a free licence asks for its author’s name: please leave that where it is.',
      ],
    },
    {
      id: 'notice',
      heading: 'If it is yours',
      blocks: [
        'If the link leads to a copy that should not exist, the surest way is to write to its host: once it is gone there, it no longer plays here, for anybody. You may write to us as well, and for pictures and texts that are stored here you should. Send to the general address on the [About page](/about):',
        [
          'what the work is, and where the original can be seen, if it can;',
          'the address of every post, playlist, comment or picture on Strand that you mean;',
          'your name, and an address at which we can reach you;',
          'that you hold the rights or act for whoever does, and that you believe in good faith that its use here is permitted neither by them nor by law;',
          'that what you say is true, and your signature, for which your typed name will do.',
        ],
        'A notice that lacks the addresses we cannot act on, because we do not know what to look at.',
      ],
    },
    {
      id: 'takedown',
      heading: 'What we do with it',
      blocks: [
        'We look at every complete notice without delay, remove what it rightly names or cut the link to it, and tell the member who posted it what was removed and on whose notice. Please note that for this purpose we pass your notice on; say so if there is a reason why your address must not be.',
      ],
    },
    {
      id: 'counter',
      heading: 'If yours was removed by mistake',
      blocks: [
        'Write to the same address and say what was removed, where it stood, why you may use it (because it is yours, because you have leave, or because the law allows it as quotation, review or parody), and where you can be reached. We pass that on to whoever complained. Unless they show within ten working days that they have gone to court about it, we put back what was removed.',
        'Who knowingly says what is untrue in a notice or in an answer to one may have to pay for the damage that follows.',
      ],
    },
    {
      id: 'repeated',
      heading: 'Again and again',
      blocks: ['Members who repeatedly post what they have no right to lose the ability to post, and in the end their account.'],
    },
    {
      id: 'own',
      heading: 'What is ours',
      blocks: [
        'Strand’s software is published under the MIT licence: you may use, study, change and share it, as long as its notice of copyright stays with it. The demonstration playlists that come with it play clips, music and pictures that were made for this purpose by the project itself, under the same licence, and open films whose makers have put them under Creative Commons licences and are named beside them.',
        'The names and marks of the hosts belong to them. That Strand plays what they host does not mean that they endorse it.',
      ],
    },
  ],
}
