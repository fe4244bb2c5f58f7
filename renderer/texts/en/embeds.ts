/** Previews of the links in a text (of a post or comment), shown below the text. */
export const embeds = {
  label: 'Links in this text',
  play: (title: string, site: string) => `Play ${title} from ${site}`,
  show: (title: string) => `Show ${title}`,
  hide: (title: string) => `Hide ${title}`,
  openAt: (site: string) => `Open at ${site}`,
  loading: 'Loading the link…',
  failed: 'There is nothing to show here.',
}
