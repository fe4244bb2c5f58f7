import { pageTitles } from '#contract/messages.ts'

/** The welcome overlay and the sign-up banner for visitors. */
export const landing = {
  label: 'Welcome to Strand',
  heading: pageTitles.tagline,
  text: 'Videos, music, pictures and thoughts from everywhere, collected by people who care and played in one queue.',
  seconds: 'Signing up takes 20 seconds.',
  signUp: 'Sign up',
  look: 'Look around',
  ios: 'Strand for iOS',
  android: 'Strand for Android',
  about: 'About',
  terms: 'Terms & Legal',
  links: 'More about Strand',
  pause: 'Pause the film',
  play: 'Play the film',
  callLabel: 'Join Strand',
  call: 'Collect what you like and start playlists of your own.',
  dismiss: 'Not now',
}
