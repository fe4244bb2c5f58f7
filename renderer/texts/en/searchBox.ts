/** The search box in the top bar, without its dropdown. */
export const searchBox = {
  name: 'Search',
  placeholder: 'Search playlists, posts, people',
  open: 'Search',
  close: 'Close the search',
  clear: 'Clear',
  category: (name: string) => `Category: ${name}`,
  categories: 'Category',
  everything: 'Everything',
}
