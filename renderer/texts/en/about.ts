import { pageTitles } from '#contract/messages.ts'

export const about = {
  title: pageTitles.about,
  heading: pageTitles.tagline,
  text: pageTitles.aboutText,
  ideas: {
    together: {
      title: 'Made together',
      text: 'Ask a question, and everybody who has an answer adds it. Or keep the circle small and invite whom you like.',
    },
    anything: {
      title: 'From everywhere',
      text: 'Videos, music, pictures, articles and thoughts, from wherever they live. One link is enough.',
    },
    play: {
      title: 'Played in one go',
      text: 'One queue plays it all, goes on to the next piece, and finds another copy where one has gone.',
    },
    yours: { title: 'Yours to keep', text: 'Nothing here follows you around the web, and your playlists come along whenever you want.' },
  },
  featured: 'From Strand itself',
  team: 'The team',
  teamText: 'Who makes this Strand, and whom to ask.',
  contact: 'Write to us',
  general: 'General enquiries',
  media: 'Media enquiries',
  noAddress: 'This Strand has not named an address yet.',
  legal: 'Terms & Legal',
}
