import type { DemoMember } from './tables.ts'

/** Members with a role: the documented demo accounts, and the team. */
export const accounts: readonly DemoMember[] = [
  {
    uid: 'demo',
    name: 'Robin Vale',
    city: 'Bristol',
    country: 'United Kingdom',
    joined: 402,
    likes: ['music', 'film', 'food', 'ideas'],
    about: 'Collects songs the way other people collect mugs. Also collects mugs.',
  },
  {
    uid: 'partner',
    name: 'Noor Haddad',
    city: 'Amman',
    country: 'Jordan',
    joined: 371,
    likes: ['art', 'books', 'music', 'film'],
    about: 'Illustrator. I post the things I look at when I should be drawing.',
  },
  {
    uid: 'admin',
    name: 'Ines Falk',
    city: 'Vienna',
    country: 'Austria',
    joined: 430,
    likes: ['ideas', 'learning', 'other'],
    about: 'Keeps the lights on here. Write to me when something looks broken.',
    verified: true,
    admin: true,
  },
  {
    uid: 'strand',
    name: 'Strand team',
    city: 'Vienna',
    country: 'Austria',
    joined: 432,
    likes: ['music', 'art', 'ideas', 'other'],
    about: 'The people who make Strand. We started the place and mostly listen now.',
    verified: true,
  },
]
