/** What a generic component needs of an icon, and the keys of its shapes. Ours is renderer/ui/glyph.ts. */
const unused = /\s*name: "[^"]*",\s*size: 24,|,\s*key: "[^"]*"/g

/** Drops the unused parts of lucide-react's icons. @returns {import('vite').Plugin} */
export const compactIcons = () => ({
  name: 'compact-icons',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: code.replace(unused, ''), map: null }),
  },
})
