import { pageTitles } from '#contract/messages.ts'

export const about = {
  title: pageTitles.about,
  heading: pageTitles.tagline,
  text: pageTitles.aboutText,
  ideas: {
    together: {
      title: 'Made together',
      text: 'Ask a question, and everyone who has an answer adds it. Or keep it small and invite only the people you choose.',
    },
    anything: {
      title: 'From everywhere',
      text: 'Videos, music, pictures, articles and thoughts from any site. All it takes is a link.',
    },
    play: {
      title: 'Played in one queue',
      text: 'One queue plays everything, moves on by itself, and finds another copy when a link is dead.',
    },
    yours: { title: 'Yours to keep', text: 'Nothing here tracks you around the web, and you can export your playlists at any time.' },
  },
  featured: 'From the Strand team',
  team: 'The team',
  teamText: 'Who runs this site, and how to reach them.',
  contact: 'Contact us',
  general: 'General enquiries',
  media: 'Media enquiries',
  noAddress: 'This site has no contact address yet.',
  bookmarklet: pageTitles.bookmarklet,
  embedFaqs: pageTitles.embedFaqs,
  legal: 'Terms & Legal',
}
