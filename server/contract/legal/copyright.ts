import type { LegalText } from './text.ts'

export const copyright: LegalText = {
  updated: '2026-11-27',
  summary:
    'Strand links to work where its creators or their hosts have published it. If your work is here without your permission, tell us and we will remove it.',
  sections: [
    {
      id: 'where',
      heading: 'Where content is stored',
      blocks: [
        'A post is a link with some text. Videos and music are played from their host by the host’s own player, with its credits and advertising; Strand stores no copy. Of each link it stores the title, the names of the creators, the duration, a short description and the address of the preview picture, as published by the host for this purpose.',
        'Members can upload pictures: of themselves, for their playlists and for posts. We re-encode and store them without camera metadata. A picture found with Strand’s image search is stored with its source and, where the source states one, its licence.',
        'The page of each post names its source and links to it. Works under a free licence require attribution: please leave it in place.',
      ],
    },
    {
      id: 'notice',
      heading: 'Reporting infringement',
      blocks: [
        'If a link leads to an unauthorised copy, the most effective way is to contact its host: once the copy is removed there, it no longer plays here. You may write to us as well, and should do so for pictures and texts that are stored here. Send the following to the general address on the [About page](/about):',
        [
          'a description of the work and, if available, where to find the original;',
          'the address of each post, playlist, comment or picture on Strand that you are reporting;',
          'your name and contact details;',
          'a statement that you hold the rights or act on behalf of the rights holder, and that you believe in good faith that the use on Strand is permitted neither by the rights holder nor by law;',
          'a statement that this information is true, and your signature (your typed name is sufficient).',
        ],
        'We cannot act on a notice without these addresses, because we cannot identify the content.',
      ],
    },
    {
      id: 'takedown',
      heading: 'How we respond',
      blocks: [
        'We review every complete notice without delay, remove the infringing content or the link to it, and tell the member who posted it what was removed and who reported it. For this purpose we forward your notice; tell us if there is a reason why we must not forward your contact details.',
      ],
    },
    {
      id: 'counter',
      heading: 'If your content was removed by mistake',
      blocks: [
        'Write to the same address. State what was removed, where it was, why you may use it (because it is yours, because you have permission, or because the law allows it as quotation, review or parody), and how we can reach you. We forward your statement to the person who reported it. Unless that person shows within ten working days that they have taken the matter to court, we restore the content.',
        'Anyone who knowingly makes a false statement in a notice or in a reply to one may be liable for the resulting damage.',
      ],
    },
    {
      id: 'repeated',
      heading: 'Repeat infringers',
      blocks: [
        'Members who repeatedly post content that they have no right to post lose the ability to post, and eventually their account.',
      ],
    },
    {
      id: 'own',
      heading: 'Strand’s own rights',
      blocks: [
        'Strand’s software is published under the MIT licence: you may use, study, change and share it, as long as you keep its copyright notice. The demo playlists that come with it contain clips, music and pictures that the project created for this purpose, under the same licence, and open films under Creative Commons licences, with credits for their creators.',
        'The names and trademarks of the hosts belong to their owners. The fact that Strand plays their content does not mean that they endorse Strand.',
      ],
    },
  ],
}
